import type Mpegts from 'mpegts.js';
import { loaderOf, type StreamEnd } from './stream-loader';

export interface PlayerOptions {
  readonly video: HTMLVideoElement;
  /** Path or URL of an FLV stream. */
  readonly url: string;
  /** A recorded range: it has an end and may arrive faster than it plays. */
  readonly isRecord: boolean;
  readonly getToken: () => Promise<string>;
  readonly onData: () => void;
  readonly onEnd: (end: StreamEnd) => void;
  /** The stream arrived, but this browser cannot show it. */
  readonly onUnplayable: () => void;
  /** This browser is too old to play any stream. */
  readonly onUnsupported: () => void;
}

/** A stream that plays; `close` releases everything it holds. */
export interface Player {
  close(): void;
}
export type OpenPlayer = (options: PlayerOptions) => Player;

/** So much of a range is loaded ahead, in seconds. */
const AHEAD_S = 30;
const BEHIND_S = { max: 60, min: 20 };

/** How much is loaded beyond the present picture, in seconds. */
function aheadOf({ buffered, currentTime }: Pick<HTMLVideoElement, 'buffered' | 'currentTime'>): number {
  const { length } = buffered;
  return length === 0 ? 0 : Math.max(0, buffered.end(length - 1) - currentTime);
}

/** Resolves when less than `AHEAD_S` is loaded, or when the wait is aborted. */
function roomIn(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  if (aheadOf(video) < AHEAD_S) return Promise.resolve();
  return new Promise((resolve) => {
    const look = () => {
      if (!signal.aborted && aheadOf(video) >= AHEAD_S) return;
      video.removeEventListener('timeupdate', look);
      signal.removeEventListener('abort', look);
      resolve();
    };
    video.addEventListener('timeupdate', look);
    signal.addEventListener('abort', look);
  });
}

/** Plays HTTP-FLV with mpegts.js, which is loaded with the first stream. */
export const openPlayer: OpenPlayer = (options) => {
  const { video, url, isRecord, getToken, onData, onEnd, onUnplayable, onUnsupported } = options;
  let isClosed = false;
  let player: Mpegts.Player | undefined;
  const begin = async () => {
    const { default: mpegts } = await import('mpegts.js');
    if (isClosed) return;
    mpegts.LoggingControl.applyConfig({ enableAll: false });
    if (!mpegts.getFeatureList().mseLivePlayback) return onUnsupported();
    player = mpegts.createPlayer(
      // A range is read once from its start, like a live stream: neither supports byte positions to seek to.
      { type: 'flv', isLive: true, url },
      {
        enableWorker: false,
        enableStashBuffer: isRecord,
        lazyLoad: false,
        // A tab in the background opens its source only when it is shown. The connection need not wait for that.
        deferLoadAfterSourceOpen: false,
        liveSync: !isRecord,
        liveSyncMaxLatency: 2,
        liveSyncTargetLatency: 0.8,
        autoCleanupSourceBuffer: true,
        autoCleanupMaxBackwardDuration: BEHIND_S.max,
        autoCleanupMinBackwardDuration: BEHIND_S.min,
        customLoader: loaderOf(mpegts, {
          getToken,
          onData,
          onEnd,
          isRange: isRecord,
          room: (signal) => (isRecord ? roomIn(video, signal) : Promise.resolve()),
        }),
      },
    );
    player.on(mpegts.Events.ERROR, (type: unknown) => {
      if (!isClosed && type !== mpegts.ErrorTypes.NETWORK_ERROR) onUnplayable();
    });
    player.attachMediaElement(video);
    player.load();
    // The next stream or the end interrupted it. The clock reports a failure to start.
    await Promise.resolve(player.play()).catch(() => undefined);
  };
  begin().catch(() => isClosed || onUnplayable());
  return {
    close: () => {
      if (isClosed) return;
      isClosed = true;
      player?.destroy();
      player = undefined;
    },
  };
};
