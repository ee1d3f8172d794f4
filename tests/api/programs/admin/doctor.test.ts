import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resetConfig } from '@/lib/config';
import { pool } from '@/lib/platform/db/client';
import { examine, linesOf } from '@/lib/programs/admin/doctor';
import { freePort } from '../../../support/ports';
import { useFreshDatabase } from '../../support/database';

/** `npm run doctor` on a real database: what is right is said, what is wrong by name, and no secret. */

useFreshDatabase();

let before: NodeJS.ProcessEnv;
let folder: string;
beforeEach(() => {
  before = { ...process.env };
  folder = mkdtempSync(join(tmpdir(), 'lift-doctor-'));
  process.env.DATA_DIR = folder;
  resetConfig();
});
afterEach(() => {
  process.env = { ...before };
  resetConfig();
  rmSync(folder, { recursive: true, force: true });
});

const set = (settings: Record<string, string>) => {
  Object.assign(process.env, settings);
  resetConfig();
};
const faults = async (now = Date.now) =>
  (await examine(now)).filter(({ verdict }) => verdict === 'fault').map(({ area, text }) => `${area}: ${text}`);

it('finds nothing wrong with an installation that is right, and says what was looked at', async () => {
  const findings = await examine(Date.now);
  expect(findings.filter(({ verdict }) => verdict === 'fault')).toEqual([]);
  const lines = linesOf(findings);
  expect(lines).toContainEqual(expect.stringMatching(/^✓ Database {2}PostgreSQL \d+, .*, \d+ connections$/));
  expect(lines).toContainEqual('✓ Database  every migration');
  expect(lines).toContainEqual(expect.stringMatching(/^[✓!] Data {6}.*GB free$/));
  expect(lines).toContainEqual(expect.stringMatching(/^! E-mail {4}provider .*: no e-mail leaves this machine$/));
});

it('names what is wrong: a migration that is missing, a clock, files that others read, servers that do not answer', async () => {
  const { rows } = await pool().query<{ name: string }>(
    'DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations) RETURNING migration_name AS name',
  );
  writeFileSync(join(folder, 'secrets.json'), '{}');
  chmodSync(join(folder, 'secrets.json'), 0o644);
  const nobody = await freePort();
  set({
    MQTT_URL: `mqtt://portal:hidden-word@127.0.0.1:${nobody}`,
    REDIS_URL: `redis://:hidden-word@127.0.0.1:${nobody}`,
    MAIL_PROVIDER: 'smtp',
    SMTP_URL: `smtp://portal:hidden-word@127.0.0.1:${nobody}`,
    MAIL_FROM: 'portal@example.com',
  });
  const found = await faults(() => Date.now() + 60_000);
  expect(found).toEqual([
    'Data: others may read secrets.json; chmod go= makes them private',
    expect.stringMatching(/^Database: its clock is (59|60)\.\d s away from the one of this machine$/),
    `Database: 1 migrations are not applied, the first is ${rows[0]?.name}`,
    expect.stringMatching(/^Broker: .*ECONNREFUSED/),
    expect.stringMatching(/^Redis: .*ECONNREFUSED/),
    expect.stringMatching(/^E-mail: .*ECONNREFUSED/),
  ]);
  expect(found.join()).not.toContain('hidden-word');
});

it('says that a gateway answers with a fault, and that nobody answers', async () => {
  const server = createServer((_, answer) => answer.writeHead(503).end());
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  set({ GATEWAY_URL: `http://127.0.0.1:${port}` });
  expect(await faults()).toContain(`Gateway: http://127.0.0.1:${port} says 503`);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(linesOf(await examine(Date.now))).toContainEqual(expect.stringContaining('nobody answers at'));
});
