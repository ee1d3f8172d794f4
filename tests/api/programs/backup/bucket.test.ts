import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { db } from '@/lib/platform/db/client';
import { newStoredName } from '@/lib/platform/files/stored-names';
import { S3Server } from '../../../support/s3-server';
import { freshDatabase, type TestDatabase } from '../../support/database';

/** Backups of an installation whose files stand in a bucket (docs/backup.md). */

const ROOT = join(__dirname, '../../../..');
const folder = mkdtempSync(join(tmpdir(), 'backup-bucket-'));
const server = new S3Server();
const bytes = Buffer.alloc(9 * 2 ** 20, 'a report of nine megabytes ');
const path = newStoredName('pdf');
const below = `uploads/${path.slice(0, 2)}/${path}`;
const databases: TestDatabase[] = [];

/** The store is of this process, so nothing here may wait for another one and hear nothing else. */
async function run(script: 'backup' | 'restore', args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [join(ROOT, `scripts/${script}.mjs`), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, wrong, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number]>,
  ]);
  // What a library says of the version of Node.js is nothing of ours.
  return { status, said: `${said}${wrong}`.replace(/^\(node:[\s\S]*?was created\)$/gm, '').trim() };
}

const newDatabase = async () => {
  const database = await freshDatabase();
  databases.push(database);
  return database.databaseUrl;
};
const setting = (name: string) => ({ DATA_DIR: join(folder, name) });
let source: string;
let file: string;

beforeAll(async () => {
  await server.open();
  source = await newDatabase();
  await db().storedFile.create({
    data: { path, kind: 'report', name: 'a.pdf', mime: 'application/pdf', size: bytes.length, sha256: 'x' },
  });
});
afterAll(async () => {
  for (const database of databases) await database.drop();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

it('a backup fails where the bucket holds none of the files that the database knows, or does not answer', async () => {
  const env = { DATABASE_URL: source, ...setting('source'), ...server.settings };
  const into = ['--to', join(folder, 'backups')];
  expect(await run('backup', into, env)).toEqual({
    status: 1,
    said: expect.stringMatching(
      /knows 1 files that people sent in, and bucket lift-files at \S+ holds none: FILES_S3_/,
    ),
  });
  server.fail = () => 403;
  expect(await run('backup', into, env)).toEqual({
    status: 1,
    said: expect.stringMatching(/^bucket lift-files at \S+ did not do its part \(AccessDenied/),
  });
  server.fail = undefined;
  expect(readdirSync(join(folder, 'backups'))).toEqual([]);
});

it('a backup of a bucket becomes a folder, and a bucket again', async () => {
  server.objects.set(below, { body: bytes, at: new Date() });
  const to = join(folder, 'backups');
  expect(await run('backup', ['--to', to], { DATABASE_URL: source, ...setting('source'), ...server.settings })).toEqual(
    { status: 0, said: expect.stringMatching(/ 1 files, /) },
  );
  file = join(to, readdirSync(to)[0] ?? '');

  const asFolder = { DATABASE_URL: await newDatabase(), ...setting('folder') };
  expect(await run('restore', [file], asFolder)).toMatchObject({ status: 0 });
  expect(readFileSync(join(folder, 'folder', below)).equals(bytes)).toBe(true);

  server.objects.clear();
  const asBucket = { DATABASE_URL: await newDatabase(), ...setting('bucket'), ...server.settings };
  expect(await run('restore', [file], asBucket)).toMatchObject({ status: 0 });
  expect([...server.objects].map(([key, { body }]) => [key, body.equals(bytes)])).toEqual([[below, true]]);
  expect(
    readdirSync(join(folder, 'bucket'), { recursive: true }).filter((name) => String(name).includes(path)),
  ).toEqual([]);
});

it('a bucket that still has the files is taken as it is', async () => {
  const before = server.calls.length;
  const env = { DATABASE_URL: await newDatabase(), ...setting('again'), ...server.settings };
  expect(await run('restore', [file], env)).toMatchObject({ status: 0 });
  expect(server.calls.slice(before).filter((call) => !call.startsWith('HEAD'))).toEqual([]);
});
