import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { openIngress, type Ingress } from '../../support/ingress';
import { freePorts } from '../../support/ports';
import type { PartOptions } from '../main';
import { startGateway, startWeb, type PortalProcess } from '../support/portal';
import { migrate, startDatabase } from '../support/servers';
import {
  endStage,
  fillPortal,
  keepLedger,
  newFolder,
  say,
  SECRETS,
  tellLedger,
  lookIntoDatabase,
} from '../support/stage';
import { again, call, keepCalling, read, returnsAfter, writerOf, type Work } from '../support/watch';

/**
 * An older version and this one side by side on one database, behind one address: forward and back again, while people call and
 * boxes publish. Nobody gets an error of ours.
 */

export const missing = (): string | undefined =>
  process.env.CHAOS_OLDER ? undefined : 'no older version was built (scripts/lib/chaos.mjs)';

const STEP_MS = 8000;
const OUT_MS = 500;
/** A busy machine may refuse lists; that is not what is looked for here. */
const SETTINGS = { DRAIN_SECONDS: '2', STOP_SECONDS: '60', OVERLOAD_DELAY_MS: '60000', OVERLOAD_QUEUE: '100000' };

interface Version {
  readonly name: string;
  readonly root: string;
  readonly ports: { web: number; gateway: number; mqtt: number; rtmp: number };
}

/** Both processes of a version. The gateway comes first and goes last. */
async function startVersion({ root, ports }: Version, env: Record<string, string>): Promise<PortalProcess[]> {
  const own = { ...env, ...SETTINGS, MQTT_PORT: String(ports.mqtt), VIDEO_RTMP_PORT: String(ports.rtmp) };
  const gateway = await startGateway({ port: ports.gateway, root, env: own });
  return [await startWeb({ port: ports.web, root, env: own }), gateway];
}

async function versionOf(name: string, root: string): Promise<Version> {
  const [web = 0, gateway = 0, mqtt = 0, rtmp = 0] = await freePorts(4);
  return { name, root, ports: { web, gateway, mqtt, rtmp } };
}

const isOurs = (reason: string) => !/^[1-4]\d\d$/.test(reason);
const tell = (work: Work) => {
  const failures = [...work.failures].map(([reason, count]) => `${reason} × ${count}`);
  return `${work.name} ${work.doneAt.length} answered, longest ${work.longestMs} ms${failures.length > 0 ? `, ${failures.join(', ')}` : ''}`;
};

export async function run({ times, rate }: PartOptions): Promise<boolean> {
  const folder = newFolder();
  const older = await versionOf('the older version', process.env.CHAOS_OLDER ?? '');
  const newer = await versionOf('this version', process.cwd());
  const agent = new http.Agent({ keepAlive: true });
  const ingresses: Ingress[] = [];
  const running = new Set<PortalProcess>();
  /** What the ingress sends calls to: whoever stops a process takes it out first. */
  const webs: number[] = [];
  const [pgPort = 0] = await freePorts(1);
  const database = await startDatabase({ folder: folder.path, port: pgPort });
  try {
    const ingressOf = async (ports: readonly number[]) => {
      const made = await openIngress(ports);
      ingresses.push(made);
      return made.port;
    };
    const both = (part: keyof Version['ports']) => [older.ports[part], newer.ports[part]];
    migrate(database.url, older.root);
    lookIntoDatabase(database.url);
    const { clerk, boxes } = await fillPortal(20);
    const webPort = await ingressOf(webs);
    const env = {
      ...SECRETS,
      DATABASE_URL: database.url,
      DATA_DIR: `${folder.path}/data`,
      PUBLIC_URL: `http://127.0.0.1:${webPort}`,
      GATEWAY_URL: `http://127.0.0.1:${await ingressOf(both('gateway'))}`,
    };
    const start = async (version: Version) => {
      const processes = await startVersion(version, env);
      for (const one of processes) running.add(one);
      webs.push(version.ports.web);
      return async () => {
        webs.splice(webs.indexOf(version.ports.web), 1);
        await sleep(OUT_MS);
        for (const one of processes) {
          await one.end();
          running.delete(one);
        }
      };
    };

    let stopOlder = await start(older);
    const caller = { port: webPort, token: clerk.accessToken };
    const write = await writerOf(caller, agent);
    const units = () => call(caller, { path: '/sms/equipment/query', body: { pageIndex: 1, pageSize: 20 }, by: agent });
    const works = [
      keepCalling('reads of projects', rate * 0.36, () => read(caller, agent)),
      keepCalling('reads of units', rate * 0.36, units),
      keepCalling('writes', rate * 0.28, write),
    ];
    const ledger = keepLedger(boxes, await ingressOf(both('mqtt')));
    await returnsAfter([...works, { name: 'acknowledgements', doneAt: ledger.ackedAt }], Date.now());
    const step = async (what: string) => {
      await sleep(STEP_MS);
      const wrong = works.flatMap(({ name, failures }) =>
        [...failures].map(([reason, count]) => `${name} ${reason} × ${count}`),
      );
      say(`  ${what}: ${wrong.length > 0 ? wrong.join(', ') : 'no error'}`);
    };
    await step('the older version alone');
    for (let time = 0; time < times; time += 1) {
      if (time === 0) migrate(database.url);
      await step('the older version on the migrated database');
      const stopNewer = await start(newer);
      await step('both');
      await stopOlder();
      await step('this version alone');
      stopOlder = await start(older);
      await step('both again, on the way back');
      await stopNewer();
      await step('the older version alone, on the migrated database');
    }
    for (const work of works) await work.stop();
    for (const work of works) say(`  ${tell(work)}`);
    const ours = works.flatMap(({ failures }) => [...failures].filter(([reason]) => isOurs(reason)));
    say(
      `  ${ours.reduce((sum, [, count]) => sum + count, 0)} calls failed by our fault; aim 0. ${again.count} were sent again, as their connection was closed before they began`,
    );
    return tellLedger(await ledger.compare()) && ours.length === 0;
  } finally {
    agent.destroy();
    await endStage();
    for (const one of running) await one.end('SIGKILL');
    for (const ingress of ingresses) await ingress.close();
    await database.end();
    folder.remove();
  }
}
