import {
  mkdirSync,
  mkdtempSync,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RestoredFiles, fileParts, requireNoFiles } from '../../scripts/lib/backup/files.mjs';

const folder = mkdtempSync(join(tmpdir(), 'restored-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function* bytes(text) {
  yield Buffer.from(text);
}

/** A DATA_DIR whose uploads lie elsewhere: like a disk of its own, the folder itself cannot be moved away or replaced. */
function divided(name) {
  const dataDir = join(folder, name);
  const disk = join(folder, `${name}-disk`);
  mkdirSync(dataDir);
  mkdirSync(join(disk, 'aa'), { recursive: true });
  symlinkSync(disk, join(dataDir, 'uploads'));
  return dataDir;
}

async function restored(dataDir) {
  const files = new RestoredFiles(dataDir);
  await files.begin();
  await files.put('uploads/aa/one.pdf', bytes('one'));
  await files.put('video/records/7/two.flv', bytes('two'));
  await files.settle();
  return files;
}

it('files come to their places where uploads are a disk of their own', async () => {
  const dataDir = divided('moved');
  await restored(dataDir);
  expect(readFileSync(join(dataDir, 'uploads/aa/one.pdf'), 'utf8')).toBe('one');
  expect(readFileSync(join(dataDir, 'video/records/7/two.flv'), 'utf8')).toBe('two');
  expect(readdirSync(join(dataDir, 'uploads'))).toEqual(['aa']);
  expect(readdirSync(join(dataDir, 'video/records'))).toEqual(['7']);
});

it('files are taken back as a whole', async () => {
  const dataDir = divided('undone');
  await (await restored(dataDir)).undo();
  expect(readdirSync(join(dataDir, 'uploads'))).toEqual([]);
  expect(existsSync(join(dataDir, 'video/records'))).toBe(false);
});

it('a folder that cannot take files is told before the rows are loaded', async () => {
  const dataDir = join(folder, 'blocked');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'video'), 'a file where a folder should be');
  await expect(new RestoredFiles(dataDir).begin()).rejects.toThrow(/video\/records cannot take files \(ENOTDIR\)\.$/);
  expect(readdirSync(dataDir)).toEqual(['video']);
});

it('what a restore that was killed left behind is in no backup and in no way', async () => {
  const dataDir = join(folder, 'killed');
  const files = new RestoredFiles(dataDir);
  await files.begin();
  await files.put('uploads/aa/one.pdf', bytes('one'));
  await requireNoFiles(dataDir);
  for await (const part of fileParts(dataDir, { hasRecordings: true })) throw new Error(part.about.path);
  await restored(dataDir);
  expect(readdirSync(join(dataDir, 'uploads/aa'))).toEqual(['one.pdf']);
});

it.each(['uploads/../x', 'uploads/.restore/x', 'secrets.json', 'uploads'])('nothing is put at %s', async (path) => {
  const files = new RestoredFiles(join(folder, 'odd'));
  await expect(files.put(path, bytes(''))).rejects.toThrow(/none of ours/);
});
