import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resetConfig } from '@/lib/config';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db } from '@/lib/platform/db/client';
import { handleSms } from '@/lib/platform/door/web-door';
import { DiskStore } from '@/lib/platform/files/disk-store';
import { withMadeFiles } from '@/lib/platform/files/made-files';
import { fileStore } from '@/lib/platform/files/open-store';
import { examine } from '@/lib/programs/admin/doctor';
import { moveFiles } from '@/lib/programs/admin/move-files';
import { removeUnusedFiles } from '@/lib/programs/gateway/unused-files';
import { headersOf, resetLimits } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import { S3Server } from '../../../support/s3-server';
import { formOf, PNG } from '../../../support/sample-files';
import { ORIGIN } from '../../../support/sms-client';
import { useDataDir } from '../../support/data-dir';
import { useFreshDatabase } from '../../support/database';

/** Uploads in a bucket: the same answers as from a folder, whatever becomes of the bucket (decision 024). */

useFreshDatabase();
const dataDir = useDataDir();
const server = new S3Server();
const SETTINGS = [
  'FILES_S3_BUCKET',
  'FILES_S3_ENDPOINT',
  'FILES_S3_REGION',
  'FILES_S3_PATH_STYLE',
  'FILES_S3_ACCESS_KEY',
  'FILES_S3_SECRET_KEY',
];
const HOUR = 3_600_000;
const later = (hours: number) => new Date(Date.now() + hours * HOUR);

/** The bytes of one store, from behind. */
interface StoreInside {
  has(path: string): boolean;
  lose(path: string): void;
  /** A file that no row knows, put there so many hours ago. */
  orphan(path: string, hoursAgo: number): void;
}
const place = (path: string) => join(dataDir.path, 'uploads', path.slice(0, 2), path);
const key = (path: string) => `uploads/${path.slice(0, 2)}/${path}`;
const STORES: Record<'folder' | 'bucket', StoreInside> = {
  folder: {
    has: (path) => existsSync(place(path)),
    lose: (path) => rmSync(place(path)),
    orphan: (path, hoursAgo) => {
      mkdirSync(join(place(path), '..'), { recursive: true });
      writeFileSync(place(path), PNG);
      utimesSync(place(path), later(-hoursAgo), later(-hoursAgo));
    },
  },
  bucket: {
    has: (path) => server.objects.has(key(path)),
    lose: (path) => server.objects.delete(key(path)),
    orphan: (path, hoursAgo) => server.objects.set(key(path), { body: PNG, at: later(-hoursAgo) }),
  },
};
function use(store: 'folder' | 'bucket'): void {
  for (const name of SETTINGS) delete process.env[name];
  if (store === 'bucket') Object.assign(process.env, server.settings);
  resetConfig();
}

beforeAll(async () => {
  await server.open();
  await createPersonas();
});
beforeEach(async () => {
  resetLimits();
  server.fail = undefined;
  await db().storedFile.deleteMany();
});
afterAll(async () => {
  use('folder');
  await server.close();
  await closePortal();
});

async function upload(): Promise<{ code: number; path: string }> {
  const response = await handleSms(
    new Request(`${ORIGIN}/sms/file/upload/sms/feedback`, {
      method: 'POST',
      headers: { 'x-forwarded-for': '192.0.2.1', ...(await headersOf('customerLite')) },
      body: formOf({ name: '现场.png', content: PNG }),
    }),
  );
  const { code, data } = (await response.json()) as { code: number; data: { path: string } | null };
  return { code, path: data?.path ?? '' };
}

/** All that a caller gets to see of a file. */
async function view(path: string, headers: Record<string, string> = {}, who = 'customerLite') {
  const response = await handleSms(
    new Request(`${ORIGIN}/sms/file/view/${path}`, {
      headers: { 'x-forwarded-for': '192.0.2.1', ...(await headersOf(who)), ...headers },
    }),
  );
  const type = response.headers.get('content-type') ?? '';
  const shown = ['content-range', 'accept-ranges', 'content-disposition'].map((name) => response.headers.get(name));
  return [
    response.status,
    type,
    ...shown,
    type.startsWith('image/') ? Buffer.from(await response.arrayBuffer()).toString('hex') : '',
  ];
}

/** What happens to a file from beginning to end, with all answers. */
async function journey(store: 'folder' | 'bucket'): Promise<unknown[]> {
  use(store);
  const behind = STORES[store];
  const [kept, unused, lost] = [await upload(), await upload(), await upload()];
  await db().userFeedback.create({
    data: {
      feedbackId: `F-${store}`,
      username: 'customerLite',
      type: 'data',
      content: '楼层显示不正确',
      images: [kept.path, lost.path],
      source: 'Web',
      state: 'NEW',
    },
  });
  behind.lose(lost.path);
  const answers: unknown[] = [
    [kept, unused, lost].map(({ code }) => code),
    await view(kept.path),
    await view(kept.path, { range: 'bytes=0-7' }),
    await view(kept.path, { range: 'bytes=-4' }),
    await view(kept.path, { range: 'bytes=0-1,4-5' }),
    await view(kept.path, { range: 'bytes=0-7', 'if-range': '"x"' }),
    (await view(kept.path, {}, 'customerElite'))[0],
    (await view(lost.path))[0],
  ];
  const [young, old] = ['y'.repeat(32), 'o'.repeat(32)].map((name) => `${name}.png`);
  behind.orphan(young ?? '', 1);
  behind.orphan(old ?? '', 30);
  await removeUnusedFiles(new Date());
  answers.push([young, old, kept.path, unused.path].map((path) => behind.has(path ?? '')));
  await removeUnusedFiles(later(25));
  answers.push(
    [kept.path, unused.path].map((path) => behind.has(path)),
    await db().storedFile.count(),
    (await view(unused.path))[0],
  );
  behind.lose(kept.path);
  return answers;
}

it('a file is uploaded, seen in whole and in part, and swept alike in a folder and in a bucket', async () => {
  const folder = await journey('folder');
  await db().storedFile.deleteMany();
  const bucket = await journey('bucket');
  expect(bucket).toEqual(folder);
  const whole = PNG.toString('hex');
  expect(folder).toEqual([
    [200, 200, 200],
    [200, 'image/png', null, 'bytes', expect.stringContaining('inline'), whole],
    [206, 'image/png', `bytes 0-7/${PNG.length}`, 'bytes', expect.any(String), whole.slice(0, 16)],
    [
      206,
      'image/png',
      `bytes ${PNG.length - 4}-${PNG.length - 1}/${PNG.length}`,
      'bytes',
      expect.any(String),
      whole.slice(-8),
    ],
    [200, 'image/png', null, 'bytes', expect.any(String), whole],
    [200, 'image/png', null, 'bytes', expect.any(String), whole],
    403,
    404,
    [true, false, true, true],
    [true, false],
    2,
    404,
  ]);
});

describe('a bucket', () => {
  beforeEach(() => use('bucket'));

  it('has everything; the disk of the process keeps nothing', async () => {
    const { path } = await upload();
    expect([...server.objects.keys()]).toContain(key(path));
    expect(existsSync(place(path))).toBe(false);
    expect(readdirSync(join(dataDir.path, 'uploads/waiting'))).toEqual([]);
    server.objects.clear();
  });

  it('that is away makes an upload and a download unavailable, and leaves neither row nor bytes', async () => {
    const { path } = await upload();
    server.fail = () => 503;
    expect(await upload()).toEqual({ code: 503, path: '' });
    expect((await view(path))[0]).toBe(503);
    expect([await db().storedFile.count(), server.objects.size]).toEqual([1, 1]);
    expect(readdirSync(join(dataDir.path, 'uploads/waiting'))).toEqual([]);
    server.fail = undefined;
    expect((await view(path))[0]).toBe(200);
    server.objects.clear();
  });

  it('keeps no bytes of a file that was made and not taken', async () => {
    const made = { name: 'a.zip', type: 'zip' as const, bytes: Buffer.from('PK') };
    await withMadeFiles([made], () => Promise.resolve(undefined));
    await expect(withMadeFiles([made], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(server.objects.size).toBe(0);
    const [kept] = await withMadeFiles([made], (keep) =>
      db().$transaction((sql) => keep(sql, { kind: 'report', username: null })),
    );
    expect(kept).toMatchObject({ name: 'a.zip', size: 2 });
    expect([...server.objects.keys()]).toEqual([key(kept?.path ?? '')]);
    server.objects.clear();
  });

  it('is told by the doctor, with the right that is missing', async () => {
    const ofFiles = async () =>
      (await examine(Date.now)).filter(({ area }) => area === 'Files').map(({ verdict, text }) => [verdict, text]);
    expect(await ofFiles()).toEqual([['ok', expect.stringMatching(/^bucket lift-files at 127\.0\.0\.1:\d+$/)]]);
    server.fail = (call) => (call.startsWith('DELETE') ? 403 : undefined);
    expect(await ofFiles()).toEqual([['fault', expect.stringMatching(/does not remove a file: AccessDenied/)]]);
    use('folder');
    expect(await ofFiles()).toEqual([]);
    server.objects.clear();
  });
});

it('files move into the bucket and back: again and again, whole ones only, and the source stays until told', async () => {
  use('folder');
  const paths = [(await upload()).path, (await upload()).path, (await upload()).path].sort();
  const [broken = ''] = paths;
  writeFileSync(place(broken), 'other bytes');
  use('bucket');
  const disk = new DiskStore(join(dataDir.path, 'uploads'));
  const into = (removes = false) => moveFiles({ from: disk, to: fileStore(), removes });
  expect(await into()).toMatchObject({
    copied: 2,
    present: 0,
    removed: 0,
    faults: [`${broken}: its bytes in ${disk.name} are not those of its row`],
  });
  writeFileSync(place(broken), PNG);
  expect(await into()).toMatchObject({ copied: 1, present: 2, removed: 0, faults: [] });
  expect(await Promise.all(paths.map(async (path) => (await view(path))[0]))).toEqual([200, 200, 200]);
  // The same length, and not the same bytes.
  server.objects.set(key(broken), { body: Buffer.alloc(PNG.length), at: new Date() });
  expect(await into(true)).toMatchObject({ copied: 1, present: 2, removed: 3, faults: [] });
  expect(paths.filter((path) => existsSync(place(path)))).toEqual([]);

  expect(await moveFiles({ from: fileStore(), to: disk, removes: true })).toMatchObject({ copied: 3, removed: 3 });
  expect([server.objects.size, ...paths.map((path) => readFileSync(place(path)).equals(PNG))]).toEqual([
    0,
    true,
    true,
    true,
  ]);
});
