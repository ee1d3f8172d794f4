import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig } from '../../lib/config';
import { SECRETS, readSecretFiles } from '../../lib/secret-files';
import { SECRETS as SCRIPT_SECRETS, takeSecretFiles } from '../../scripts/lib/secret-files.mjs';

const folder = mkdtempSync(join(tmpdir(), 'secret-files-'));
const fileWith = (name, text) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a process of the portal reads, and what a script hands on. */
const WAYS = [
  ['the configuration', (env) => ({ ...env, ...readSecretFiles(env) })],
  [
    'the scripts',
    (env) => {
      const changed = { ...env };
      takeSecretFiles(changed);
      return changed;
    },
  ],
];

it('every secret may be a file, for scripts as for the portal', () => {
  expect(SCRIPT_SECRETS).toEqual([...SECRETS]);
});

describe.each(WAYS)('%s', (_, read) => {
  it('take the content of the file without its last newline', () => {
    for (const [text, value] of [
      ['plain', 'plain'],
      ['one\n', 'one'],
      ['windows\r\n', 'windows'],
      ['two\n\n', 'two\n'],
      [' spaces stay ', ' spaces stay '],
    ])
      expect(read({ MQTT_PASSWORD_FILE: fileWith('value', text) }).MQTT_PASSWORD).toBe(value);
  });

  it('ask for a decision when value and file are both set', () => {
    const REDIS_URL_FILE = fileWith('redis', 'redis://one.example');
    expect(() => read({ REDIS_URL: 'redis://two.example', REDIS_URL_FILE })).toThrow(
      'REDIS_URL and REDIS_URL_FILE are both set; set one of them.',
    );
    // An empty variable counts as absent, as everywhere.
    expect(read({ REDIS_URL: '', REDIS_URL_FILE }).REDIS_URL).toBe('redis://one.example');
    expect(read({ REDIS_URL: 'redis://two.example', REDIS_URL_FILE: '' }).REDIS_URL).toBe('redis://two.example');
  });

  it('name variable and path of a file that cannot be read or says nothing', () => {
    const missing = join(folder, 'missing');
    expect(() => read({ SESSION_SECRET_FILE: missing })).toThrow(
      `SESSION_SECRET_FILE names ${missing}, which cannot be read (ENOENT).`,
    );
    expect(() => read({ SMTP_URL_FILE: folder })).toThrow(`SMTP_URL_FILE names ${folder}, which cannot be read`);
    const empty = fileWith('empty', '\n');
    expect(() => read({ MAP_KEY_FILE: empty })).toThrow(`MAP_KEY_FILE names ${empty}, which is empty.`);
  });
});

it('the configuration checks what a file says as it checks a variable', () => {
  const settings = parseConfig({
    DATABASE_URL_FILE: fileWith('database', 'postgresql://portal:secret@db.example/portal\n'),
    SESSION_SECRET_FILE: fileWith('session', `${'s'.repeat(32)}\n`),
  });
  expect(settings.databaseUrl).toBe('postgresql://portal:secret@db.example/portal');
  expect(settings.session.secret).toBe('s'.repeat(32));
  expect(() => parseConfig({ SESSION_SECRET_FILE: fileWith('short', 'short') })).toThrow(
    'SESSION_SECRET must have at least 32 characters.',
  );
  expect(() => parseConfig({ SESSION_SECRET_FILE: '/nowhere' })).toThrow(
    expect.objectContaining({ name: 'ConfigError', message: expect.stringContaining('/nowhere') }),
  );
});

it('a command with an unreadable secret ends with one sentence and not with 0', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/db-deploy.mjs'], {
    env: { ...process.env, DATABASE_URL: '', DATABASE_URL_FILE: join(folder, 'missing') },
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toBe(`DATABASE_URL_FILE names ${join(folder, 'missing')}, which cannot be read (ENOENT).\n`);
});
