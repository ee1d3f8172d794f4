import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What the documents at the top say of the repository is so. */

const DOCUMENTS = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'deploy/README.md',
  'docs/runbook.md',
];
const read = (path: string) => readFileSync(path, 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  version: string;
  license: string;
  scripts: Record<string, string>;
};

it.each(DOCUMENTS)('%s leads to files that are there, and names commands that exist', (path) => {
  const text = read(path);
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) => join(dirname(path), link));
  expect(links.filter((link) => !existsSync(link))).toEqual([]);
  const scripts = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name);
  expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
  const files = [...text.matchAll(/`((?:lib|scripts|tests|docs|prisma)\/[\w./@-]+)`/g)].map(([, file = '']) => file);
  const isThere = (file: string) => ['', '.test.ts', '.test.mjs'].some((ending) => existsSync(`${file}${ending}`));
  expect(files.filter((file) => !isThere(file))).toEqual([]);
});

it('the threat model names a proof in every row', () => {
  const rows = read('SECURITY.md')
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\| (Who|---) /.test(line));
  expect(rows.length).toBeGreaterThan(12);
  expect(rows.filter((row) => !/`(tests|lib)\/|decisions \d{3}/.test(row.split('|')[4] ?? ''))).toEqual([]);
});

it('the version has its notes, and the code its licence', () => {
  expect(read('CHANGELOG.md')).toContain(`\n## ${manifest.version}\n`);
  expect(manifest.license).toBe('UNLICENSED');
});

it('the schema, whose texts each bundle carries, has no letter that would double the memory of the source around it', () => {
  const files = readdirSync('prisma/schema').map((name) => read(join('prisma/schema', name)));
  expect(files.length).toBeGreaterThan(5);
  expect(files.flatMap((text) => text.match(/[^\0-\xff]/g) ?? [])).toEqual([]);
});
