// `npm run db:deploy`: applies the committed migrations to DATABASE_URL.
import { applyMigrations } from './lib/migrate.mjs';

const databaseUrl = process.env.DATABASE_URL;
if (!databaseUrl) {
  process.stderr.write('DATABASE_URL is not set; the embedded database is migrated by `npm start`.\n');
  process.exit(1);
}
applyMigrations({ databaseUrl, log: (line) => process.stdout.write(`${line}\n`) }).then(
  () => process.stdout.write('The database is up to date.\n'),
  (error) => {
    process.stderr.write(`${process.env.DEBUG === '1' ? error.stack : error.message}\n`);
    process.exit(1);
  },
);
