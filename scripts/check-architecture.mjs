// `npm run arch`: checks the import rules of .dependency-cruiser.cjs. It also fails when files were not read: the
// checker reports success when it cannot handle the installed TypeScript.
import { existsSync, readdirSync } from 'node:fs';
import { inRoot } from './lib/root.mjs';
import { runOwned } from './lib/owned.mjs';

const FOLDERS = ['app', 'components', 'lib', 'prisma'];
const FILES = ['middleware.ts'];

/**
 * The rooms: folders that are one thing, with all that lies below them. Two rooms that need each other, directly or through
 * others, be it for a type alone, are one room, or miss one below both. A folder in a room, as `internal`, is no room of
 * its own, unless it is named here.
 */
const ROOM =
  /^(?:lib\/platform\/auth\/[^/]+|lib\/(?:platform|features|programs)\/[^/]+|lib\/live\/(?:telemetry|units|video|detector|scope)|lib\/live\/realtime\/[^/]+|components\/(?:kit|campus)\/[^/]+|components\/[^/]+)(?=\/)/;

/**
 * @param {{ source: string, dependencies?: { resolved: string }[] }[]} modules
 * @returns {{ rule: string, from: string, to: string }[]} the steps from room to room that lead back to where they began
 */
function circularRooms(modules) {
  /** @type {Map<string, Set<string>>} */
  const needs = new Map();
  for (const { source, dependencies = [] } of modules) {
    const room = ROOM.exec(source)?.[0];
    if (!room) continue;
    const needed = needs.get(room) ?? new Set();
    needs.set(room, needed);
    for (const { resolved } of dependencies) {
      const other = ROOM.exec(resolved)?.[0];
      if (other && other !== room) needed.add(other);
    }
  }
  const reachedFrom = (/** @type {string} */ start) => {
    const reached = new Set();
    const open = [start];
    for (let room = open.pop(); room !== undefined; room = open.pop())
      for (const next of needs.get(room) ?? [])
        if (!reached.has(next)) {
          reached.add(next);
          open.push(next);
        }
    return reached;
  };
  const reached = new Map([...needs.keys()].map((room) => [room, reachedFrom(room)]));
  return [...needs].flatMap(([from, others]) =>
    [...others].filter((to) => reached.get(to)?.has(from)).map((to) => ({ rule: 'no-circular-rooms', from, to })),
  );
}

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
    violations: [
      ...summary.violations
        .filter(({ rule }) => rule.severity === 'error')
        .map(({ rule, from: file, to }) => ({ rule: rule.name, from: file, to })),
      ...circularRooms(modules),
    ],
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
