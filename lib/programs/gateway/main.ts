import { config, ConfigError } from '@/lib/config';
import { logger } from '@/lib/platform/system/log';
import { startGateway, StartError } from './gateway';

/** Entry of the gateway process: settings, start, and an orderly end. */

const SHUTDOWN_MS = 15_000;

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  const settings = config();
  // Read now, so that a missing setting is reported at the start and not by the first message.
  void settings.databaseUrl;
  void settings.internalSecret;
  const gateway = await startGateway(settings);

  let isEnding = false;
  const end = (reason: string) => {
    if (isEnding) return;
    isEnding = true;
    logger('gateway').info({ reason }, 'gateway ends');
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
    gateway.close().then(
      () => process.exit(0),
      (error: unknown) => {
        logger('gateway').error({ err: error }, 'gateway did not end cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => end('SIGTERM'));
  process.on('SIGINT', () => end('SIGINT'));
  // Started with an IPC channel: when the parent is gone, nobody else would stop this process.
  process.on('disconnect', () => end('parent gone'));
}

main().catch((error: unknown) => {
  if (error instanceof ConfigError || error instanceof StartError) fail(error.message);
  fail(`The gateway did not start: ${error instanceof Error ? error.message : String(error)}`);
});
