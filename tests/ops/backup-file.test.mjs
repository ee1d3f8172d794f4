import { createCipheriv, createHash } from 'node:crypto';
import { createWriteStream, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { MAGIC, PIECE_BYTES } from '../../scripts/lib/backup/format.mjs';
import { backupName, removeOld, writeInWhole } from '../../scripts/lib/backup/folder.mjs';
import { newFileSum, openBackup, readParts, verifyBackup } from '../../scripts/lib/backup/read.mjs';
import { writeBackup } from '../../scripts/lib/backup/write.mjs';

const folder = mkdtempSync(join(tmpdir(), 'backup-file-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const PASSPHRASE = 'correct horse battery';

/** Hard to compress, and the same each time. */
const noise = (length) =>
  createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(length));
const CONTENTS = {
  'uploads/a.pdf': noise(3000),
  'uploads/empty': Buffer.alloc(0),
  'uploads/large': noise(PIECE_BYTES + 10),
};

async function write(file, { passphrase, contents = CONTENTS } = {}) {
  const files = newFileSum();
  async function* parts() {
    for (const [path, content] of Object.entries(contents)) {
      const chunks = (async function* halves() {
        yield content.subarray(0, content.length / 2);
        yield content.subarray(content.length / 2);
      })();
      yield { about: { kind: 'file', path }, chunks, onEnd: (end) => files.add(path, end) };
    }
  }
  await writeBackup(createWriteStream(file), {
    made: new Date('2026-11-26T02:15:00Z'),
    portal: '0.1.0',
    passphrase,
    parts: parts(),
    manifest: () => ({ tables: [], files: files.result() }),
  });
  return readFileSync(file);
}

const refusal = async (file, passphrase) => {
  try {
    await verifyBackup(await openBackup(file, passphrase));
    return 'accepted';
  } catch (error) {
    return error.name === 'Problem' ? error.message : error.stack;
  }
};

describe.each([
  ['a plain backup', undefined],
  ['an encrypted backup', PASSPHRASE],
])('%s', (name, passphrase) => {
  const file = join(folder, `${name}.backup`);
  const hurt = join(folder, `${name}.hurt`);
  const isPlain = passphrase === undefined;
  let whole;
  beforeAll(async () => {
    whole = await write(file, { passphrase });
  });

  it('gives back every byte', async () => {
    const found = {};
    await readParts(await openBackup(file, passphrase), async ({ about, chunks }) => {
      const content = [];
      for await (const chunk of chunks) content.push(chunk);
      found[about.path] = Buffer.concat(content);
    });
    expect(Object.keys(found)).toEqual(Object.keys(CONTENTS));
    for (const [path, content] of Object.entries(CONTENTS)) expect(found[path].equals(content)).toBe(true);
  });

  it('says in the open what is in it only where it is not encrypted', () => {
    expect(whole.subarray(0, MAGIC.length).toString()).toBe(MAGIC);
    expect(whole.includes('uploads/a.pdf')).toBe(isPlain);
  });

  // Deriving the key of a passphrase takes its time on purpose.
  it(`is refused when it is cut at any of ${isPlain ? 100 : 4} places`, async () => {
    const places = isPlain ? 100 : 4;
    const cuts = Array.from({ length: places }, (_, index) => Math.floor((whole.length * index) / places));
    for (const length of [...cuts, whole.length - 1, whole.length - 32]) {
      writeFileSync(hurt, whole.subarray(0, length));
      expect(await refusal(hurt, passphrase)).toMatch(/^The (backup is damaged or cut off|file is no backup)/);
    }
  });

  it('is refused when a byte of it is another one', async () => {
    const places = isPlain ? 60 : 4;
    const spots = Array.from({ length: places }, (_, index) => Math.floor((whole.length * (index + 0.5)) / places));
    for (const spot of [...spots, ...(isPlain ? [0, 19, 40, whole.length - 1] : [whole.length - 1])]) {
      const changed = Buffer.from(whole);
      changed[spot] ^= 1;
      writeFileSync(hurt, changed);
      const said = await refusal(hurt, passphrase);
      expect([spot, said]).toEqual([spot, expect.stringMatching(/^The (backup (is damaged|was made)|file is no)/)]);
    }
  });

  it('is refused when something stands behind it', async () => {
    writeFileSync(hurt, Buffer.concat([whole, Buffer.from('more')]));
    expect(await refusal(hurt, passphrase)).toMatch(/damaged or cut off/);
  });
});

it('frames of an encrypted backup cannot change places, although checksums would be right', async () => {
  const file = join(folder, 'swapped.backup');
  const contents = { 'uploads/one': noise(100), 'uploads/two': noise(100).reverse() };
  const whole = await write(file, { passphrase: PASSPHRASE, contents });
  const start = whole.indexOf(10, MAGIC.length) + 1;
  const frames = [];
  for (let at = start; at < whole.length - 32; at += frames.at(-1).length)
    frames.push(whole.subarray(at, at + 5 + whole.readUInt32BE(at + 1)));
  [frames[1], frames[4]] = [frames[4], frames[1]];
  const body = Buffer.concat([whole.subarray(0, start), ...frames]);
  writeFileSync(file, Buffer.concat([body, createHash('sha256').update(body).digest()]));
  expect(await refusal(file, PASSPHRASE)).toMatch(/a seal is broken/);
});

it('passphrases that are wrong, missing or needless are each told in one sentence', async () => {
  const [plain, sealed] = [join(folder, 'p.backup'), join(folder, 's.backup')];
  await write(plain, { contents: {} });
  await write(sealed, { contents: {}, passphrase: PASSPHRASE });
  expect([
    await refusal(sealed, 'another passphrase'),
    await refusal(sealed),
    await refusal(plain, PASSPHRASE),
  ]).toEqual([
    'The passphrase is not the one that the backup was made with.',
    'The backup is encrypted; give its passphrase by --passphrase-file.',
    'The backup is not encrypted; leave out --passphrase-file.',
  ]);
});

describe('the folder', () => {
  it('keeps the newest backups, and whatever else lies there', async () => {
    const place = mkdtempSync(join(folder, 'kept-'));
    const days = [1, 2, 3, 4].map((day) => backupName(new Date(Date.UTC(2026, 10, day, 2, 15))));
    for (const name of [...days, 'notes.txt', 'lift-portal-old.backup']) writeFileSync(join(place, name), '');
    expect(await removeOld(place, 2)).toEqual(days.slice(0, 2));
    expect(readdirSync(place).sort()).toEqual([...days.slice(2), 'lift-portal-old.backup', 'notes.txt'].sort());
  });

  it('has no file of a backup that failed', async () => {
    const file = join(folder, 'failed', 'x.backup');
    const failing = (output) =>
      new Promise((_, reject) => output.write('half', () => reject(Object.assign(new Error('x'), { code: 'ENOSPC' }))));
    await expect(writeInWhole(file, failing)).rejects.toThrow(/^The disk that holds .* is full/);
    expect(readdirSync(join(folder, 'failed'))).toEqual([]);
  });

  it('has files for their owner alone', async () => {
    const file = join(folder, 'mine', 'x.backup');
    await writeInWhole(file, (output) => new Promise((resolve) => output.end('all', resolve)));
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

it('memory stays flat: what is read is not ahead of what is written', async () => {
  let given = 0;
  let taken = 0;
  let most = 0;
  async function* parts() {
    const chunks = (async function* pieces() {
      for (let index = 0; index < 40; index += 1) {
        given += PIECE_BYTES;
        most = Math.max(most, given - taken);
        yield noise(PIECE_BYTES);
      }
    })();
    yield { about: { kind: 'file', path: 'uploads/x' }, chunks };
  }
  const slow = new Writable({
    highWaterMark: 1,
    write(chunk, _encoding, done) {
      taken += chunk.length;
      setImmediate(done);
    },
  });
  await writeBackup(slow, { made: new Date(), portal: '1', parts: parts(), manifest: () => ({ tables: [] }) });
  expect(most).toBeLessThan(14 * PIECE_BYTES);
});
