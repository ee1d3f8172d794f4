import { execFile, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from '../../support/ports';

/** A second portal beside the one that the tests look at: without demo data, with data and ports of its own, of the same build. */

const run = promisify(execFile);
const START_TIMEOUT_MS = 120_000;
const STOP_PATIENCE_MS = 20_000;

export interface EmptyPortal {
  readonly url: string;
  readonly mqttPort: number;
  /** What `npm run SCRIPT -- ARGS` of this installation prints. */
  readonly npm: (script: string, ...args: string[]) => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** Starts one as `DEMO=0 npm start` does and waits until it is ready. */
export async function startEmptyPortal(): Promise<EmptyPortal> {
  const dataDir = mkdtempSync(join(realpathSync(tmpdir()), 'lift-portal-empty-'));
  // The account that runs PostgreSQL reaches its folder through this one.
  chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
  const [port = 0, gatewayPort = 0, mqttPort = 0, pgPort = 0] = await freePorts(4);
  const url = `http://localhost:${port}`;
  // Somebody's own database is not ours to fill.
  const { DATABASE_URL: _database, REDIS_URL: _redis, ...inherited } = process.env;
  const env = {
    ...inherited,
    DEMO: '0',
    DATA_DIR: join(dataDir, 'data'),
    PORT: String(port),
    GATEWAY_PORT: String(gatewayPort),
    MQTT_PORT: String(mqttPort),
    PG_PORT: String(pgPort),
    PUBLIC_URL: url,
    // So it does not outlive us.
    npm_lifecycle_event: 'start',
  };
  const child = spawn(process.execPath, ['scripts/start.mjs'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    const patience = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS);
    await exited;
    clearTimeout(patience);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The empty portal was not up in time: ${said}`)), START_TIMEOUT_MS);
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      if (/^ {2}Ready\b/m.test(said)) resolve();
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    void exited.then(() => reject(new Error(`The empty portal ended: ${said}`))).finally(() => clearTimeout(timer));
  }).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const npm = async (script: string, ...args: string[]) =>
    (await run('npm', ['run', '-s', script, '--', ...args], { env, timeout: START_TIMEOUT_MS })).stdout;
  return { url, mqttPort, npm, stop };
}
