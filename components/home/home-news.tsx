'use client';

import { createContext, useContext, useEffect, useEffectEvent, useState } from 'react';
import type { ReactNode } from 'react';
import { useNoticeChannel } from '@/lib/features/notifications/use-notice-channel';
import type { NoticeConnection } from '@/lib/features/notifications/use-notice-channel';

/** One connection for all of home: a browser has five of them, and home may be open in two tabs. */

/** What comes together is read together, ms. */
const TOGETHER_MS = 200;
/** Least time between two readings, ms. */
const GAP_MS = 1000;

type Listener = () => void;
const News = createContext<(listener: Listener) => () => void>(() => () => undefined);

/** Rings its listeners when something has changed that home shows: at most once a second, and in a hidden tab once it is seen again. */
class Ringer {
  readonly #listeners = new Set<Listener>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #rungAt = 0;
  #isDue = false;

  readonly subscribe = (listener: Listener) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly hear = () => {
    if (document.hidden) this.#isDue = true;
    else
      this.#timer ??= setTimeout(() => this.#ring(), Math.max(TOGETHER_MS, this.#rungAt + GAP_MS - Date.now()));
  };

  readonly seen = () => {
    if (!document.hidden && this.#isDue) this.#ring();
  };

  readonly stop = () => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  };

  #ring(): void {
    this.stop();
    this.#isDue = false;
    this.#rungAt = Date.now();
    for (const listener of this.#listeners) listener();
  }
}

interface Props {
  readonly children: ReactNode;
  /** How the page hears that something changed; the portal's own way when absent. */
  readonly connection?: NoticeConnection;
}

/** Hears what changes in the units and call-outs of the caller, for everything inside. */
export function HomeNews({ children, connection }: Props) {
  const [ringer] = useState(() => new Ringer());
  useNoticeChannel(
    {
      types: ['counts', 'callback'],
      onCounts: ringer.hear,
      onItem: (_, isHistory) => isHistory || ringer.hear(),
      onAcknowledged: ringer.hear,
    },
    connection,
  );
  useEffect(() => {
    document.addEventListener('visibilitychange', ringer.seen);
    return () => {
      document.removeEventListener('visibilitychange', ringer.seen);
      ringer.stop();
    };
  }, [ringer]);
  return <News value={ringer.subscribe}>{children}</News>;
}

/** Does it when something has changed. */
export function useHomeNews(onNews: Listener): void {
  const subscribe = useContext(News);
  const latest = useEffectEvent(onNews);
  useEffect(() => subscribe(() => latest()), [subscribe]);
}
