import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDataDir, secretsOf } from '../../scripts/lib/data-dir.mjs';
import { isDiskFull, sentenceOf } from '../../scripts/lib/problem.mjs';

let folder;
let dataDir;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-dir-'));
  dataDir = join(folder, 'deep', 'data');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const mode = (file) => statSync(file).mode & 0o777;

describe('DATA_DIR', () => {
  it('is private, and so are its secrets', () => {
    prepareDataDir(dataDir);
    const secrets = secretsOf(dataDir);
    expect(mode(dataDir) & 0o066).toBe(0);
    expect(mode(join(dataDir, 'logs'))).toBe(0o700);
    expect(mode(join(dataDir, 'secrets.json'))).toBe(0o600);
    for (const secret of Object.values(secrets)) expect(secret.length).toBeGreaterThanOrEqual(32);
    expect(new Set(Object.values(secrets)).size).toBe(3);
  });

  it('keeps its secrets for good and gives each installation its own', () => {
    prepareDataDir(dataDir);
    const first = secretsOf(dataDir);
    expect(secretsOf(dataDir)).toEqual(first);
    const other = join(folder, 'other');
    prepareDataDir(other);
    expect(secretsOf(other).SESSION_SECRET).not.toBe(first.SESSION_SECRET);
  });

  it('tells of damaged secrets and does not silently replace them', () => {
    prepareDataDir(dataDir);
    writeFileSync(join(dataDir, 'secrets.json'), '{"SESSION');
    expect(() => secretsOf(dataDir)).toThrow(/secrets\.json is damaged; restore it, or delete it/);
    expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).toBe('{"SESSION');
  });

  it('that is a file is refused in one sentence', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => prepareDataDir(join(folder, 'file'))).toThrow(
      /cannot be written to \(ENOTDIR|cannot be written to \(EEXIST/,
    );
  });
});

describe('a full disk', () => {
  it('is recognised in errors of Node and in the output of programs', () => {
    expect(isDiskFull(Object.assign(new Error('x'), { code: 'ENOSPC' }))).toBe(true);
    expect(isDiskFull(new Error('could not extend file: No space left on device'))).toBe(true);
    expect(isDiskFull(undefined, 'npm error code ENOSPC')).toBe(true);
    expect(isDiskFull(new Error('other'))).toBe(false);
    expect(sentenceOf(Object.assign(new Error('ENOSPC: write'), { code: 'ENOSPC' }))).toBe(
      'The disk is full; free some space and start again.',
    );
  });
});
