import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../../support/ports';
import type { PartOptions } from '../main';
import { openJobLog } from '../support/job-log';
import { startGateway, startWeb } from '../support/portal';
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
import { openRenewed } from '../support/renewal';
import { keepCalling, read, returnsAfter, writerOf } from '../support/watch';

/**
 * The clock of the machine on which gateway and web run is set an hour ahead and an hour back while they run (libfaketime): no job
 * is done twice or left out, no event is lost, nobody is signed out for good.
 */

const LIBRARIES = ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`);

export const missing = (): string | undefined =>
  LIBRARIES.some((file) => existsSync(file)) ? undefined : 'it needs libfaketime (Debian: apt-get install faketime)';

const STEPS = ['+3600', '+0', '-3600', '+0'];
/** More than a minute: the jobs of every minute come by at least once. */
const STEP_MS = 75_000;
/** What libfaketime may take to read its file again. */
const TURN_MS = 2000;

export async function run({ times }: PartOptions): Promise<boolean> {
  const folder = newFolder();
  const [pgPort = 0, gatewayPort = 0, webPort = 0, mqttPort = 0, rtmpPort = 0] = await freePorts(5);
  const database = await startDatabase({ folder: folder.path, port: pgPort });
  const running: { end(signal?: NodeJS.Signals): Promise<void> }[] = [];
  const setting = `${folder.path}/clock`;
  const turn = (offset: string) => writeFileSync(setting, offset);
  let log: Awaited<ReturnType<typeof openJobLog>> | undefined;
  try {
    migrate(database.url);
    lookIntoDatabase(database.url);
    log = await openJobLog(database.url);
    const { boxes } = await fillPortal(20);
    turn('+0');
    const preload = {
      LD_PRELOAD: LIBRARIES.find((file) => existsSync(file)) ?? '',
      FAKETIME_TIMESTAMP_FILE: setting,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    };
    const env = {
      ...SECRETS,
      DATABASE_URL: database.url,
      DATA_DIR: `${folder.path}/data`,
      MQTT_PORT: String(mqttPort),
      VIDEO_RTMP_PORT: String(rtmpPort),
      GATEWAY_URL: `http://127.0.0.1:${gatewayPort}`,
    };
    running.push(
      await startGateway({ port: gatewayPort, env, preload }),
      await startWeb({ port: webPort, env, preload }),
    );
    const { caller, renewed, renewals } = await openRenewed(webPort, 'clerk');
    const write = await writerOf(caller);
    const works = [
      keepCalling('reads', 5, () => renewed(() => read(caller))),
      keepCalling('writes', 2, () => renewed(write)),
    ];
    const ledger = keepLedger(boxes, mqttPort);
    const all = [...works, { name: 'acknowledgements', doneAt: ledger.ackedAt }];
    await returnsAfter(all, Date.now());
    // What runs at the start is over.
    await sleep(20_000);
    await log.begin();
    const begun = Date.now();
    let isWell = true;
    for (let time = 0; time < times; time += 1) {
      for (const offset of STEPS) {
        for (const work of works) work.failures.clear();
        turn(offset);
        const turned = Date.now() + TURN_MS;
        await sleep(STEP_MS);
        const done = all.map(({ name, doneAt }) => `${name} ${doneAt.filter((at) => at > turned).length}`).join(', ');
        const failures = works.flatMap(({ name, failures: found }) =>
          [...found].map(([reason, count]) => `${name} ${reason} × ${count}`),
        );
        say(`  clock ${offset} s: ${done}${failures.length > 0 ? `; ${failures.join(', ')}` : ''}`);
        if (all.some(({ doneAt }) => !doneAt.some((at) => at > turned))) isWell = false;
      }
    }
    const minutes = Math.floor((Date.now() - begun) / 60_000);
    await sleep(Math.max(0, 20_000 - (Date.now() % 60_000)));
    const { moments, runs, doubled, missing: left } = await log.compare();
    const perMinute = (
      await log.sql.query<{ count: number }>(
        "SELECT count(DISTINCT due)::int AS count FROM chaos_job WHERE name = 'announcements' AND what = 'claimed'",
      )
    ).rows[0]?.count;
    const steps = await log.sql.query<{ steps: number; early: number }>(
      `SELECT count(*)::int AS steps, count(*) FILTER (WHERE s.create_date > clock_timestamp() + interval '5 minutes')::int AS early FROM escalation_step s`,
    );
    say(
      `  jobs: ${moments} moments, ${runs} runs, ${doubled.length === 0 ? 'none twice' : `twice: ${doubled.join(', ')}`}, ${left.length === 0 ? 'none left out' : `left out: ${left.join(', ')}`}; a job of every minute had ${perMinute} moments in ${minutes} minutes`,
    );
    say(
      `  escalation: ${steps.rows[0]?.steps} steps (each can be there once), ${steps.rows[0]?.early} of a wrong time`,
    );
    const isWhole = tellLedger(await ledger.compare());
    for (const work of works) await work.stop();
    return (
      isWhole &&
      isWell &&
      doubled.length === 0 &&
      left.length === 0 &&
      (perMinute ?? 0) >= minutes &&
      steps.rows[0]?.early === 0
    );
  } finally {
    await log?.end();
    await endStage();
    for (const one of running.reverse()) await one.end('SIGKILL');
    await database.end();
    folder.remove();
  }
}
