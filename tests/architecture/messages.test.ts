import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { LANGUAGES } from '@/lib/platform/i18n/languages';
import { NAMESPACES } from '@/lib/platform/i18n/namespaces';
import { MENU_GROUPS, ROUTES } from '@/lib/routes';

type Tree = { [key: string]: string | Tree };

const fileOf = (language: string, name: string) =>
  JSON.parse(readFileSync(join('messages', language, name), 'utf8')) as Tree;

function flatten(tree: Tree, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[`${prefix}${key}`, value] as const] : [...flatten(value, `${prefix}${key}.`)],
    ),
  );
}

/** Names of the values that a text takes, those within its branches too; the words that a branch begins with are none. */
function placeholders(text: string): string[] {
  const names = new Set<string>();
  const collect = (elements: readonly MessageFormatElement[]) => {
    for (const element of elements) {
      if (element.type === TYPE.tag) collect(element.children);
      else if (element.type !== TYPE.literal && element.type !== TYPE.pound) {
        names.add(element.value);
        if (element.type === TYPE.select || element.type === TYPE.plural)
          for (const { value } of Object.values(element.options)) collect(value);
      }
    }
  };
  collect(parse(text));
  return [...names].sort();
}

function sourcesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('generated'))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
}

describe('messages', () => {
  const files = readdirSync(join('messages', 'zh-CN')).sort();

  it('[NAV-002] exist as the same files in both languages', () => {
    for (const language of LANGUAGES) expect(readdirSync(join('messages', language)).sort()).toEqual(files);
  });

  it('every namespace a page may use has a file', () => {
    expect(NAMESPACES.filter((name) => !files.includes(`${name}.json`))).toEqual([]);
  });

  it.each(files)('%s has the same keys and placeholders in both languages, none of them empty', (name) => {
    const [chinese, english] = LANGUAGES.map((language) => flatten(fileOf(language, name)));
    if (!chinese || !english) throw new Error('two languages');
    expect([...english.keys()].sort()).toEqual([...chinese.keys()].sort());
    for (const [key, text] of chinese) {
      expect([key, text.trim()]).not.toEqual([key, '']);
      expect([key, placeholders(english.get(key) ?? '')]).toEqual([key, placeholders(text)]);
    }
  });

  it('every route and menu group has a title', () => {
    const titles = flatten(fileOf('zh-CN', 'routes.json'));
    expect(ROUTES.filter(({ key }) => !titles.has(key)).map(({ key }) => key)).toEqual([]);
    expect(MENU_GROUPS.filter((group) => !titles.has(`group.${group}`))).toEqual([]);
  });

  it('every refusal named in the code is worded', () => {
    const known = flatten(fileOf('zh-CN', 'errors.json'));
    const used = sourcesUnder('lib').flatMap((source) => [
      ...[...source.matchAll(/messageKey: '(\w+)'/g)].map(([, key]) => key),
      ...[...source.matchAll(/new FieldError\([^)]*?, '(\w+)'/g)].map(([, key]) => key),
      ...[...source.matchAll(/\{ error: '(\w+)' \}/g)].map(([, key]) => key),
    ]);
    expect(used.length).toBeGreaterThan(20);
    expect([...new Set(used.filter((key) => key !== undefined && !known.has(key)))]).toEqual([]);
  });
});
