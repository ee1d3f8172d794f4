// `npm run db:deploy`: applies the committed migrations to DATABASE_URL, which may be a file (DATABASE_URL_FILE).
import { sessionUrlOf } from './lib/connection.mjs';
import { applyMigrations } from './lib/migrate.mjs';
import { exitDone, exitWith, Problem } from './lib/problem.mjs';
import { takeSecretFiles } from './lib/secret-files.mjs';

async function main() {
  takeSecretFiles(process.env);
  const databaseUrl = process.env.DATABASE_URL;
  if (!databaseUrl) throw new Problem('DATABASE_URL is not set; the embedded database is migrated by `npm start`.');
  await applyMigrations({ databaseUrl: sessionUrlOf(databaseUrl), log: (line) => process.stdout.write(`${line}\n`) });
  process.stdout.write('The database is up to date.\n');
}

main().then(exitDone, exitWith);
