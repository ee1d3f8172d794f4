import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { resetConfig } from '@/lib/config';
import { closeDb, pool } from '@/lib/platform/db/client';
import { compareLedger, runLedger } from '../../../support/ledger';
import { createBox, run, type Box } from './world';

/** The promise of readings 56 with real processes: what is acknowledged is stored, once, whatever is killed with -9. */

const BOXES = 40;
const EVENTS = 40;
const root = path.resolve(__dirname, '../../../..');

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** A program of ours; resolves when it prints the line that says it is ready. */
async function start(
  args: string[],
  isReady: (output: string) => boolean,
  env: Record<string, string> = {},
): Promise<{ child: ChildProcess; output: string }> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString('utf8');
      if (isReady(output)) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('close', (code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
  return { child, output };
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'exit');
  child.kill(signal);
  await closed;
}

describe('0 acknowledged events lost, 0 duplicated', () => {
  const before = process.env.DATABASE_URL;
  let folder: string;
  let pgPort: number;
  let database: ChildProcess;
  let gateway: ChildProcess | undefined;
  let databasePid: number;
  let gatewayEnv: Record<string, string>;
  let mqttPort: number;
  let boxes: Box[];

  const startDatabase = async () => {
    const options = { dataDir: path.join(folder, 'postgres'), port: pgPort, settings: {} };
    const { child, output } = await start(
      [path.join(root, 'tests/api/support/run-postgres.mjs'), JSON.stringify(options)],
      (text) => text.endsWith('}\n'),
    );
    const { databaseUrl, pid } = JSON.parse(output) as { databaseUrl: string; pid: number };
    database = child;
    databasePid = pid;
    return databaseUrl;
  };
  const startGateway = async () => {
    gateway = (
      await start(
        ['--import', 'tsx', 'lib/programs/gateway/main.ts'],
        (text) => text.includes('gateway ready'),
        gatewayEnv,
      )
    ).child;
  };

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'lift-ledger-'));
    chmodSync(folder, 0o755);
    pgPort = await freePort();
    mqttPort = await freePort();
    const databaseUrl = await startDatabase();
    const migrate = `import { applyMigrations } from ${JSON.stringify(pathToFileURL(path.join(root, 'scripts/lib/migrate.mjs')).href)}; await applyMigrations({ databaseUrl: process.argv[1] });`;
    expect(await run(process.execPath, ['--input-type=module', '-e', migrate, databaseUrl])).toMatchObject({ code: 0 });
    await closeDb();
    process.env.DATABASE_URL = databaseUrl;
    resetConfig();
    boxes = [];
    for (let index = 0; index < BOXES; index += 1) boxes.push(await createBox(`LB${index}`, `LE${index}`));
    gatewayEnv = {
      DATABASE_URL: databaseUrl,
      GATEWAY_PORT: String(await freePort()),
      MQTT_PORT: String(mqttPort),
      GATEWAY_ROLES: 'ingest,realtime,jobs',
      SESSION_SECRET: randomBytes(32).toString('hex'),
      INTERNAL_SECRET: randomBytes(32).toString('hex'),
      LOG_LEVEL: 'info',
      NODE_ENV: 'production',
    };
    await startGateway();
  }, 120_000);

  afterAll(async () => {
    await closeDb();
    if (gateway) await kill(gateway, 'SIGTERM');
    await kill(database, 'SIGTERM');
    rmSync(folder, { recursive: true, force: true });
    if (before === undefined) delete process.env.DATABASE_URL;
    else process.env.DATABASE_URL = before;
    resetConfig();
  });

  it('while PostgreSQL and the gateway are killed with -9 in the middle of it', async () => {
    const running = runLedger({
      port: mqttPort,
      boxes,
      eventsPerBox: EVENTS,
      ratePerSec: 4.8,
      resendMs: 2500,
      deadlineMs: 90_000,
    });
    running.catch(() => undefined);

    await sleep(2500);
    process.kill(databasePid, 'SIGKILL');
    await kill(database, 'SIGTERM');
    await sleep(1500);
    await startDatabase();

    await sleep(2500);
    if (gateway) await kill(gateway, 'SIGKILL');
    await sleep(500);
    await startGateway();

    await sleep(1000);
    process.kill(databasePid, 'SIGKILL');
    await kill(database, 'SIGTERM');
    await startDatabase();

    const ledger = await running;
    expect(ledger.acked).toEqual(ledger.published);
    expect(ledger.acked.size).toBe(BOXES * EVENTS);
    expect(ledger.sends).toBeGreaterThan(BOXES * EVENTS);
    await closeDb();
    expect(await compareLedger(ledger, pool())).toEqual({ lost: [], duplicated: [], stored: BOXES * EVENTS });
  }, 150_000);

  it('the gateway says in one sentence that its port is taken, and ends', async () => {
    const { code, output } = await run('env', [
      ...Object.entries(gatewayEnv).map(([name, value]) => `${name}=${value}`),
      process.execPath,
      '--import',
      'tsx',
      path.join(root, 'lib/programs/gateway/main.ts'),
    ]);
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toEqual([expect.stringMatching(/^GATEWAY_PORT \d+ on 127\.0\.0\.1 is in use/)]);
  });

  it('the gateway ends in order when it is told to', async () => {
    if (!gateway) throw new Error('not running');
    const exited = once(gateway, 'exit');
    gateway.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    gateway = undefined;
  });
});
