import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What a person typed is compared by the helpers that make wildcards literal (api.md §1.6 Keywords, Phones). */

const ROOT = path.resolve(__dirname, '../..');
const PATTERN =
  /\b(contains|startsWith|endsWith|string_contains|string_starts_with|string_ends_with):\s*(?!\s|likeLiteral\()/;
/** The helpers themselves, and where the text is a constant of ours. */
const ALLOWED = [
  'lib/platform/db/name-grams.ts',
  'lib/platform/auth/limits/phone-search.ts',
  'lib/features/notifications/internal/incident-notice.ts',
  'lib/features/notifications/internal/notification-limits.ts',
];

const sources = readdirSync(path.join(ROOT, 'lib'), { recursive: true, encoding: 'utf8' })
  .map((name) => path.posix.join('lib', name.replaceAll('\\', '/')))
  .filter((name) => name.endsWith('.ts') && !name.startsWith('lib/platform/db/generated/'));

/** `LIKE ${…}` of hand-written SQL: what stands there is the helper's call, or a name that got its value from it. */
const SQL_PATTERN = /(?<!\()\bI?LIKE\s+(?:lower\()?\$\{([^}]*)\}/g;
const isEscaped = (given: string, text: string) =>
  given.startsWith('likeContains(') ||
  given.startsWith('likeStart(') ||
  new RegExp(`\\bconst ${given} = likeContains\\(`).test(text);

it('a keyword reaches a LIKE pattern through the helpers only', () => {
  const raw = sources.filter((name) => PATTERN.test(readFileSync(path.join(ROOT, name), 'utf8')));
  expect(raw.sort()).toEqual([...ALLOWED].sort());
});

it('hand-written SQL takes its LIKE patterns from the helpers too', () => {
  const patterns = sources.flatMap((name) => {
    const text = readFileSync(path.join(ROOT, name), 'utf8');
    return [...text.matchAll(SQL_PATTERN)].map((match) => ({ name, given: match[1] ?? '', text }));
  });
  expect(patterns.length).toBeGreaterThan(0);
  expect(
    patterns.filter(({ given, text }) => !isEscaped(given, text)).map(({ name, given }) => `${name}: ${given}`),
  ).toEqual([]);
});
