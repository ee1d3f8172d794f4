// Generates the Prisma client into lib/platform/db/generated. Offline, and a no-op when nothing changed:
// the hash of the schema and of the generator's version lies beside the generated files.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const output = path.join(root, 'lib/platform/db/generated');
const stamp = path.join(output, '.schema-hash');

function schemaHash() {
  const hash = createHash('sha256');
  const folder = path.join(root, 'prisma/schema');
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.prisma'))
    .sort()) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(folder, file)))
      .update('\0');
  }
  for (const name of ['prisma', '@prisma/client']) {
    hash.update(readFileSync(path.join(root, 'node_modules', name, 'package.json')));
  }
  return hash.digest('hex');
}

/**
 * Generates the client when the schema or Prisma's version changed.
 * @param {{ force?: boolean, log?: (line: string) => void }} [options]
 * @returns {boolean} whether anything was generated
 * @throws {Error} with Prisma's own message when the schema is not valid
 */
export function generate({ force = false, log = console.log } = {}) {
  const hash = schemaHash();
  const current = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (!force && current === hash) return false;
  const cli = createRequire(import.meta.url).resolve('prisma/build/index.js');
  // A failed run must not leave half a client that looks complete.
  rmSync(stamp, { force: true });
  const result = spawnSync(process.execPath, [cli, 'generate', '--schema', 'prisma/schema', '--no-hints'], {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...process.env,
      // Generation runs in WASM; naming an engine keeps Prisma from trying to download one.
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    },
  });
  if (result.status !== 0) {
    throw new Error(`The database client could not be generated.\n${result.stdout ?? ''}${result.stderr ?? ''}`.trim());
  }
  mkdirSync(output, { recursive: true });
  writeFileSync(stamp, hash);
  log('Database client generated.');
  return true;
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    if (!generate({ force: process.argv.includes('--force') })) console.log('Database client is up to date.');
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
