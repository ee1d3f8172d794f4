import { onNetworkBack } from '@/lib/platform/client/network';

/**
 * Reports that a page came back: shown again after it was hidden, awake after the computer slept, restored from the
 * back/forward cache, or online again. What it shows is old then, and a socket may be dead without knowing.
 */

const HIDDEN_MS = 10_000;
const TICK_MS = 5000;
const SLEPT_MS = 20_000;

/** @returns a function that stops watching; on a server nothing is watched */
export function onWake(listener: () => void): () => void {
  if (typeof document === 'undefined') return () => undefined;
  let hiddenAt: number | null = document.hidden ? Date.now() : null;
  let tickedAt = Date.now();
  const onVisibility = () => {
    if (document.hidden) {
      hiddenAt = Date.now();
      return;
    }
    const wasHiddenMs = hiddenAt === null ? 0 : Date.now() - hiddenAt;
    hiddenAt = null;
    if (wasHiddenMs >= HIDDEN_MS) listener();
  };
  const onShow = (event: PageTransitionEvent) => {
    if (event.persisted) listener();
  };
  const timer = setInterval(() => {
    const gapMs = Date.now() - tickedAt;
    tickedAt = Date.now();
    // Browsers slow hidden tabs down to one tick a minute. They get their snapshot when they are shown.
    if (gapMs >= SLEPT_MS && !document.hidden) listener();
  }, TICK_MS);
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('pageshow', onShow);
  const endNetwork = onNetworkBack(listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('pageshow', onShow);
    endNetwork();
  };
}
