import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parseConfig, resetConfig } from '@/lib/config';
import { AppError } from '@/lib/platform/contract/errors';
import { DiskStore } from '@/lib/platform/files/disk-store';
import type { FileStore } from '@/lib/platform/files/file-store';
import { S3Store } from '@/lib/platform/files/s3-store';
import { newStoredName } from '@/lib/platform/files/stored-names';
import { S3Server, signatureOf } from '../../../support/s3-server';

/** A folder and a bucket keep files alike. `FILES_S3_…` of the environment name a store of one's own to try this on. */

const folder = mkdtempSync(join(tmpdir(), 'file-stores-'));
const server = new S3Server();
const isOwn = process.env.FILES_S3_BUCKET !== undefined;
const bucketOf = (more: Record<string, string> = {}) => {
  const { filesBucket } = parseConfig({ ...(isOwn ? process.env : server.settings), ...more });
  if (!filesBucket) throw new Error('no bucket');
  return filesBucket;
};
const opened: S3Store[] = [];
const bucket = (more?: Record<string, string>) => {
  const store = new S3Store(bucketOf(more));
  opened.push(store);
  return store;
};
beforeAll(async () => {
  process.env.LOG_LEVEL = 'silent';
  resetConfig();
  await server.open();
});
afterEach(() => (server.fail = undefined));
afterAll(async () => {
  await Promise.all(opened.map((store) => store.close()));
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

function arrived(bytes: Buffer): { place: string; size: number } {
  const place = join(folder, `arrived-${Math.random()}`);
  writeFileSync(place, bytes);
  return { place, size: bytes.length };
}
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.id : String(error)),
  );
async function namesOf(store: FileStore): Promise<string[]> {
  const names: string[] = [];
  for await (const name of store.list()) names.push(name);
  return names.sort();
}

describe.each([
  ['a folder', () => new DiskStore(join(folder, 'uploads'))],
  ['a bucket', () => bucket()],
])('%s', (_name, make) => {
  it('keeps a file whole, gives all of it or a range, and forgets it', async () => {
    const store = make();
    const before = await namesOf(store);
    const path = newStoredName('pdf');
    const bytes = Buffer.from('0123456789');
    await store.put(path, arrived(bytes));
    expect(await buffer(await store.open(path))).toEqual(bytes);
    expect((await buffer(await store.open(path, { from: 2, to: 4 }))).toString()).toBe('234');
    const { size, at } = (await store.stat(path)) ?? {};
    expect([size, Math.abs(Date.now() - Number(at)) < 60_000]).toEqual([10, true]);
    expect(await namesOf(store)).toEqual([...before, path].sort());
    await store.remove(path);
    await store.remove(path);
    expect(await store.stat(path)).toBeUndefined();
    expect(await reasonOf(store.open(path))).toBe('not_found');
    expect(await namesOf(store)).toEqual(before);
  });

  it('keeps a file of many megabytes byte by byte', async () => {
    const store = make();
    const path = newStoredName('zip');
    const bytes = Buffer.alloc(20 * 2 ** 20 + 17, 'lift');
    await store.put(path, arrived(bytes));
    expect((await buffer(await store.open(path))).equals(bytes)).toBe(true);
    const edge = 8 * 2 ** 20;
    expect(await buffer(await store.open(path, { from: edge - 3, to: edge + 2 }))).toEqual(
      bytes.subarray(edge - 3, edge + 3),
    );
    await store.remove(path);
  });

  it('lists more files than one page holds', async () => {
    const store = make();
    const before = await namesOf(store);
    const paths = Array.from({ length: 7 }, () => newStoredName('png'));
    for (const path of paths) await store.put(path, arrived(Buffer.from('x')));
    expect(await namesOf(store)).toEqual([...before, ...paths].sort());
    for (const path of paths) await store.remove(path);
  });
});

(isOwn ? describe.skip : describe)('a bucket that does not do it', () => {
  const path = newStoredName('pdf');

  it('is unavailable after three tries, and takes a file at the second one', async () => {
    let calls = 0;
    server.fail = () => ((calls += 1), 503);
    expect(await reasonOf(bucket().put(path, arrived(Buffer.from('x'))))).toBe('unavailable');
    expect(calls).toBe(3);
    let isFirst = true;
    server.fail = () => {
      const answer = isFirst ? 'hang up' : undefined;
      isFirst = false;
      return answer;
    };
    expect(await reasonOf(bucket().put(path, arrived(Buffer.from('x'))))).toBe('done');
    await bucket().remove(path);
  });

  it('has nothing of a file whose last part failed', async () => {
    const before = [...server.objects.keys()];
    server.fail = (call) => (call.startsWith('POST') && call.endsWith('part') ? 500 : undefined);
    expect(await reasonOf(bucket().put(path, arrived(Buffer.alloc(9 * 2 ** 20, 1))))).toBe('unavailable');
    expect([[...server.objects.keys()], server.unfinished.size]).toEqual([before, 0]);
  });

  it('says unavailable for a wrong secret, a bucket that is not there and a host that does not answer, never that the file is gone', async () => {
    expect(await reasonOf(bucket({ FILES_S3_SECRET_KEY: 'another' }).open(path))).toBe('unavailable');
    expect(await reasonOf(bucket({ FILES_S3_BUCKET: 'nobodys' }).open(path))).toBe('unavailable');
    expect(await reasonOf(bucket({ FILES_S3_ENDPOINT: 'http://127.0.0.1:9' }).open(path))).toBe('unavailable');
    expect(await reasonOf(bucket().open(path))).toBe('not_found');
  });
});

it('the store of these tests signs as the example of the standard does', () => {
  expect(
    signatureOf(
      {
        method: 'GET',
        url: '/test.txt',
        headers: {
          host: 'examplebucket.s3.amazonaws.com',
          range: 'bytes=0-9',
          'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
          'x-amz-date': '20130524T000000Z',
        },
        signed: 'host;range;x-amz-content-sha256;x-amz-date',
        day: '20130524',
        region: 'us-east-1',
      },
      'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    ),
  ).toBe('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41');
});

it('a folder gives up what arrived, so that it is kept once', async () => {
  const store = new DiskStore(join(folder, 'moved'));
  const path = newStoredName('pdf');
  const file = arrived(Buffer.from('x'));
  await store.put(path, file);
  expect(readdirSync(folder)).not.toContain(file.place.split('/').at(-1));
});

describe('the settings of a bucket', () => {
  it('are its name, and where another provider has it', () => {
    expect(parseConfig({}).filesBucket).toBeUndefined();
    expect(parseConfig({ FILES_S3_BUCKET: 'lift' }).filesBucket).toEqual({
      name: 'lift',
      region: 'us-east-1',
      prefix: 'uploads/',
      isPathStyle: false,
    });
  });

  it.each([
    [{ FILES_S3_BUCKET: 'lift', FILES_S3_ACCESS_KEY: 'a' }, 'FILES_S3_SECRET_KEY'],
    [{ FILES_S3_ENDPOINT: 'https://store.example' }, 'FILES_S3_BUCKET must be set'],
    [{ FILES_S3_BUCKET: 'Lift Files' }, 'FILES_S3_BUCKET must be the name of a bucket'],
    [{ FILES_S3_BUCKET: 'lift', FILES_S3_PREFIX: 'uploads' }, 'FILES_S3_PREFIX must end with /'],
  ])('%p is refused by name', (settings, message) => {
    expect(() => parseConfig(settings as Record<string, string>)).toThrow(message);
  });
});
