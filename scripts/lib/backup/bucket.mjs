// The bucket that keeps the files of an installation (FILES_S3_…). The portal's own code speaks to it; in the image it is built,
// elsewhere it is bundled first.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inRoot } from '../root.mjs';

/**
 * @typedef {object} Bucket
 * @property {string} name
 * @property {() => AsyncIterable<{ path: string, open: () => Promise<AsyncIterable<Buffer> | undefined> }>} files
 * @property {(name: string, chunks: AsyncIterable<Buffer>) => Promise<boolean>} put false: it was there
 * @property {(name: string) => Promise<void>} remove
 * @property {() => Promise<void>} close
 */

const PROGRAM = 'file-store';
const OUT = inRoot('.tmp/backup');

/** @param {string} dataDir files wait there on their way @returns {Promise<Bucket | undefined>} undefined: DATA_DIR keeps them */
export async function openBucket(dataDir) {
  if (!process.env.FILES_S3_BUCKET) return undefined;
  mkdirSync(dataDir, { recursive: true });
  // Standard output may be the backup itself; what goes wrong is said by the error.
  process.env.LOG_LEVEL = 'silent';
  const program = await import(pathToFileURL(await builtProgram()).href);
  return program.openBucket(dataDir);
}

async function builtProgram() {
  const isImage = !existsSync(inRoot('package-lock.json'));
  if (isImage) return inRoot('dist', `${PROGRAM}.mjs`);
  const [{ bundlePrograms }, { withLock }] = await Promise.all([import('../bundles.mjs'), import('../lock.mjs')]);
  mkdirSync(OUT, { recursive: true });
  await withLock(join(OUT, 'prepare.lock'), () => bundlePrograms({ outDir: OUT, only: [PROGRAM] }));
  return join(OUT, `${PROGRAM}.mjs`);
}
