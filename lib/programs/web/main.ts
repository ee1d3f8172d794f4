import next from 'next';
import { config, tellNextConfig } from '@/lib/config';
import { closeDb } from '@/lib/platform/db/client';
import { flushAccessLog } from '@/lib/platform/audit/access-log';
import { failStart, onShutdown } from '@/lib/platform/system/lifecycle';
import { logger } from '@/lib/platform/system/log';
import { builtConfig } from './built-config';
import { createWebServer } from './server';

/** Entry of the web process. */
async function main(): Promise<void> {
  const settings = config();
  const built = settings.mode === 'production' ? builtConfig(settings.nextDistDir) : undefined;
  if (built !== undefined) tellNextConfig(built);
  const app = next({
    dev: settings.mode === 'development',
    dir: process.cwd(),
    hostname: settings.host,
    port: settings.port,
  });
  await app.prepare();
  const handle = app.getRequestHandler();
  const upgrade = app.getUpgradeHandler();
  const server = createWebServer(settings, { request: (request, response) => handle(request, response), upgrade });
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(settings.port, settings.host, resolve),
  );
  logger('web').info({ port: settings.port, publicUrl: settings.publicUrl }, 'web process is up');
  onShutdown(async () => {
    server.close();
    server.closeAllConnections();
    await flushAccessLog();
    await app.close();
    await closeDb();
  });
}

main().catch(failStart);
