import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { CLIENT_NAMESPACES } from '@/lib/platform/i18n/namespaces';

/**
 * A page sends the browser the texts of its own client components and no others: found by following the imports of every
 * page and layout.
 */

const sources = new Map<string, string>();
const read = (file: string) => {
  const known = sources.get(file) ?? readFileSync(file, 'utf8');
  sources.set(file, known);
  return known;
};

/** The file that an import names; undefined for packages, styles and data. */
function resolve(from: string, name: string): string | undefined {
  const base = name.startsWith('@/')
    ? name.slice(2)
    : name.startsWith('.')
      ? normalize(join(dirname(from), name))
      : undefined;
  return base && [`${base}.tsx`, `${base}.ts`].find((file) => existsSync(file));
}

/** What opens on a click and brings its own texts: `later(async () => (await import('./x')).X, ['list'])`. */
const LATER = /\blater\(\s*async \(\) => \(await import\(\s*'([^']+)'\s*\)\)\.\w+,\s*\[([^\]]*)\],?\s*\)/g;
const namesIn = (list: string) => [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name ?? '');
const lateParts = (file: string) =>
  [...read(file).matchAll(LATER)].map(([, name = '', list = '']) => ({ from: file, name, texts: namesIn(list) }));

/** What a file loads, also later (`import()`), but what brings its own texts; types are gone by then. */
function importsOf(file: string): string[] {
  const names = [
    ...read(file)
      .replaceAll(LATER, '')
      .matchAll(
        /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[^;'"]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g,
      ),
  ];
  return names.flatMap(([, stated, later]) => resolve(file, stated ?? later ?? '') ?? []);
}

function reachable(starts: readonly string[], goesOn: (file: string) => boolean = () => true): Set<string> {
  const found = new Set<string>();
  const queue = [...starts];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    if (goesOn(file)) queue.push(...importsOf(file));
  }
  return found;
}

const isClient = (file: string) => /^\s*['"]use client['"]/.test(read(file));

/** First parts of the keys that a file asks for. */
function namespacesIn(file: string): string[] {
  const source = read(file);
  return [...source.matchAll(/\buseTranslations\(([^)]*)\)/g)].flatMap(([call, argument = '']) => {
    // Without a name every key begins with its namespace.
    if (argument.trim() === '') return CLIENT_NAMESPACES.filter((name) => new RegExp(`['"\`]${name}\\.`).test(source));
    const literal = /^'(\w+)[\w.]*'$/.exec(argument.trim())?.[1];
    if (!literal) throw new Error(`${file}: ${call} is not a name that can be followed`);
    return [literal];
  });
}

/** Namespaces of the client components that an entry brings with it. */
function needs(entry: string): string[] {
  const boundaries = [...reachable([entry], (file) => !isClient(file))].filter(isClient);
  return [...new Set([...reachable(boundaries)].flatMap(namespacesIn))].sort();
}

const declared = (entry: string) =>
  [...read(entry).matchAll(/(?:<(?:Root)?Texts of=\{|withTexts\()\s*\[([^\]]*)\]/g)].flatMap(([, list = '']) =>
    namesIn(list),
  );

const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).map((file) => join('app', file));
const layouts = files.filter((file) => file.endsWith('/layout.tsx'));
const around = (entry: string) =>
  layouts.filter((layout) => layout !== entry && entry.startsWith(`${dirname(layout)}/`));
/** What Next draws inside the layout of the same folder. */
const beside = (layout: string) =>
  ['error', 'not-found', 'forbidden', 'loading']
    .map((name) => join(dirname(layout), `${name}.tsx`))
    .filter((file) => existsSync(file));
const pages = files.filter((file) => file.endsWith('/page.tsx'));

const components = readdirSync('components', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => join('components', file));
const ROOT_TEXTS = declared('app/layout.tsx');

describe('texts', () => {
  it.each(components.flatMap(lateParts))(
    '$name of $from brings the texts it says, and no others',
    ({ from, name, texts }) => {
      const file = resolve(from, name);
      if (!file) throw new Error(`${from} loads ${name}, which is not there`);
      expect([...texts].sort()).toEqual(needs(file).filter((each) => !ROOT_TEXTS.includes(each)));
    },
  );

  it('of dialogs are found where they are loaded on a click, each in a form that can be followed', () => {
    const calls = components.flatMap((file) => [...read(file).matchAll(/= later\(/g)]);
    expect(calls.length).toBeGreaterThan(3);
    expect(components.flatMap(lateParts)).toHaveLength(calls.length);
  });

  it('are followed through real pages', () => {
    expect(pages.length).toBeGreaterThan(15);
    expect(needs('app/(portal)/userList/page.tsx')).toEqual(expect.arrayContaining(['common', 'list', 'userList']));
  });

  it.each([...pages, ...layouts])('%s sends the browser what its client components say, and nothing else', (entry) => {
    const given = new Set(around(entry).flatMap(declared));
    const own = declared(entry);
    const wanted = [...new Set([entry, ...(layouts.includes(entry) ? beside(entry) : [])].flatMap(needs))]
      .filter((name) => !given.has(name))
      .sort();
    expect([...own].sort()).toEqual(wanted);
    expect(own.filter((name) => !CLIENT_NAMESPACES.some((known) => known === name))).toEqual([]);
  });
});
