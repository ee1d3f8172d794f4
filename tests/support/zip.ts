import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What `unzip`, a reader that is not ours, finds in an archive: its test passes, then names in their order, and contents. */
export function unzipped(zip: Uint8Array): Map<string, Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'zip-'));
  const unzip = (...options: string[]) =>
    execFileSync('unzip', options, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C.UTF-8' } });
  try {
    const file = join(folder, 'a.zip');
    const out = join(folder, 'out');
    writeFileSync(file, zip);
    unzip('-tqq', file);
    unzip('-qq', file, '-d', out);
    const names = unzip('-Z1', file).trim().split('\n');
    // What stands there under exactly these names.
    const there = new Set(readdirSync(out));
    return new Map(names.flatMap((name) => (there.has(name) ? [[name, readFileSync(join(out, name))] as const] : [])));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The times of its entries, `yyyyMMdd.HHmmss`. */
export function zipTimes(zip: Uint8Array): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'zip-'));
  try {
    const file = join(folder, 'a.zip');
    writeFileSync(file, zip);
    const listed = execFileSync('unzip', ['-ZT', file], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    });
    return [...listed.matchAll(/\b\d{8}\.\d{6}\b/g)].map(([time]) => time);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
