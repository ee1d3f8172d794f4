import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { Problem } from './problem.mjs';

// What `npm test -- --changed` leaves out: Jest follows imports by itself, browser tests are chosen by the pages they open.

/** Changes below these reach every page. */
const EVERYWHERE = /^(lib\/(?!features\/)|prisma\/|scripts\/|public\/|tests\/e2e\/support\/|[^/]+$)/;
const SOURCE = /^(app|components|lib|messages)\//;

const lines = (text) => text.split('\n').filter((line) => line !== '');

/**
 * The commit that a change began from: the named one, else where the branch left its upstream, else the last commit but one.
 * @param {string | undefined} given
 * @param {string} root
 */
export function baseOf(given, root) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  for (const ask of [
    ...(given ? [['rev-parse', '--verify', `${given}^{commit}`]] : [['merge-base', 'HEAD', '@{upstream}']]),
    ...(given ? [] : [['rev-parse', '--verify', 'HEAD~1']]),
  ]) {
    try {
      return git(...ask);
    } catch {
      // The next way.
    }
  }
  throw new Problem(
    given ? `There is no commit "${given}".` : 'Nothing to compare with: name a commit, --changed=REF.',
  );
}

/**
 * Files that differ from a commit, those that are not committed among them.
 * @param {string} base
 * @param {string} root
 * @returns {string[]}
 */
export function changedFiles(base, root) {
  const git = (...args) => lines(execFileSync('git', args, { cwd: root, encoding: 'utf8' }));
  return [...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')])];
}

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)['"]([^'"]+)['"]/g;

function importsOf(file, root) {
  return [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)].flatMap(([, name]) => {
    const base = name.startsWith('@/')
      ? name.slice(2)
      : name.startsWith('.')
        ? normalize(join(dirname(file), name))
        : '';
    return base === '' ? [] : ([`${base}.tsx`, `${base}.ts`].find((path) => existsSync(join(root, path))) ?? []);
  });
}

/** The feature whose service or texts a file is. Imports do not tell: every page reaches every service through the door. */
const featureOf = (file) =>
  /^lib\/features\/([^/]+)\//.exec(file)?.[1] ?? /^messages\/[^/]+\/(.+)\.json$/.exec(file)?.[1];

/** Every page with the files it needs, and the features whose components it shows; what only its layouts show is no feature of its. */
function pagesOf(root) {
  const known = new Map();
  const reach = (starts) => {
    const found = new Set();
    const queue = [...starts];
    for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
      if (found.has(file)) continue;
      found.add(file);
      if (!known.has(file)) known.set(file, importsOf(file, root));
      queue.push(...known.get(file));
    }
    return found;
  };
  const files = readdirSync(join(root, 'app'), { recursive: true, encoding: 'utf8' }).map((file) => `app/${file}`);
  return files
    .filter((file) => /\/page\.tsx$/.test(file))
    .map((page) => {
      const own = reach([page]);
      const route = page
        .split('/')
        .slice(1, -1)
        .filter((part) => !part.startsWith('('));
      return {
        route: `/${route.join('/')}`,
        files: new Set([
          ...own,
          ...reach(files.filter((file) => /\/layout\.tsx$/.test(file) && page.startsWith(`${dirname(file)}/`))),
        ]),
        features: new Set([...own].flatMap((file) => /^components\/(?!kit)([^/]+)\//.exec(file)?.[1] ?? [])),
      };
    });
}

/**
 * The browser tests that a change can reach.
 * @param {string[]} changed
 * @param {string} root
 * @returns {string[]} below tests/e2e; all of them where the change reaches every page
 */
export function reachedSpecs(changed, root) {
  const folder = join(root, 'tests/e2e');
  const specs = readdirSync(folder).filter((file) => file.endsWith('.spec.ts'));
  const own = specs.filter((spec) => changed.includes(`tests/e2e/${spec}`));
  const code = changed.filter(
    (file) => !/^(docs|tests|\.ci)\/|\.md$/.test(file) || file.startsWith('tests/e2e/support/'),
  );
  if (code.some((file) => EVERYWHERE.test(file))) return specs;
  const sources = code.filter((file) => SOURCE.test(file));
  if (sources.length === 0) return own;
  const routes = pagesOf(root)
    .filter(({ files, features }) =>
      sources.some((file) => (featureOf(file) === undefined ? files.has(file) : features.has(featureOf(file)))),
    )
    .map(({ route }) => route.replace(/\/?\[.*$/, ''));
  return specs.filter((spec) => {
    const text = readFileSync(join(folder, spec), 'utf8');
    return own.includes(spec) || routes.some((route) => opens(text, route));
  });
}

/** Names the page's address, with or without a query. The address of home stands in too many texts: only a `goto` counts. */
const opens = (text, route) =>
  (route === '/'
    ? /\bgoto\(\s*['"`]\/(?![A-Za-z0-9/$])/
    : new RegExp(`['"\`]${route.replaceAll('/', '\\/')}(?![A-Za-z0-9/])`)
  ).test(text);
