import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** Runs tests/api/support/server.mjs in a process of its own: Jest's runtime cannot load ES modules with WASM. */
export function databaseServer(command: 'start' | 'stop'): string {
  const result = spawnSync(process.execPath, [path.join(__dirname, 'server.mjs'), command], { encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`The test database did not ${command}: ${result.stderr}`);
  return result.stdout;
}

/** Starts (or joins) the test database and tells the workers where it is. */
export default function globalSetup(): void {
  const { adminUrl, template }: { adminUrl: string; template: string } = JSON.parse(databaseServer('start'));
  process.env.TEST_DATABASE_ADMIN_URL = adminUrl;
  process.env.TEST_DATABASE_TEMPLATE = template;
}
