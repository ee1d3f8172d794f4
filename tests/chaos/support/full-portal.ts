import { freePorts } from '../../support/ports';
import { boxNo, unitNo } from '../../bench/support/world';
import type { Namespace } from './namespace';
import { startGateway, startWeb, type PortalProcess } from './portal';
import { migrate, startBroker, startDatabase, startRedis, type DatabaseServer, type Server } from './servers';
import { endStage, fillPortal, keepLedger, newFolder, SECRETS, lookIntoDatabase, type RunningLedger } from './stage';
import { keepCalling, read, watchLive, writerOf, type Work } from './watch';

/**
 * A portal on servers of their own: PostgreSQL, Mosquitto and Redis, a gateway with all roles, one with sockets alone, and a web
 * process; with people who call, boxes that publish and a page that is open.
 */

export const SERVERS = ['database', 'broker', 'redis'] as const;
export type ServerName = (typeof SERVERS)[number];
const PROCESSES = ['gateway', 'sockets', 'web'] as const;
export type ProcessName = (typeof PROCESSES)[number];

export interface FullPortal {
  readonly works: readonly Work[];
  readonly ledger: RunningLedger;
  /** The works, and the acknowledgements of what boxes publish. */
  readonly all: readonly Pick<Work, 'name' | 'doneAt'>[];
  /** What runs now, by name. */
  readonly running: Map<ServerName | ProcessName, PortalProcess | Server | DatabaseServer>;
  /** Starts one again that has ended. */
  again(name: ServerName | ProcessName): Promise<void>;
  close(): Promise<void>;
}

/** @param networkOf a network of its own for this server; undefined: it stands on this machine */
export async function startFullPortal(networkOf: (name: ServerName) => Namespace | undefined): Promise<FullPortal> {
  const folder = newFolder();
  const running: FullPortal['running'] = new Map();
  const closers: (() => Promise<unknown> | void)[] = [];
  const close = async () => {
    for (const one of closers.reverse()) await one();
    await endStage();
    for (const one of [...running.values()].reverse()) await one.end('SIGKILL');
    folder.remove();
  };
  try {
    const [pgPort = 0, mqttPort = 0, redisPort = 0, ...own] = await freePorts(8);
    const [gatewayPort = 0, socketsPort = 0, webPort = 0, rtmp = 0, otherRtmp = 0] = own;
    const at = (name: ServerName, port: number) => ({ folder: folder.path, port, network: networkOf(name) });
    const database = await startDatabase(at('database', pgPort));
    running.set('database', database);
    const broker = await startBroker(at('broker', mqttPort));
    running.set('broker', broker);
    const redis = await startRedis(at('redis', redisPort));
    running.set('redis', redis);
    migrate(database.sideUrl);
    lookIntoDatabase(database.sideUrl);
    const { clerk, boxes, secret } = await fillPortal(20);

    const env = {
      ...SECRETS,
      DATABASE_URL: database.url,
      MQTT_URL: broker.url,
      REDIS_URL: redis.url,
      DATA_DIR: `${folder.path}/data`,
      GATEWAY_URL: `http://127.0.0.1:${gatewayPort}`,
    };
    const starts: Record<ServerName | ProcessName, () => Promise<PortalProcess | Server>> = {
      database: () => startDatabase(at('database', pgPort)),
      broker: () => startBroker(at('broker', mqttPort)),
      redis: () => startRedis(at('redis', redisPort)),
      gateway: () => startGateway({ port: gatewayPort, env: { ...env, VIDEO_RTMP_PORT: String(rtmp) } }),
      sockets: () =>
        startGateway({
          port: socketsPort,
          env: { ...env, GATEWAY_ROLES: 'realtime', VIDEO_RTMP_PORT: String(otherRtmp) },
        }),
      web: () => startWeb({ port: webPort, env }),
    };
    const again = async (name: ServerName | ProcessName) => void running.set(name, await starts[name]());
    for (const name of PROCESSES) await again(name);

    const caller = { port: webPort, token: clerk.accessToken };
    const write = await writerOf(caller);
    const side = new URL(broker.sideUrl);
    const works = [
      keepCalling('reads', 5, () => read(caller)),
      keepCalling('writes', 2, write),
      await watchLive({
        brokerUrl: broker.sideUrl,
        cubeNo: boxNo(0),
        secret,
        equipmentNo: unitNo(0),
        gatewayPort: socketsPort,
        token: () => clerk.token(),
      }),
    ];
    for (const work of works) closers.push(() => work.stop());
    const ledger = keepLedger(boxes, Number(side.port), side.hostname);
    const all = [...works, { name: 'acknowledgements', doneAt: ledger.ackedAt }];
    return { works, ledger, all, running, again, close };
  } catch (error) {
    await close();
    throw error;
  }
}
