import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { DEFAULT_THEME, THEME_COOKIE, THEMES } from '@/components/kit/theme/theme-names';
import { propertyOf, TOKENS } from '@/components/kit/theme/tokens';
import { KNOWN_UNTIL } from '@/lib/platform/client/known-until';
import { LANGUAGE_COOKIE } from '@/lib/platform/i18n/languages';

/** What the portal gives to browsers that put it on a desk or a telephone (`public/`). */

const fileOf = (name: string) => path.join(process.cwd(), 'public', name);
const Manifest = z.object({
  name: z.string(),
  start_url: z.literal('/'),
  theme_color: z.string(),
  background_color: z.string(),
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.string() })),
});
const manifest = Manifest.parse(JSON.parse(readFileSync(fileOf('manifest.webmanifest'), 'utf8')));

/** Width and height of a PNG, as its head says. */
function sizeOf(name: string): [number, number] {
  const bytes = readFileSync(fileOf(name));
  expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

describe('public files', () => {
  it('every icon of the manifest is there, in the size it says, one of them for systems that cut it themselves', () => {
    for (const { src, sizes, type } of manifest.icons) {
      expect([src, existsSync(fileOf(src))]).toEqual([src, true]);
      if (type === 'image/png') expect([src, sizeOf(src).join('x')]).toEqual([src, sizes]);
    }
    expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable');
    expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
    expect(sizeOf('apple-touch-icon.png')).toEqual([180, 180]);
  });

  it('opens in the colours of the first theme', () => {
    expect([manifest.theme_color, manifest.background_color]).toEqual([TOKENS.nightTheme.bg, TOKENS.nightTheme.bg]);
  });

  it('the page without a network has the colours of the themes, and the key under which pages write', () => {
    const page = readFileSync(fileOf('offline.html'), 'utf8');
    for (const theme of THEMES) {
      const block = new RegExp(`\\[data-theme='${theme}'\\] \\{([^}]*)\\}`).exec(page)?.[1] ?? '';
      const said = [...block.matchAll(/(--[\w-]+): (#\w+);/g)].map(([, name, value]) => [name, value]);
      const wanted = (['bg', 'surface', 'line', 'text', 'muted', 'cabinet', 'accent', 'onAccent'] as const).map(
        (name) => [propertyOf(name), TOKENS[theme][name]],
      );
      expect([theme, said]).toEqual([theme, wanted]);
    }
    const script = readFileSync(fileOf('offline.js'), 'utf8');
    for (const name of [KNOWN_UNTIL, LANGUAGE_COOKIE, THEME_COOKIE, DEFAULT_THEME])
      expect(script).toContain(`'${name}'`);
  });

  it('search engines stay out', () => {
    expect(readFileSync(fileOf('robots.txt'), 'utf8')).toMatch(/^User-agent: \*\nDisallow: \/$/m);
  });
});
