/** Starting and stopping a process of ours: one sentence for what cannot start, an orderly end for what must stop. */

const STOP_TIMEOUT_MS = 8000;

/** Runs `stop` once at SIGTERM, SIGINT or when the parent is gone, then exits. A hanging stop is cut off. */
export function onShutdown(stop: () => Promise<void>): void {
  let isStopping = false;
  const run = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGTERM', run);
  process.once('SIGINT', run);
  process.once('disconnect', run);
}

/** Ends the process with one sentence; DEBUG output belongs to the caller. */
export function failStart(error: unknown): never {
  const { code, port, message } = error as { code?: string; port?: number; message?: string };
  const text = code === 'EADDRINUSE' ? `Port ${port} is already in use.` : (message ?? String(error));
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
