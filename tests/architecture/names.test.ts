import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** One name a thing (`docs/glossary.md`): a type that two rooms export by one name means two things in one of them. */

const sources = ['app', 'components', 'lib']
  .flatMap((dir) => readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((file) => join(dir, file)))
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('/generated/'));

const exportedTypes = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^export (?:declare |abstract )*(?:type|interface|class|enum) (\w+)/gm)].map(
    ([, name = '']) => name,
  );

/** Parts of speech, and words that mean something else in every room. */
const FORBIDDEN_FILES =
  /^(act|ahead|asked|given|heard|held|kept|known|lasting|left|made|news|noted|offered|overdue|quiet|said|seen|shown|told|told-as|unanswered|withheld)\.tsx?$/;
const FORBIDDEN_TYPES =
  /^(Asked|Anew|Course|Found|Given|Hand|Heard|Held|Kept|Known|Left|Look|Made|Manner|News|Noted|Owned|Place|Said|Seen|Sent|Shown|Standing|Stored|Told|Unit|Wanted|Watched|When|Wish|Word)$/;

describe('names', () => {
  it('no exported type has the name of another one', () => {
    const owners = new Map<string, Set<string>>();
    for (const file of sources)
      for (const name of exportedTypes(file)) owners.set(name, (owners.get(name) ?? new Set()).add(file));
    expect(owners.size).toBeGreaterThan(500);
    expect([...owners].filter(([, files]) => files.size > 1).map(([name, files]) => [name, ...files])).toEqual([]);
  });

  it('no exported type is named after a part of speech', () => {
    const named = sources.flatMap((file) => exportedTypes(file).map((name) => ({ file, name })));
    expect(named.filter(({ name }) => FORBIDDEN_TYPES.test(name))).toEqual([]);
  });

  it('no file is named after a part of speech', () => {
    expect(sources.filter((file) => FORBIDDEN_FILES.test(basename(file)))).toEqual([]);
  });
});
