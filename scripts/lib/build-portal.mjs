// The production build: the Prisma client, the programs (esbuild) and the pages (next build), made again only when
// something they are made of has changed. BUILD_DIR and NEXT_DIST_DIR move it elsewhere, so that tests never touch
// the build of a running portal.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundlePrograms } from './bundles.mjs';
import { Problem, diskFull, isDiskFull } from './problem.mjs';
import { ROOT, fromRoot, inRoot } from './root.mjs';
import { runOwned, tellingLine } from './owned.mjs';

const FOLDERS = ['app', 'components', 'lib', 'messages', 'prisma', 'public'];
const FILES = [
  'middleware.ts',
  'next.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  'scripts/lib/bundles.mjs',
  'scripts/lib/build-portal.mjs',
];
const GENERATED = 'lib/platform/db/generated';

function filesBelow(folder) {
  if (!existsSync(inRoot(folder)) || folder === GENERATED) return [];
  return readdirSync(inRoot(folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]));
}

/** One value for everything the build is made of: sources, packages, Node, and variables frozen into pages. */
export function sourcesHash(env = process.env) {
  const hash = createHash('sha256').update(`${process.versions.modules} ${process.platform} ${process.arch}\n`);
  for (const file of [...FOLDERS.flatMap(filesBelow), ...FILES].filter((name) => existsSync(inRoot(name)))) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(inRoot(file)))
      .update('\0');
  }
  for (const name of Object.keys(env)
    .filter((key) => key.startsWith('NEXT_PUBLIC_'))
    .sort())
    hash.update(`${name}=${env[name]}\n`);
  return hash.digest('hex');
}

const stampOf = (folder) => {
  const file = join(folder, '.made-of');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};
const setStamp = (folder, value) => writeFileSync(join(folder, '.made-of'), value);
const dropStamp = (folder) => rmSync(join(folder, '.made-of'), { force: true });

/**
 * @param {{ buildDir: string, nextDistDir: string }} places
 * @returns {{ hash: string, needsPrograms: boolean, needsPages: boolean }}
 */
export function buildNeeds({ buildDir, nextDistDir }) {
  const hash = sourcesHash();
  const pages = fromRoot(nextDistDir);
  return {
    hash,
    needsPrograms: stampOf(buildDir) !== hash,
    needsPages: stampOf(pages) !== hash || !existsSync(join(pages, 'BUILD_ID')),
  };
}

/** Generates the Prisma client when the schema changed. @throws {Problem} */
export async function generateClient({ logFile, register, signal }) {
  const { code, output } = await runOwned(process.execPath, [inRoot('scripts/generate.mjs')], {
    name: 'generate',
    logFile,
    register,
    signal,
  });
  if (code !== 0) throw buildProblem('The database client could not be generated', output, logFile);
}

/** @param {{ buildDir: string, hash: string }} options @throws {Problem} naming the file that does not compile */
export async function buildPrograms({ buildDir, hash }) {
  dropStamp(buildDir);
  try {
    await bundlePrograms({ outDir: buildDir });
  } catch (error) {
    if (isDiskFull(error)) throw diskFull(buildDir);
    const first = error.errors?.[0];
    const place = first?.location ? ` (${first.location.file}:${first.location.line})` : '';
    throw new Problem(`The programs could not be built: ${first?.text ?? error.message}${place}.`, { cause: error });
  }
  setStamp(buildDir, hash);
}

/**
 * Runs `next build`.
 * @param {{ nextDistDir: string, hash: string, logFile: string, register?: import('./owned.mjs').Register,
 *   signal?: AbortSignal, onLine?: (line: string) => void }} options
 * @throws {Problem}
 */
export async function buildPages({ nextDistDir, hash, logFile, register, signal, onLine }) {
  const folder = fromRoot(nextDistDir);
  mkdirSync(folder, { recursive: true });
  dropStamp(folder);
  const { code, output } = await runOwned(process.execPath, [inRoot('node_modules/next/dist/bin/next'), 'build'], {
    name: 'next build',
    logFile,
    register,
    signal,
    onLine,
    env: { ...process.env, NODE_ENV: 'production', NEXT_DIST_DIR: nextDistDir, NEXT_TELEMETRY_DISABLED: '1' },
  });
  if (code !== 0) throw buildProblem('The pages could not be built', output, logFile);
  if (!existsSync(join(folder, 'BUILD_ID')))
    throw new Problem(`The pages were not built into ${folder} (more in ${logFile}).`);
  setStamp(folder, hash);
}

function buildProblem(what, output, logFile) {
  if (isDiskFull(undefined, output)) return diskFull(ROOT);
  return new Problem(`${what}: ${tellingLine(output)} (more in ${logFile}).`);
}
