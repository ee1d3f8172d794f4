import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import next from 'next';
import { config, tellNextConfig } from '@/lib/config';
import { closeDb, pool } from '@/lib/platform/db/client';
import { tryDatabase } from '@/lib/platform/db/first-connection';
import { plainAnswerHeaders } from '@/lib/platform/auth/pages/security-headers';
import { flushAccessLog } from '@/lib/platform/audit/access-log';
import { beginDraining, followWork } from '@/lib/platform/system/drain';
import { createLoadShedder, watchLoad } from '@/lib/platform/system/load';
import { failStart, onShutdown } from '@/lib/platform/system/lifecycle';
import { showPool } from '@/lib/platform/db/pool-figures';
import { showProcess } from '@/lib/platform/system/process-figures';
import { logger } from '@/lib/platform/system/log';
import { startTracing, stopTracing } from '@/lib/platform/system/tracing';
import { warmUp } from '@/lib/platform/system/warm-up';
import { answerSms, webDoor } from '@/lib/platform/door/web-door';
import { incomingOf, sendAnswer } from '@/lib/platform/http/node-adapter';
import { loadGate } from './busy';
import { builtConfig } from './built-config';
import { firstCalls } from './first-calls';
import { isLastingPath } from './gateway-paths';
import { createWebServer } from './server';
import type { WebHandlers } from './server';

/** The door, with its services loaded before the first request; the pages use the same one. */
async function openDoor(publicUrl: string): Promise<NonNullable<WebHandlers['sms']>> {
  await webDoor().open();
  return async (request, response) => sendAnswer(await answerSms(incomingOf(request, publicUrl)), response);
}

/**
 * Connections that wait to be taken; Linux takes the lesser of this and `net.core.somaxconn` (4096). With Node's 511 those that
 * come in one busy moment are reset, or answered after seconds.
 */
const BACKLOG = 4096;

/** Without a database, or on a machine that is too busy, the port opens all the same, and readiness stays down. */
const MOST_SILENT_MS = 2000;

const isThere = async () => (await pool().query('SELECT 1')).rowCount === 1;

/** Entry of the web process. */
async function main(): Promise<void> {
  const settings = config();
  await startTracing('lift-portal-web');
  const built = settings.mode === 'production' ? builtConfig(settings.nextDistDir) : undefined;
  if (built !== undefined) tellNextConfig(built);
  if (settings.upstream === undefined) await tryDatabase();
  // Never opened: Next adds its listeners to it, those for reloading among them.
  const unopened = createServer();
  const app = next({
    dev: settings.mode === 'development',
    dir: process.cwd(),
    hostname: settings.host,
    port: settings.port,
    // Next listens for upgrades of its own, and ends every one whose path some page or handler could answer, /sms/talk too:
    // it gets a server that is never opened, and `createWebServer` hands on what is Next's.
    httpServer: unopened,
  });
  const isDevelopment = settings.mode === 'development';
  const warm =
    isDevelopment || settings.upstream !== undefined
      ? Promise.resolve()
      : warmUp({ isThere, steps: firstCalls(webDoor()) });
  await app.prepare();
  const handle = app.getRequestHandler();
  const shedder = createLoadShedder(settings.overload);
  const server = createWebServer(settings, {
    request: (request, response) => handle(request, response),
    upgrade: (request, socket, head) => void unopened.emit('upgrade', request, socket, head),
    ...(isDevelopment
      ? {}
      : { sms: await openDoor(settings.publicUrl), refuses: loadGate(shedder, plainAnswerHeaders(settings.session)) }),
  });
  const work = followWork(server, isLastingPath);
  await Promise.race([warm, pause(MOST_SILENT_MS, undefined, { ref: false })]);
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen({ port: settings.port, host: settings.host, backlog: BACKLOG }, resolve),
  );
  showProcess();
  showPool();
  watchLoad(shedder, () => pool().waitingCount);
  logger('web').info({ port: settings.port, publicUrl: settings.publicUrl }, 'web process is up');
  onShutdown(async () => {
    beginDraining();
    await work.drain(settings.stop);
    await flushAccessLog();
    await app.close();
    await closeDb();
    await stopTracing();
  }, settings.stop.timeoutMs);
}

main().catch(failStart);
