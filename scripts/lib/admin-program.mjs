// Programs of lib/programs/admin that an administrator runs by hand: they work on DATABASE_URL, on a running portal's embedded
// database, and on a stopped one.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { generateClient } from './build-portal.mjs';
import { bundlePrograms } from './bundles.mjs';
import { sessionUrlOf } from './connection.mjs';
import { prepareDataDir, secretsOf } from './data-dir.mjs';
import { install, isInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { openDatabase } from './own-database.mjs';
import { ROOT, inRoot } from './root.mjs';
import { takeSecretFiles } from './secret-files.mjs';
import { readSettings } from './settings.mjs';

const OUT = inRoot('.tmp/admin');

/** Secrets that the environment does not say itself. */
const without = (secrets, env) =>
  Object.fromEntries(Object.entries(secrets).filter(([name]) => env[name] === undefined));

/**
 * Builds the program, opens the database, brings it up to date and runs the program with this process's arguments.
 * @param {string} program its name in PROGRAMS
 * @param {{ hasDatabase?: boolean, migrates?: boolean }} [options] hasDatabase false: it speaks to a portal elsewhere; migrates
 *   false: it looks at the database as it is
 */
export async function runAdminProgram(program, { hasDatabase = true, migrates = true } = {}) {
  takeSecretFiles(process.env);
  const settings = readSettings(process.env);
  mkdirSync(OUT, { recursive: true });
  await withLock(inRoot('.tmp/prepare.lock'), async () => {
    if (!isInstalled()) await install({ logFile: join(OUT, 'install.log') });
    await generateClient({ logFile: join(OUT, 'generate.log') });
    await bundlePrograms({ outDir: OUT, only: [program] });
  });
  const run = (env) => {
    const { status } = spawnSync(process.execPath, [join(OUT, `${program}.mjs`), ...process.argv.slice(2)], {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    process.exitCode = status ?? 1;
  };
  if (!hasDatabase) return run({});
  if (!settings.databaseUrl) prepareDataDir(settings.dataDir);
  const secrets = settings.databaseUrl ? {} : secretsOf(settings.dataDir);
  const database = await openDatabase(settings);
  try {
    if (migrates) {
      const { applyMigrations } = await import('./migrate.mjs');
      await applyMigrations({ databaseUrl: sessionUrlOf(database.databaseUrl), folders: database.folders });
    }
    run({ ...without(secrets, process.env), DATABASE_URL: database.databaseUrl });
  } finally {
    await database.stop();
  }
}
