import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROUTES } from '@/lib/routes';

const files = (dir: string): string[] =>
  existsSync(dir) ? readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((file) => join(dir, file)) : [];
const sources = ['app', 'components', 'lib']
  .flatMap(files)
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('/generated/'));
const pages = files('app').filter((file) => file.endsWith('/page.tsx') || file === 'app/page.tsx');
const pathOf = (file: string) =>
  `/${file
    .split('/')
    .slice(1, -1)
    .filter((part) => !part.startsWith('('))
    .join('/')}`;

describe('pages', () => {
  const byPath = new Map(pages.map((file) => [pathOf(file), file]));

  it('are exactly those that the route table calls built', () => {
    // Not of the table: error pages, and the way in for partners, whose path is any page's.
    const system = ['/error/no-permission', '/error/login-expired', '/error/server-down', '/3rd/[[...path]]'];
    expect([...byPath.keys()].filter((path) => !system.includes(path)).sort()).toEqual(
      ROUTES.filter(({ isBuilt }) => isBuilt)
        .map(({ path }) => path)
        .sort(),
    );
  });

  it('each ask the page guard for their own route', () => {
    for (const { path, key, place, isBuilt } of ROUTES) {
      const file = byPath.get(path);
      if (!isBuilt || !file || place === 'public') continue;
      // `listPage` of the list kit asks it for the route that it is given.
      const asks = new RegExp(`\\b(?:requirePage|listPage)\\(\\s*'${key}'`);
      expect([path, asks.test(readFileSync(file, 'utf8'))]).toEqual([path, true]);
    }
  });

  it('only route: no page is longer than a screen', () => {
    for (const file of pages) expect([file, readFileSync(file, 'utf8').split('\n').length < 90]).toEqual([file, true]);
  });
});

describe('sources', () => {
  it('read the environment only in the configuration', () => {
    expect(sources.length).toBeGreaterThan(60);
    const offenders = sources.filter(
      (file) => !/^lib\/config\.ts$/.test(file) && /process\.env\b/.test(readFileSync(file, 'utf8')),
    );
    expect(offenders).toEqual([]);
  });

  it('write no page path by hand', () => {
    const paths = ROUTES.map(({ path }) => path)
      .filter((path) => path !== '/')
      .map((path) => path.replace(/[/]/g, '\\/'));
    const literal = new RegExp(`['"\`](?:${paths.join('|')})(?:[?'"\`])`);
    const offenders = sources.filter((file) => file !== 'lib/routes.ts' && literal.test(readFileSync(file, 'utf8')));
    expect(offenders).toEqual([]);
  });

  it('load nothing from outside', () => {
    const offenders = sources.filter((file) =>
      /(?:src|href|url\()\s*[=(]?\s*["'`]https?:\/\//.test(readFileSync(file, 'utf8')),
    );
    expect(offenders).toEqual([]);
  });
});
