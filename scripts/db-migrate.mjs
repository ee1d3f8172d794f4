// npm run db:migrate                       applies the migrations to DATABASE_URL
// npm run db:migrate -- --name add_thing   writes the next migration from prisma/schema (offline)
// npm run db:migrate -- --name x --sql     the same, also when only hand-written SQL is wanted
import path from 'node:path';
import { parseArgs } from 'node:util';
import { sessionUrlOf } from './lib/connection.mjs';
import { applyMigrations, hasUnmigratedChanges, makeMigration, migrationNames } from './lib/migrate.mjs';
import { checkStamps } from './lib/migration-stamps.mjs';
import { takeSecretFiles } from './lib/secret-files.mjs';

async function main() {
  const { values } = parseArgs({ options: { name: { type: 'string' }, sql: { type: 'boolean', default: false } } });
  if (values.name !== undefined) {
    const made = await makeMigration(values.name, { isEmptyAllowed: values.sql });
    if (!made) return console.log('No table has changed since the last migration.');
    console.log(`Written: ${path.relative(process.cwd(), path.join(made.directory, 'migration.sql'))}`);
    console.log('Append partial indexes, partitions and checks by hand, then commit it together with schema.snapshot.');
    return;
  }
  takeSecretFiles(process.env);
  const databaseUrl = process.env.DATABASE_URL;
  if (!databaseUrl) throw new Error('Set DATABASE_URL to apply migrations, or give --name to write the next one.');
  checkStamps(migrationNames());
  if (hasUnmigratedChanges()) console.warn('Note: prisma/schema has changes that no migration carries yet.');
  const applied = await applyMigrations({ databaseUrl: sessionUrlOf(databaseUrl), log: console.log });
  if (applied.length === 0) console.log('The database is up to date.');
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
