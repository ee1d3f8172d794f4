import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { resetConfig } from '@/lib/config';
import { closeDb, db, pool } from '@/lib/platform/db/client';
import { tryDatabase } from '@/lib/platform/db/first-connection';
import { listen } from '@/lib/platform/db/listen';
import { startWorker } from '@/lib/platform/jobs/worker';
import { examine } from '@/lib/programs/admin/doctor';
import { makeCertificates, type Certificates } from '../../../support/certificates';
import { programFile } from '../../../support/programs';
import { until } from '../../../support/until';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { ServerSettings } from '../../support/server-settings';

/** TLS with a real server: its certificate is for the name `localhost` alone. */

let database: TestDatabase;
let files: Certificates;
let server: ServerSettings;
let plain: URL;
let folder: string;

beforeAll(async () => {
  files = makeCertificates();
  folder = mkdtempSync(path.join(tmpdir(), 'lift-tls-'));
  database = await freshDatabase();
  plain = new URL(database.databaseUrl);
  server = await ServerSettings.of(database.databaseUrl);
  server.give('test-server.pem', files.server.cert);
  server.give('test-server.key', files.server.key);
  server.give('test-ca.pem', files.ca);
  await pool().query('DROP ROLE IF EXISTS certified');
  await pool().query("CREATE ROLE certified LOGIN SUPERUSER PASSWORD 'word'");
  await server.admit(
    'hostssl all certified 127.0.0.1/32 scram-sha-256 clientcert=verify-full',
    'host all certified all reject',
  );
  await server.set({
    ssl_cert_file: 'test-server.pem',
    ssl_key_file: 'test-server.key',
    ssl_ca_file: 'test-ca.pem',
    ssl: 'on',
  });
});
afterAll(async () => {
  await use(plain);
  await pool().query('DROP ROLE certified');
  await server.restore();
  await database.drop();
  files.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function use(url: URL): Promise<void> {
  await closeDb();
  process.env.DATABASE_URL = url.href;
  resetConfig();
}
/** The address with these words of TLS, by name or by number. */
function address(words: Record<string, string>, host: '127.0.0.1' | 'localhost' = '127.0.0.1'): URL {
  const url = new URL(plain);
  url.hostname = host;
  for (const [name, value] of Object.entries(words)) url.searchParams.set(name, value);
  return url;
}
const isEncrypted = async () =>
  (await pool().query<{ ssl: boolean }>('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()')).rows[0]?.ssl;

it('is spoken by everything of the portal: pages, listeners, jobs', async () => {
  await use(address({ sslmode: 'verify-full', sslrootcert: files.ca }, 'localhost'));
  await tryDatabase();
  const listening = new Promise<() => Promise<void>>((resolve) => {
    const stop = listen({ channel: 'tls', onNotice: () => undefined, onListening: () => resolve(stop) });
  });
  const worker = startWorker([]);
  const [stop] = await Promise.all([listening, db().user.count()]);
  try {
    const connections = await until(async () => {
      const { rows } = await pool().query<{ program: string; ssl: boolean }>(
        `SELECT DISTINCT application_name AS program, ssl FROM pg_stat_activity JOIN pg_stat_ssl USING (pid)
          WHERE datname = current_database() AND application_name LIKE 'lift-portal%' ORDER BY 1`,
      );
      // The worker connects in its own time.
      return rows.some(({ program }) => program === 'lift-portal jobs') && rows;
    });
    expect(connections).toEqual([
      { program: 'lift-portal', ssl: true },
      { program: 'lift-portal jobs', ssl: true },
    ]);
    expect((await pool().query<{ TimeZone: string }>('SHOW TimeZone')).rows).toEqual([{ TimeZone: 'UTC' }]);
  } finally {
    await stop();
    await worker.stop();
  }
});

it('each mode looks at what it promises', async () => {
  await use(address({ sslmode: 'disable' }));
  expect(await isEncrypted()).toBe(false);
  const trials: Record<string, string>[] = [
    { sslmode: 'require' },
    { sslmode: 'verify-ca', sslrootcert: files.ca },
    { sslmode: 'require', sslrootcert: files.ca },
  ];
  for (const words of trials) {
    await use(address(words));
    expect([words, await isEncrypted()]).toEqual([words, true]);
  }
  await use(address({ sslmode: 'verify-full', sslrootcert: files.ca }));
  await expect(tryDatabase()).rejects.toThrow(
    /^The certificate of the database at 127\.0\.0\.1:\d+\/\w+ \(DATABASE_URL\) is for another name;/,
  );
  await use(address({ sslmode: 'verify-full', sslrootcert: files.otherCa }, 'localhost'));
  await expect(tryDatabase()).rejects.toThrow(/is not signed by a CA that is known here/);
});

it('shows a certificate of its own to a server that asks for one', async () => {
  const as = (words: Record<string, string>) => {
    const url = address({ sslmode: 'verify-full', sslrootcert: files.ca, ...words }, 'localhost');
    [url.username, url.password] = ['certified', 'word'];
    return use(url);
  };
  await as({});
  await expect(tryDatabase()).rejects.toThrow(/refuses the connection: .*certificate/);
  await as({ sslcert: files.client.cert, sslkey: files.client.key });
  await tryDatabase();
  const { rows } = await pool().query(
    'SELECT current_user AS name, client_dn FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
  );
  expect(rows).toEqual([{ name: 'certified', client_dn: '/CN=certified' }]);
});

it('a CA that did not sign ends every program with one sentence and 1; the right one ends none', () => {
  const run = (args: string[], url: URL) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      timeout: 50_000,
      env: { ...process.env, DATABASE_URL: url.href, DATA_DIR: folder, LOG_LEVEL: 'silent', NODE_ENV: 'production' },
    });
    return { status, said: stderr + (args[0]?.endsWith('.mjs') ? '' : stdout) };
  };
  const wrong = address({ sslmode: 'verify-full', sslrootcert: files.otherCa }, 'localhost');
  const right = address({ sslmode: 'verify-full', sslrootcert: files.ca }, 'localhost');
  for (const args of [
    [programFile('gateway')],
    [programFile('admin-create'), '--username', 'first'],
    [programFile('sign-in-policy')],
    [programFile('sms-outbox')],
    ['scripts/db-deploy.mjs'],
    ['scripts/backup.mjs', '--to', path.join(folder, 'backups')],
  ]) {
    const { status, said } = run(args, wrong);
    expect([args, status, said]).toEqual([
      args,
      1,
      expect.stringMatching(
        /^The certificate of the database at localhost:\d+\/\w+ \(DATABASE_URL\) is not signed by [^\n]*\n$/,
      ),
    ]);
  }
  expect(run(['scripts/db-deploy.mjs'], right)).toEqual({ status: 0, said: '' });
});

it('the doctor names what is wrong, and says how the connection is', async () => {
  const said = async () =>
    (await examine(Date.now))
      .filter(({ area }) => area === 'Database')
      .map(({ verdict, text }) => `${verdict} ${text}`);
  await use(address({ sslmode: 'verify-full', sslrootcert: files.ca }, 'localhost'));
  expect(await said()).toContainEqual(expect.stringMatching(/^ok TLSv1\.\d, by a certificate that was checked$/));
  await use(address({ sslmode: 'require' }));
  expect(await said()).toContainEqual(expect.stringMatching(/^note TLSv1\.\d, but its certificate is not looked at;/));
  await use(address({ sslmode: 'verify-full', sslrootcert: files.otherCa }, 'localhost'));
  expect(await said()).toEqual([expect.stringMatching(/^fault The certificate of the database .* is not signed/)]);
});
