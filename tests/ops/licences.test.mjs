import { readFileSync } from 'node:fs';
import { licencesOf, refusalOf } from '../../scripts/lib/licences.mjs';

/** Nothing enters whose licence would bind the owner of the portal. */

const { packages } = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'));

it('every package of the lock file has a licence that may enter', () => {
  const all = licencesOf(packages);
  expect(all.length).toBeGreaterThan(1000);
  expect(all.flatMap((one) => refusalOf(one) ?? [])).toEqual([]);
});

it.each([
  ['MIT', undefined],
  ['(MIT OR GPL-3.0-only)', undefined],
  ['Apache-2.0 AND MIT', undefined],
  ['Apache-2.0 AND LGPL-3.0-or-later', 'x has the licence Apache-2.0 AND LGPL-3.0-or-later'],
  ['AGPL-3.0-only', 'x has the licence AGPL-3.0-only'],
  ['SEE LICENSE IN EULA.txt', 'x has the licence SEE LICENSE IN EULA.txt'],
  [undefined, 'x says no licence'],
])('%s: %s', (licence, refusal) => {
  expect(refusalOf({ name: 'x', licence })).toBe(refusal);
});

it('a library beside sharp may be LGPL, another may not', () => {
  const licence = 'LGPL-3.0-or-later';
  expect(refusalOf({ name: '@img/sharp-libvips-linux-x64', licence })).toBeUndefined();
  expect(refusalOf({ name: 'sharp', licence })).toBeDefined();
});
