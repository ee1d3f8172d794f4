import { useEffect, useState, useSyncExternalStore } from 'react';
import { beatScreen } from '@/lib/features/screens/contract';
import { keepContent, readContent, type ScreenLink } from '@/lib/features/screens/player/kept-screen';
import { NOTHING_HEARD, ScreenPlayer, type BeatFailure } from '@/lib/features/screens/player/screen-player';
import { callSms, SmsError } from '@/lib/platform/client/client';
import { onNetworkChange } from '@/lib/platform/client/network';

function failureOf(error: unknown): BeatFailure {
  if (!(error instanceof SmsError)) return { kind: 'failed' };
  if (error.code === 401 && error.error === 'invalid_token') return { kind: 'refused' };
  return { kind: 'failed', retryAfterMs: (error.retryAfterSec ?? 0) * 1000 };
}

function later(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

const playerOf = ({ screenNo, key }: ScreenLink) =>
  new ScreenPlayer(screenNo, {
    send: (told, signal) => callSms(beatScreen, { screenNo, key, ...told, shown: [...told.shown] }, { signal }),
    failureOf,
    steady: () => performance.now(),
    random: Math.random,
    later,
    onContent: (content) => keepContent({ screenNo, content, aheadMs: content.at - Date.now() }),
    reload: () => window.location.reload(),
  });

/** Runs a linked screen in this browser, with what it kept before it was switched off. */
export function usePlayer(link: ScreenLink) {
  const { screenNo } = link;
  const [player] = useState(() => playerOf(link));
  useEffect(() => {
    const kept = readContent(screenNo);
    // A machine without a clock of its own begins in 1970; it is never earlier than what it heard last.
    player.start(kept && { content: kept.content, now: Math.max(Date.now() + kept.aheadMs, kept.content.at) });
    const endNetwork = onNetworkChange(() => player.networkChanged());
    return () => {
      endNetwork();
      player.stop();
    };
  }, [player, screenNo]);
  const state = useSyncExternalStore(player.subscribe, player.state, () => NOTHING_HEARD);
  return { ...state, drawn: player.drawn };
}
