import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { PROGRAMS_FOLDER } from '../../support/programs';

/** More workers than this share: a server takes 130 MB. */
const MOST_SERVERS = 4;

/** Runs tests/api/support/server.mjs in a process of its own: Jest's runtime cannot load ES modules with WASM. */
export function databaseServer(command: 'start' | 'stop', ...args: string[]): string {
  const result = spawnSync(process.execPath, [path.join(__dirname, 'server.mjs'), command, ...args], {
    encoding: 'utf8',
  });
  if (result.status !== 0) throw new Error(`The test database did not ${command}: ${result.stderr}`);
  return result.stdout;
}

function bundlePrograms(): void {
  const bundler = path.join(__dirname, 'bundle-programs.mjs');
  const { status, stderr } = spawnSync(process.execPath, [bundler, PROGRAMS_FOLDER], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The programs could not be bundled: ${stderr}`);
}

/** Bundles the programs that tests start, starts (or joins) one test database a worker and tells the workers where they are. */
export default function globalSetup({ maxWorkers }: { maxWorkers: number }): void {
  // Tests write past the door and look at once; what is kept is tested where it is meant (shared-counts.test).
  process.env.COUNT_MEMORY_MS = '0';
  // Whoever needs a gateway starts one. A portal that runs on this machine is none of ours, so the usual port is not asked.
  process.env.GATEWAY_URL = 'http://127.0.0.1:3';
  bundlePrograms();
  process.env.TEST_DATABASES = databaseServer('start', String(Math.min(maxWorkers, MOST_SERVERS)));
}
