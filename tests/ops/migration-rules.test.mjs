import { readFileSync } from 'node:fs';
import { migrationNames } from '../../scripts/lib/migrate.mjs';
import { ALLOWED, LARGE_TABLES, faultsOf } from '../../scripts/lib/migration-rules.mjs';

/** Versions N and N + 1 share the database during an upgrade (docs/decisions/023-expand-and-contract.md). */

const sqlOf = (name) => readFileSync(`prisma/migrations/${name}/migration.sql`, 'utf8');

it.each(migrationNames())('%s suits the version before it', (name) => {
  expect(faultsOf(sqlOf(name))).toEqual(ALLOWED[name]?.faults ?? []);
});

it('what is allowed is there, with its day and its reason', () => {
  for (const [name, { day, why, faults }] of Object.entries(ALLOWED)) {
    expect(migrationNames()).toContain(name);
    expect([day, why.length > 10, faults.length > 0]).toEqual([
      expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
      true,
      true,
    ]);
  }
});

it('large tables are tables of ours', () => {
  const made = migrationNames().map(sqlOf).join('\n');
  for (const table of LARGE_TABLES) expect(made).toMatch(new RegExp(`CREATE TABLE "?${table}"? \\(`));
});

describe('refused', () => {
  it.each([
    ['drop', 'DROP TABLE "old";'],
    ['drop', 'ALTER TABLE "users" ADD COLUMN "a" text, DROP COLUMN "b";'],
    ['drop', 'alter table users drop b'],
    ['drop', 'ALTER TABLE users DROP CONSTRAINT "users_a_key";'],
    ['drop', 'DROP INDEX "users_a_idx";'],
    ['drop', 'DROP FUNCTION old_news();'],
    ['drop', `DO $$ BEGIN EXECUTE 'x'; DROP TABLE old; END $$;`],
    ['rename', 'ALTER TABLE "users" RENAME COLUMN "a" TO "b";'],
    ['rename', 'ALTER TABLE users RENAME TO people;'],
    ['rename', `ALTER TYPE "mail_state" RENAME VALUE 'A' TO 'B';`],
    ['stricter', 'ALTER TABLE "users" ADD COLUMN "a" text NOT NULL;'],
    ['stricter', 'ALTER TABLE "users" ALTER COLUMN "a" SET NOT NULL;'],
    ['stricter', 'CREATE UNIQUE INDEX "a" ON "users"("b");'],
    ['stricter', 'ALTER TABLE users ADD CONSTRAINT "c" CHECK (a > 0);'],
    ['lock', 'ALTER TABLE "users" ALTER COLUMN "a" SET DATA TYPE bigint;'],
    ['lock', 'ALTER TABLE users ADD COLUMN id BIGSERIAL NOT NULL;'],
    ['lock', 'ALTER TABLE users ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid();'],
    ['lock', 'ALTER TABLE users ADD COLUMN a int NOT NULL GENERATED ALWAYS AS (b + 1) STORED;'],
    ['lock', 'CREATE INDEX "a" ON "equipment_log"("b");'],
    ['lock', 'CREATE INDEX CONCURRENTLY "a" ON "equipment_log"("b"); ALTER TABLE users ADD COLUMN a text;'],
    ['lock', 'ALTER TABLE notification ADD CONSTRAINT f FOREIGN KEY (a) REFERENCES users(b);'],
    ['lock', 'LOCK TABLE users IN EXCLUSIVE MODE;'],
    ['lock', 'TRUNCATE users;'],
  ])('%s: %s', (rule, sql) => {
    expect(faultsOf(sql).map((fault) => fault.split(':')[0])).toContain(rule);
  });
});

describe('fine', () => {
  it.each([
    'ALTER TABLE "users" ADD COLUMN "a" TIMESTAMPTZ(3);',
    `ALTER TABLE users ADD COLUMN a text NOT NULL DEFAULT 'x;y', ADD COLUMN b int;`,
    'ALTER TABLE users ALTER COLUMN a DROP NOT NULL, ALTER COLUMN b DROP DEFAULT;',
    'CREATE TABLE t (a int NOT NULL UNIQUE); CREATE UNIQUE INDEX i ON t(a); ALTER TABLE t ADD CONSTRAINT c FOREIGN KEY (a) REFERENCES users(b), ADD COLUMN x int NOT NULL;',
    'CREATE INDEX i ON branch(a);',
    'CREATE INDEX CONCURRENTLY IF NOT EXISTS i ON equipment_log(a);',
    'ALTER TABLE notification ADD CONSTRAINT f FOREIGN KEY (a) REFERENCES users(b) NOT VALID;',
    `ALTER TYPE mail_state ADD VALUE 'LATE';`,
    'DROP TRIGGER IF EXISTS t ON users; CREATE TRIGGER t AFTER UPDATE ON users EXECUTE FUNCTION f();',
    '-- DROP TABLE old;\nCREATE OR REPLACE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DROP TABLE x; END $$;',
  ])('%s', (sql) => {
    expect(faultsOf(sql)).toEqual([]);
  });
});
