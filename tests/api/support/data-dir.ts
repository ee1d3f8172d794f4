import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resetConfig } from '@/lib/config';

/** Gives the tests of this file (or describe block) one empty folder as DATA_DIR. Call it outside of hooks, before those that need it. */
export function useDataDir(): { readonly path: string } {
  const folder = { path: '' };
  beforeAll(() => {
    folder.path = join(mkdtempSync(join(tmpdir(), 'data-')), 'data');
    mkdirSync(folder.path);
    process.env.DATA_DIR = folder.path;
    resetConfig();
  });
  afterAll(() => {
    rmSync(join(folder.path, '..'), { recursive: true, force: true, maxRetries: 5 });
    delete process.env.DATA_DIR;
    resetConfig();
  });
  return folder;
}
