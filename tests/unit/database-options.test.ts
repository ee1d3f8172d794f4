import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseConfig } from '@/lib/config';
import { databaseOptions, mistakeOf } from '@/lib/database-options.mjs';
import { makeCertificates, type Certificates } from '../support/certificates';

/** What an address and libpq's variables say of TLS. A real server is asked by tests/api/platform/db/tls.test.ts. */

let files: Certificates;
beforeAll(() => void (files = makeCertificates()));
afterAll(() => files.remove());

const URL = 'postgresql://portal:secret@db.example:5433/portal';
const tls = (query: string, env: Record<string, string> = {}) => databaseOptions(`${URL}${query}`, { env }).ssl;

it('an address without a word of TLS is plain, and is left as it is', () => {
  expect(databaseOptions(URL)).toEqual({ connectionString: URL, ssl: false, options: '' });
  expect(tls('?sslmode=disable')).toBe(false);
});

it('each mode looks at as much of the certificate as it does in libpq', () => {
  const looks = (query: string) => {
    const ssl = tls(query);
    if (ssl === false) throw new Error('plain');
    const wrongName = { subject: { CN: 'other' }, subjectaltname: 'DNS:other' } as never;
    return [ssl.rejectUnauthorized, ssl.ca !== undefined, ssl.checkServerIdentity?.('any', wrongName) === undefined];
  };
  const root = `&sslrootcert=${files.ca}`;
  expect(looks('?sslmode=require')).toEqual([false, false, true]);
  expect(looks(`?sslmode=require${root}`)).toEqual([true, true, true]);
  expect(looks(`?sslmode=verify-ca${root}`)).toEqual([true, true, true]);
  expect(looks(`?sslmode=verify-full${root}`)).toEqual([true, true, false]);
  expect(looks('?sslmode=verify-full&sslrootcert=system')).toEqual([true, false, false]);
  expect(looks('?ssl=true')).toEqual([true, false, false]);
  expect(looks('?sslmode=no-verify')).toEqual([false, false, true]);
});

it("the address goes before libpq's variables, and keeps what else it holds", () => {
  const env = {
    PGSSLMODE: 'verify-full',
    PGSSLROOTCERT: files.ca,
    PGSSLCERT: files.client.cert,
    PGSSLKEY: files.client.key,
  };
  expect(tls('', env)).toMatchObject({ rejectUnauthorized: true, cert: expect.any(String), key: expect.any(String) });
  expect(tls('?sslmode=disable', env)).toBe(false);
  expect(databaseOptions(`${URL}?sslmode=require&options=-c%20search_path%3Dlift&application_name=x`)).toMatchObject({
    connectionString: `${URL}?application_name=x`,
    options: '-c search_path=lift',
  });
});

it('a wrong setting is one sentence that names it', () => {
  const garbage = path.join(files.folder, 'garbage.pem');
  writeFileSync(garbage, 'no certificate');
  const own = (cert: string, key: string) => `?sslmode=require&sslcert=${cert}&sslkey=${key}`;
  const said: [string, Record<string, string>, string][] = [
    [
      '?sslmode=prefer',
      {},
      'sslmode of DATABASE_URL is "prefer"; it has to be disable, require, verify-ca or verify-full.',
    ],
    ['', { PGSSLMODE: 'on' }, 'PGSSLMODE is "on"; it has to be disable, require, verify-ca or verify-full.'],
    ['?sslmode=verify-ca', {}, 'sslmode of DATABASE_URL is verify-ca, so sslrootcert has to name the file of the CA.'],
    [
      '?sslmode=require&sslrootcert=/none.pem',
      {},
      'sslrootcert of DATABASE_URL names /none.pem, which cannot be read (ENOENT).',
    ],
    [
      `?sslmode=require`,
      { PGSSLROOTCERT: garbage },
      `PGSSLROOTCERT names ${garbage}, which holds no certificate in PEM form.`,
    ],
    [
      `?sslmode=require&sslcert=${files.client.cert}`,
      {},
      'sslcert and sslkey of DATABASE_URL belong together; set both or none.',
    ],
    [
      own(files.client.cert, files.server.key),
      {},
      `sslkey of DATABASE_URL names ${files.server.key}, which is the key of another certificate.`,
    ],
  ];
  for (const [query, env, sentence] of said) {
    expect(() => parseConfig({ ...env, DATABASE_URL: `${URL}${query}` })).toThrow(
      expect.objectContaining({ name: 'ConfigError', message: sentence }),
    );
  }
});

it('what a connection says is told apart: settings that are wrong, and servers that are merely away', () => {
  const said = (error: object) => mistakeOf(Object.assign(new Error(), error), URL);
  expect(said({ code: 'SELF_SIGNED_CERT_IN_CHAIN' })).toBe(
    'The certificate of the database at db.example:5433/portal (DATABASE_URL) is not signed by a CA that is known here (SELF_SIGNED_CERT_IN_CHAIN); sslrootcert names the file of the right one.',
  );
  expect(said({ message: 'The server does not support SSL connections' })).toContain('does not speak it');
  expect(said({ code: 'CERT_HAS_EXPIRED' })).toContain('is not valid (CERT_HAS_EXPIRED)');
  for (const code of ['ECONNREFUSED', 'ENOTFOUND', '57P03', '53300', '28P01', '3D000'])
    expect(said({ code, message: 'away' })).toBeUndefined();
});

it('scripts say the same, without a stack, and end with 1', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/db-deploy.mjs'], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: `${URL}?sslmode=require&sslrootcert=/none.pem` },
  });
  expect([status, stderr]).toEqual([
    1,
    'sslrootcert of DATABASE_URL names /none.pem, which cannot be read (ENOENT).\n',
  ]);
});
