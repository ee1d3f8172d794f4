/** Starting and stopping a process of ours: one sentence for what cannot start, an orderly end for what must stop. */

/** What closes after the last call may take this long; then the process ends as it is. */
export const CUT_OFF_MS = 5000;

/**
 * Runs `stop` once at SIGTERM, SIGINT or when the parent is gone, then exits. A hanging stop is cut off.
 * @param timeoutMs how long calls and jobs may take to end
 */
export function onShutdown(stop: (reason: string) => Promise<void>, timeoutMs: number): void {
  let isStopping = false;
  const run = (reason: string) => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), timeoutMs + CUT_OFF_MS).unref();
    stop(reason).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGTERM', () => run('SIGTERM'));
  process.once('SIGINT', () => run('SIGINT'));
  // Started with an IPC channel: when the parent is gone, nobody else would stop this process.
  process.once('disconnect', () => run('parent gone'));
}

/** Ends the process with one sentence; DEBUG output belongs to the caller. */
export function failStart(error: unknown): never {
  const { code, port, message } = error as { code?: string; port?: number; message?: string };
  const text = code === 'EADDRINUSE' ? `Port ${port} is already in use.` : (message ?? String(error));
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
