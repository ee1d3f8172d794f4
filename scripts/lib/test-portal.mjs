// A portal of the tests' own, for everything that looks at the whole: built and started as a person would.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { eachLine, spawnOwned } from './owned.mjs';
import { freePorts } from './ports.mjs';
import { Problem } from './problem.mjs';
import { inRoot } from './root.mjs';
import { stopAll } from './run-file.mjs';
import { scratchFolder } from './scratch-folder.mjs';

/** Where the tests build, so that a running portal is not disturbed. */
export const TEST_BUILD = { NEXT_DIST_DIR: '.next-test', BUILD_DIR: '.tmp/test/dist' };
const START_TIMEOUT_MS = 15 * 60_000;
/** The settings of a developer's own portal must not change the tests. */
const SETTINGS = [
  'PORT',
  'HOST',
  'PUBLIC_URL',
  'DATA_DIR',
  'PG_PORT',
  'DB_POOL',
  'DATABASE_URL',
  'DATABASE_SESSION_URL',
  'REDIS_URL',
  'TRUSTED_PROXIES',
  'SESSION_SECRET',
  'INTERNAL_SECRET',
  'DEMO',
  'DEMO_FLEET',
  'DEMO_SCALE',
  'DEMO_SEED',
  'DEMO_DATE',
  'LOG_LEVEL',
  'NODE_ENV',
  'NEXT_DIST_DIR',
  'BUILD_DIR',
  'RATE_LIMIT_SCALE',
  'COUNT_MEMORY_MS',
  'RECORD_NUMBER',
  'AIRPORT_PROJECT_IDS',
  'npm_lifecycle_event',
];
const isSetting = (name) => SETTINGS.includes(name) || /^(GATEWAY|MQTT|SMS_UPSTREAM)_/.test(name);

/** Our environment without the settings of anybody's portal. */
export const testEnv = () => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !isSetting(name))),
  NEXT_TELEMETRY_DISABLED: '1',
});

/** What tests need to know of the portal they look at (tests/e2e/support). */
export const portalEnv = ({ url, dataDir, mqttPort, gatewayPort, pgPort, rtmpPort, pid }) => ({
  E2E_URL: url,
  E2E_DATA_DIR: dataDir,
  E2E_MQTT_PORT: String(mqttPort),
  E2E_RTMP_PORT: String(rtmpPort),
  E2E_GATEWAY_PORT: String(gatewayPort),
  E2E_PG_PORT: String(pgPort),
  E2E_START_PID: String(pid),
});

/** Clears what an earlier run left, running or not. */
async function clear(dataDir) {
  const read = (file) => {
    try {
      return JSON.parse(readFileSync(join(dataDir, file), 'utf8'));
    } catch {
      return undefined;
    }
  };
  const run = read('run.json');
  if (run?.owner) await stopAll([run.owner], 12_000);
  await stopAll(run?.children ?? [], 5000);
  const server = read('postgres.process.json')?.server;
  if (server) await stopAll([server], 5000);
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * Builds and starts a portal as a person would, with data and ports of its own.
 * @param {{ env: NodeJS.ProcessEnv, say: (line: string) => void, cleanups: (() => Promise<void>)[], demoScale?: string }} context
 *   cleanups: gets what stops it and removes its data; demoScale: of the demo's size, all of it when absent
 * @returns {Promise<{ url: string, dataDir: string, mqttPort: number, gatewayPort: number, pgPort: number, rtmpPort: number, pid: number }>}
 */
export async function startTestPortal({ env, say, cleanups, demoScale }) {
  const dataDir = join(scratchFolder('test'), 'data');
  await clear(dataDir);
  const [port, gatewayPort, mqttPort, pgPort, rtmpPort] = await freePorts(5);
  const child = spawnOwned(process.execPath, [inRoot('scripts/start.mjs')], {
    name: 'start',
    env: {
      ...env,
      ...TEST_BUILD,
      PORT: String(port),
      GATEWAY_PORT: String(gatewayPort),
      MQTT_PORT: String(mqttPort),
      PG_PORT: String(pgPort),
      VIDEO_RTMP_PORT: String(rtmpPort),
      DATA_DIR: dataDir,
      // A few personas do the work of hundreds here; the API tests prove the limits.
      RATE_LIMIT_SCALE: '10',
      ...(demoScale === undefined ? {} : { DEMO_SCALE: demoScale }),
      PUBLIC_URL: `http://localhost:${port}`,
    },
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  cleanups.push(async () => {
    child.kill('SIGTERM');
    const patience = setTimeout(() => child.kill('SIGKILL'), 20_000);
    await exited;
    clearTimeout(patience);
    await clear(dataDir);
  });
  await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Problem('The portal was not up in time.')), START_TIMEOUT_MS);
    let lastWords = '';
    eachLine(child.stdout, (line) => {
      say(line);
      if (/^ {2}Ready\b/.test(line)) resolve();
    });
    eachLine(child.stderr, (line) => {
      say(line);
      lastWords = line;
    });
    void exited
      .then(() => reject(new Problem(`The portal could not be started: ${lastWords}`)))
      .finally(() => clearTimeout(timer));
  });
  return { url: `http://localhost:${port}`, dataDir, mqttPort, gatewayPort, pgPort, rtmpPort, pid: child.pid };
}
