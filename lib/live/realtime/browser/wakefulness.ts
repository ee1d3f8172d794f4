/**
 * Tells when a page has come back: shown again after being hidden, awake after the machine slept, restored from the
 * back/forward cache, back on the network. What was drawn before is old then, and a socket may be dead without knowing.
 */

const HIDDEN_MS = 10_000;
const TICK_MS = 5000;
const SLEPT_MS = 20_000;

/** @returns the function that stops watching; on a server it watches nothing */
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
    // Hidden tabs are throttled to a tick a minute; they get their snapshot when they are shown.
    if (gapMs >= SLEPT_MS && !document.hidden) listener();
  }, TICK_MS);
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('pageshow', onShow);
  window.addEventListener('online', listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('pageshow', onShow);
    window.removeEventListener('online', listener);
  };
}
