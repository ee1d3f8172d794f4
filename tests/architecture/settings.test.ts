import { readFileSync } from 'node:fs';
import { parseConfig } from '@/lib/config';
import { Environment } from '@/lib/environment';
import { SECRETS } from '@/lib/secret-files';

/**
 * A setting is told in three places: `lib/config.ts` reads it, `deploy/README.md` explains it, `deploy/.env.example` shows
 * its default.
 */

const SETTINGS = Object.keys(Environment.shape).sort();
const readme = readFileSync('deploy/README.md', 'utf8');
const example = readFileSync('deploy/.env.example', 'utf8').split('\n');

/** `# NAME=default` of the example, with the comment above it. */
const shown = example.flatMap((line, index) => {
  const [, name = '', value = ''] = /^(?:# )?([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
  return name ? [{ name, value, comment: example[index - 1] ?? '' }] : [];
});

/** Names in the first column of the README's table. */
const explained = readme
  .split('\n')
  .filter((line) => /^\| `[A-Z]/.test(line))
  .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([A-Z][A-Z0-9_]*)`/g)].map(([, name = '']) => name));

it('the README explains every setting once, and no other', () => {
  expect(explained.sort()).toEqual(SETTINGS);
});

it('the example shows every setting once, and no other', () => {
  expect(shown.map(({ name }) => name).sort()).toEqual(SETTINGS);
});

it('the example says of each what it is, and of a secret that it may be a file', () => {
  expect(shown.filter(({ comment }) => !/^# \S.{8,}\.$/.test(comment)).map(({ name }) => name)).toEqual([]);
  for (const { name, comment } of shown)
    expect([name, comment.includes(`${name}_FILE`)]).toEqual([name, SECRETS.some((secret) => secret === name)]);
  const paragraph = readme.split('\n').find((line) => line.startsWith('**Secrets as files.**')) ?? '';
  expect([...paragraph.matchAll(/`([A-Z][A-Z0-9_]*)`/g)].map(([, name]) => name)).toEqual([...SECRETS]);
});

it('what the example shows is what holds where nothing is set', () => {
  const secrets = {
    DATABASE_URL: 'postgresql://localhost/portal',
    SESSION_SECRET: 's'.repeat(32),
    INTERNAL_SECRET: 'i'.repeat(32),
  };
  const values = Object.fromEntries(shown.map(({ name, value }) => [name, value]));
  expect(parseConfig({ ...values, ...secrets })).toEqual(parseConfig(secrets));
  // A default that is a plain value stands there, and is not left out.
  const defaults = Environment.parse({}) as Record<string, unknown>;
  const left = SETTINGS.filter((name) => ['string', 'number'].includes(typeof defaults[name])).filter(
    (name) => String(defaults[name]) !== (values[name] ?? ''),
  );
  expect(left).toEqual([]);
});
