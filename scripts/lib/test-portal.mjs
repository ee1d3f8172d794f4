import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eachLine, spawnOwned } from './owned.mjs';
import { freePorts } from './ports.mjs';
import { Problem } from './problem.mjs';
import { ROOT, inRoot } from './root.mjs';
import { stopAll } from './run-file.mjs';

// The whole real portal for the browser's tests, built and started as a person would.

const START_TIMEOUT_MS = 15 * 60_000;

/** A folder that the account running PostgreSQL can reach, the same at every run, so that nothing piles up. */
function dataFolder() {
  const parent = join(realpathSync(tmpdir()), `lift-portal-test-${createHash('sha256').update(ROOT).digest('hex').slice(0, 10)}`);
  mkdirSync(parent, { recursive: true });
  chmodSync(parent, process.getuid?.() === 0 ? 0o711 : 0o700);
  return join(parent, 'data');
}

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
 * @param {{ env: NodeJS.ProcessEnv, say: (line: string) => void, cleanups: (() => Promise<void>)[] }} context its stop is put among the clean-ups
 * @returns {Promise<{ url: string, dataDir: string, mqttPort: number, gatewayPort: number, pgPort: number, pid: number }>} when it is ready
 */
export async function startPortal({ env, say, cleanups }) {
  const dataDir = dataFolder();
  await clear(dataDir);
  const [port, gatewayPort, mqttPort, pgPort] = await freePorts(4);
  const child = spawnOwned(process.execPath, [inRoot('scripts/start.mjs')], {
    name: 'start',
    env: {
      ...env, PORT: String(port), GATEWAY_PORT: String(gatewayPort), MQTT_PORT: String(mqttPort), PG_PORT: String(pgPort), DATA_DIR: dataDir,
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
    void exited.then(() => reject(new Problem(`The portal could not be started: ${lastWords}`))).finally(() => clearTimeout(timer));
  });
  return { url: `http://localhost:${port}`, dataDir, mqttPort, gatewayPort, pgPort, pid: child.pid };
}
