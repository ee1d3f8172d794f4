import { config } from '@/lib/config';
import { ConfigError } from '@/lib/config-parts';
import { tryDatabase } from '@/lib/platform/db/first-connection';
import { onShutdown } from '@/lib/platform/system/lifecycle';
import { logger } from '@/lib/platform/system/log';
import { startTracing, stopTracing } from '@/lib/platform/system/tracing';
import { startGateway, StartError } from './gateway';

/** Entry of the gateway process: settings, start, and an orderly end. */

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  const settings = config();
  // Read now, so that a missing setting is reported at the start and not by the first message.
  void settings.databaseUrl;
  void settings.internalSecret;
  await startTracing('lift-portal-gateway');
  await tryDatabase();
  const gateway = await startGateway(settings);
  onShutdown(async (reason) => {
    logger('gateway').info({ reason }, 'gateway ends');
    await gateway.close().catch((error: unknown) => {
      logger('gateway').error({ err: error }, 'gateway did not end cleanly');
      throw error;
    });
    await stopTracing();
  }, settings.stop.timeoutMs);
}

main().catch((error: unknown) => {
  if (error instanceof ConfigError || error instanceof StartError) fail(error.message);
  fail(`The gateway did not start: ${error instanceof Error ? error.message : String(error)}`);
});
