// `npm run arch`: checks the import rules of .dependency-cruiser.cjs. It also fails when files were not read: the
// checker reports success when it cannot handle the installed TypeScript.
import { existsSync, readdirSync } from 'node:fs';
import { inRoot } from './lib/root.mjs';
import { runOwned } from './lib/owned.mjs';

const FOLDERS = ['app', 'components', 'lib', 'prisma'];
const FILES = ['middleware.ts'];

const sourcesIn = (folder) =>
  (existsSync(inRoot(folder)) ? readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' }) : [])
    .filter((file) => /\.tsx?$/.test(file) && !/\.d\.ts$/.test(file))
    .map((file) => `${folder}/${file}`)
    .filter((file) => !file.startsWith('lib/platform/db/generated/'));

/**
 * @param {{ root?: string, from?: string[] }} [options] root: the project's top folder; from: folders and files in it
 * @returns {Promise<{ violations: { rule: string, from: string, to: string }[], read: Set<string> }>}
 */
export async function checkImports({
  root = inRoot(),
  from = [...FOLDERS, ...FILES].filter((name) => existsSync(inRoot(name))),
} = {}) {
  let text = '';
  const { code, output } = await runOwned(
    process.execPath,
    [
      inRoot('node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
      '--config',
      inRoot('.dependency-cruiser.cjs'),
      '--output-type',
      'json',
      ...from,
    ],
    {
      name: 'import rules',
      cwd: root,
      onLine: (line) => {
        text += `${line}\n`;
      },
    },
  );
  const start = text.indexOf('{');
  if (start < 0) throw new Error(`The import rules could not be checked (code ${code}): ${output.trim()}`);
  const { modules, summary } = JSON.parse(text.slice(start));
  return {
    violations: summary.violations
      .filter(({ rule }) => rule.severity === 'error')
      .map(({ rule, from: file, to }) => ({ rule: rule.name, from: file, to })),
    read: new Set(
      modules
        .filter(({ dependencies, source }) => dependencies && !source.includes('node_modules'))
        .map(({ source }) => source),
    ),
  };
}

async function main() {
  const { violations, read } = await checkImports();
  const sources = [...FOLDERS.flatMap(sourcesIn), ...FILES.filter((name) => existsSync(inRoot(name)))];
  const unread = sources.filter((file) => !read.has(file));
  for (const { rule, from, to } of violations) process.stdout.write(`${rule}: ${from} → ${to}\n`);
  for (const file of unread) process.stdout.write(`not read: ${file}\n`);
  process.stdout.write(`${sources.length} files, ${violations.length} violations, ${unread.length} not read\n`);
  process.exitCode = violations.length + unread.length > 0 || sources.length === 0 ? 1 : 0;
}

if (process.argv[1]?.endsWith('check-architecture.mjs'))
  main().catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
