import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Tools and scripts name files of the portal as plain texts, which neither the compiler nor the import rules follow: a moved
 * file would only be missed when somebody builds or starts the portal.
 */

const TOOLS = [
  'next.config.ts',
  'eslint.config.mjs',
  'jest.config.mjs',
  'playwright.config.ts',
  'prisma.config.mjs',
  ...readdirSync('scripts', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => `scripts/${name}`),
];

const FOLDERS = ['app', 'components', 'lib', 'prisma/schema', 'tests'];

/** Source files named from the root folder; what a script imports is relative to itself and followed by the import rules. */
const namedIn = (tool: string) => [
  ...readFileSync(tool, 'utf8').matchAll(
    /(?<!import |from |import\()['"](?:\.\/)?((?:app|components|lib|messages|prisma|tests)\/[\w./()-]+\.(?:tsx?|mjs|css|json|prisma))['"]/g,
  ),
];

describe('files that tools name', () => {
  it('every source file that a setting or a script names is there', () => {
    const named = TOOLS.flatMap((tool) => namedIn(tool).map(([, file = '']) => `${tool}: ${file}`));
    expect(named).toContainEqual(expect.stringContaining('next.config.ts: lib/'));
    expect(named).toContainEqual(expect.stringContaining('scripts/lib/bundles.mjs: lib/'));
    expect(named.filter((line) => !existsSync(line.slice(line.indexOf(': ') + 2)))).toEqual([]);
  });

  it('what is loaded by a pattern lies in a folder that is there', () => {
    const loads = ['app', 'components', 'lib']
      .flatMap((dir) => readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((file) => join(dir, file)))
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('/generated/'))
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/\bimport\(\s*`(\.{1,2}\/[^$`]*)\$\{/g)].map(([, folder = '']) => ({
          file,
          folder: join(dirname(file), folder),
        })),
      );
    expect(loads).toContainEqual({ file: 'lib/platform/i18n/messages.ts', folder: 'messages/' });
    expect(loads.filter(({ folder }) => !existsSync(folder))).toEqual([]);
  });

  it('every file of the ten walks is there, and they are thirty at most', () => {
    const text = readFileSync('docs/walks.md', 'utf8');
    const steps = [...text.matchAll(/^\d\. `([^`]+)`/gm)].map(([, path = '']) => path);
    expect(text.match(/^## /gm)).toHaveLength(10);
    expect(steps.length).toBeGreaterThan(20);
    expect(steps.length).toBeLessThanOrEqual(30);
    const named = [...text.matchAll(/`((?:app|components|docs|lib|messages|prisma|tests)\/[^`<]+)`/g)];
    expect(named.map(([, path = '']) => path).filter((path) => !existsSync(path))).toEqual([]);
  });

  it('every file that a row of the architecture names is there, in the place of its row or below the features', () => {
    const tree = FOLDERS.flatMap((dir) =>
      readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((file) => `/${join(dir, file)}`),
    );
    const rows = readFileSync('docs/architecture.md', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| `') && !line.includes('<noun>'));
    const missing = rows.flatMap((row) => {
      const paths = [...row.matchAll(/`([\w./()[\]-]+)`/g)].map(([, path = '']) => path);
      const places = paths
        .filter((path) => existsSync(path))
        .map((path) => `/${/\.\w+$/.test(path) ? dirname(path) : path}`);
      // A folder `internal` or `shared` belongs to its feature.
      const roots = places.map((place) => place.replace(/\/(internal|shared)$/, ''));
      return paths
        .filter((path) => (/\.(ts|tsx|css|prisma)$/.test(path) || path.startsWith('lib/')) && !existsSync(path))
        .filter((path) => !existsSync(join('lib/features', path)))
        .filter(
          (path) =>
            !roots.some((root) => tree.some((file) => file.startsWith(`${root}/`) && file.endsWith(`/${path}`))),
        )
        .map((path) => `${path} in: ${row.slice(0, 60)}`);
    });
    expect(rows.length).toBeGreaterThan(100);
    expect(missing).toEqual([]);
  });
});
