// `npm run admin:create [-- --username NAME]`: a first administrator for a database without demo data. Prints a
// one-time password, once. Works on DATABASE_URL, on a running portal's embedded database, and on a stopped one.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { generateClient } from './lib/build-portal.mjs';
import { bundlePrograms } from './lib/bundles.mjs';
import { prepareDataDir, secretsOf } from './lib/data-dir.mjs';
import { install, isInstalled } from './lib/install.mjs';
import { withLock } from './lib/lock.mjs';
import { isStillRunning } from './lib/process-identity.mjs';
import { exitWith } from './lib/problem.mjs';
import { ROOT, inRoot } from './lib/root.mjs';
import { readSettings } from './lib/settings.mjs';

const OUT = inRoot('.tmp/admin');

function isPortalRunning(dataDir) {
  try {
    return isStillRunning(JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')).owner);
  } catch {
    return false;
  }
}

/** @returns {Promise<{ databaseUrl: string, stop(): Promise<void> }>} */
async function openDatabase({ databaseUrl, dataDir, pgPort }) {
  if (databaseUrl) return { databaseUrl, stop: async () => undefined };
  prepareDataDir(dataDir);
  const password = secretsOf(dataDir).POSTGRES_PASSWORD;
  if (isPortalRunning(dataDir)) {
    return { databaseUrl: `postgresql://portal:${encodeURIComponent(password)}@127.0.0.1:${pgPort}/portal`, stop: async () => undefined };
  }
  const { startPostgres } = await import('./lib/postgres.mjs');
  return startPostgres({ dataDir: join(dataDir, 'postgres'), port: pgPort, password });
}

async function main() {
  const settings = readSettings(process.env);
  mkdirSync(OUT, { recursive: true });
  await withLock(inRoot('.tmp/prepare.lock'), async () => {
    if (!isInstalled()) await install({ logFile: join(OUT, 'install.log') });
    await generateClient({ logFile: join(OUT, 'generate.log') });
    await bundlePrograms({ outDir: OUT, only: ['admin-create'] });
  });
  const database = await openDatabase(settings);
  try {
    const { applyMigrations } = await import('./lib/migrate.mjs');
    await applyMigrations({ databaseUrl: database.databaseUrl });
    const { status } = spawnSync(process.execPath, [join(OUT, 'admin-create.mjs'), ...process.argv.slice(2)], {
      cwd: ROOT, stdio: 'inherit', env: { ...process.env, DATABASE_URL: database.databaseUrl },
    });
    process.exitCode = status ?? 1;
  } finally {
    await database.stop();
  }
}

main().catch(exitWith);
