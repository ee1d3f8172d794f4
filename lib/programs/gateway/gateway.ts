import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '@/lib/config';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { closeDb, isWritable, pool } from '@/lib/platform/db/client';
import { startDatabaseClock } from '@/lib/platform/db/database-clock';
import { listenForChanges } from '@/lib/live/realtime/server/live-hints';
import { ContextKeeper } from '@/lib/features/detector/internal/context';
import { openNotices } from '@/lib/features/notifications/notice-namespace';
import { attachRealtime } from '@/lib/live/realtime/server/server';
import { startPaperPool, type PaperPool } from '@/lib/platform/pdf/pool';
import { logger } from '@/lib/platform/system/log';
import { followWork } from '@/lib/platform/system/drain';
import { gauge } from '@/lib/platform/system/metrics';
import { showPool } from '@/lib/platform/db/pool-figures';
import { showProcess } from '@/lib/platform/system/process-figures';
import { configMessageOf, noteConfigTold } from '@/lib/live/telemetry/config-message';
import { Ingest } from '@/lib/live/telemetry/ingest';
import { brokerHookServices, telemetryServices } from '@/lib/live/telemetry/service';
import { FLV_PREFIX } from '@/lib/live/video/flv-endpoint';
import { SOCKET_PATH } from '@/lib/live/realtime/shared/events';
import { startRelay, type Video } from '@/lib/live/video/video';
import { startBroker, type Broker } from './broker';
import { settleLinks, watchConfigs, watchCubes } from './cube-watch';
import { startHttpServer } from './http-server';
import { findingsRunner, startDetectorClock } from './detector';
import { JOBS } from './job-list';
import { startJobs } from './jobs';
import { brokerMistakeOf, connectMqtt, tryBroker, type MqttLink } from './mqtt-client';
import { answerPaper, paperCommand } from './paper';
import { showQueues } from './queue-figures';

/** Builds the gateway process from its roles. */

/** A reason not to start that a person can correct; `message` is one sentence. */
export class StartError extends Error {
  override name = 'StartError';
}

export interface GatewayProcess {
  ingest: Ingest | undefined;
  close(): Promise<void>;
}

/** @param until when the process is cut off, epoch ms */
type Closer = (until: number) => Promise<void> | void;

const PROBE_TIMEOUT_MS = 2000;

async function isDatabaseUp(): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), PROBE_TIMEOUT_MS).unref());
  return Promise.race([isWritable().catch(() => false), late]);
}

function portError(error: unknown, setting: string, port: number, host: string): unknown {
  const { code } = error as { code?: unknown };
  if (code === 'EADDRINUSE')
    return new StartError(
      `${setting} ${port} on ${host} is in use by another program; stop it or choose another port.`,
    );
  if (code === 'EACCES')
    return new StartError(`${setting} ${port} on ${host} may not be opened by this user; choose a port above 1023.`);
  if (code === 'EADDRNOTAVAIL')
    return new StartError(`The address ${host} of ${setting} does not belong to this machine.`);
  return error;
}

/** @throws StartError when a port is taken or the broker's certificate cannot be read */
export async function startGateway(settings: Config): Promise<GatewayProcess> {
  const log = logger('gateway');
  const { host, port } = settings.gateway;
  // With an external back end its sockets are the live ones; ours would show other data.
  const roles = new Set([...settings.gateway.roles].filter((role) => role !== 'realtime' || !settings.upstream));
  /** In the order of closing: sources of work first, and last what jobs still tell. */
  const closers: Closer[] = [];
  const lastClosers: Closer[] = [];
  let link: Broker | MqttLink | undefined;
  let ingest: Ingest | undefined;
  let video: Video | undefined;
  let isRealtime = !roles.has('realtime');
  let isEnding = false;
  let moveAway: (ms: number) => void = () => undefined;
  const keeper = new ContextKeeper();
  const clock = await startDatabaseClock();
  const findings = findingsRunner(clock.now);

  // What is not noted is sent once more.
  const noted = (work: Promise<void>) => void work.catch(() => undefined);
  const sendConfig = (cubeNo: string) => {
    configMessageOf(cubeNo, Date.now()).then(
      (config) => {
        if (config) link?.publishConfig(cubeNo, config.payload, () => noted(noteConfigTold(cubeNo, config.version)));
      },
      (error: unknown) => log.warn({ cubeNo, err: error }, 'configuration not sent'),
    );
  };

  if (roles.has('ingest')) {
    ingest = new Ingest({
      pool,
      now: clock.now,
      downlink: { publish: (cubeNo, leaf, payload) => link?.publish(cubeNo, leaf, payload) },
      detector: { context: () => keeper.context(), onFound: () => findings.wake() },
      onConnected: (cubeNos) => {
        for (const cubeNo of cubeNos) sendConfig(cubeNo);
      },
    });
  }
  const paperPool = roles.has('jobs') ? startPaperPool({ command: paperCommand() }) : undefined;
  const server = await startHttpServer({
    host,
    port,
    trustedProxies: settings.trustedProxies,
    internalSecret: settings.internalSecret,
    paper: paperPool && answerPaper(paperPool, settings.internalSecret),
    services: ingest ? telemetryServices(ingest) : brokerHookServices,
    video: () => video?.serve,
    health: async () => ({
      database: await isDatabaseUp(),
      realtime: isRealtime && !isEnding,
      broker: !roles.has('ingest') || (link !== undefined && (!('isConnected' in link) || link.isConnected())),
    }),
  }).catch((error: unknown) => {
    throw portError(error, 'GATEWAY_PORT', port, host);
  });

  const work = followWork(server, (path) => path.startsWith(SOCKET_PATH) || path.startsWith(FLV_PREFIX));

  if (ingest) {
    const running = ingest;
    link = await openLink(settings, () => running, sendConfig, closers).catch((error: unknown) => {
      server.close();
      throw error;
    });
    closers.push(
      () => running.stop(),
      () => findings.stop(),
    );
  }
  if (roles.has('realtime')) {
    const realtime = await attachRealtime(server, { openNotices }).catch((error: unknown) => {
      server.close();
      throw error;
    });
    isRealtime = true;
    moveAway = (ms) => realtime.moveAway(ms);
    const { rtmp } = settings.video;
    const cameras = await startRelay({ rtmp, dataDir: settings.dataDir }).catch((error: unknown) => {
      server.close();
      throw portError(error, 'VIDEO_RTMP_PORT', rtmp.port, rtmp.host);
    });
    video = cameras;
    cameras.attach(server);
    lastClosers.push(
      () => cameras.close(),
      listenForChanges((changes) => realtime.tellHere(changes)),
      () => realtime.close(),
    );
  }
  showProcess();
  showPool();
  if (roles.has('jobs')) {
    showQueues(JOBS);
    closers.push(startJobs(clock.now), startDetectorClock(keeper, clock.now));
  }
  if (paperPool) showPaper(paperPool);
  log.info(
    { port, roles: [...roles], mqtt: settings.mqtt.url ? 'outside broker' : settings.mqtt.port },
    'gateway ready',
  );

  return {
    ingest,
    async close() {
      const { timeoutMs } = settings.stop;
      const drainMs = Math.min(settings.stop.drainMs, timeoutMs);
      const until = Date.now() + timeoutMs;
      isEnding = true;
      if (drainMs > 0) {
        moveAway(drainMs);
        await pause(drainMs);
      }
      // The server stays open: jobs that end have their documents drawn by it.
      for (const close of closers) await close(until);
      const closed = work.drain({ drainMs: 0, timeoutMs: Math.max(0, until - Date.now()) });
      for (const close of lastClosers) await close(until);
      await closed;
      // Documents are calls: they are drawn before, also those that waited.
      await paperPool?.close();
      clock.stop();
      await closePortal();
      await closeDb();
    },
  };
}

function showPaper(pool: PaperPool): void {
  gauge(
    'portal_paper_documents',
    'Documents that are drawn and that wait for it',
    () => {
      const { drawing, waiting } = pool.figures();
      return [
        [drawing, 'drawing'],
        [waiting, 'waiting'],
      ];
    },
    'state',
  );
  gauge('portal_paper_processes', 'Processes that draw documents', () => [[pool.figures().processes]]);
}

/** A broker that is away is waited for; certificates that cannot fit end the start. @throws StartError */
async function requireTls(settings: Config['mqtt'] & { url: string }): Promise<void> {
  if (!/^(mqtts|ssl):/.test(settings.url)) return;
  await tryBroker(settings, PROBE_TIMEOUT_MS).catch((error: unknown) => {
    const mistake = brokerMistakeOf(settings, error);
    if (mistake !== undefined) throw new StartError(mistake);
  });
}

async function openLink(
  settings: Config,
  ingest: () => Ingest,
  sendConfig: (cubeNo: string) => void,
  closers: Closer[],
): Promise<Broker | MqttLink> {
  const { mqtt } = settings;
  if (mqtt.url !== undefined) {
    const settings = { ...mqtt, url: mqtt.url };
    await requireTls(settings);
    const outside = connectMqtt(settings, ingest);
    closers.push(watchConfigs(outside, sendConfig), () => outside.close());
    return outside;
  }
  if ((mqtt.tlsCert === undefined) !== (mqtt.tlsKey === undefined))
    throw new StartError('MQTT_TLS_CERT and MQTT_TLS_KEY belong together; set both or none.');
  const broker = await startBroker({
    ...mqtt,
    ingest,
    onReady: (cubeNo, ip) => {
      // What is raised from here on is told again.
      void watch
        .connected(cubeNo, ip)
        .catch(() => undefined)
        .finally(() => sendConfig(cubeNo));
    },
  }).catch((error: unknown) => {
    const { code, path } = error as { code?: unknown; path?: unknown };
    if (code === 'ENOENT' || (code === 'EACCES' && path))
      throw new StartError(`The MQTT certificate or key ${String(path)} cannot be read.`);
    throw portError(error, 'MQTT_PORT', mqtt.port, mqtt.host);
  });
  const watch = watchCubes(broker, sendConfig);
  const stopSettling = settleLinks(broker, ingest());
  closers.push(
    stopSettling,
    () => watch.close(),
    () => broker.close(),
  );
  return broker;
}
