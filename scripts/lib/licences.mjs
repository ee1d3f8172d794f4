import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from './root.mjs';

/** Which licences may enter, and what each package has (CONTRIBUTING.md). */

/** Ask for no more than to be named, or to give back changes of their own files. CC-BY-4.0: data of browsers. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
]);

/** Others, each for a reason: they are used as they come, in files of their own that whoever runs the portal can replace. */
const NAMED = [
  {
    name: /^@img\/sharp-(libvips-|win32-|wasm32)/,
    licence: 'LGPL-3.0-or-later',
    why: 'libvips, a library beside sharp',
  },
  { name: /^elkjs$/, licence: 'EPL-2.0', why: 'lays out graphs, brought by the charts; unchanged' },
];

/** What its file says where its description says nothing. */
const READ = { 'seq-queue': 'MIT' };

const nameOf = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** @param {{ license?: unknown, licenses?: { type?: string }[] }} described */
function said({ license, licenses }) {
  if (typeof license === 'string') return license;
  return licenses?.map(({ type }) => type).join(' OR ') || undefined;
}

function installed(place) {
  const file = inRoot(join(place, 'package.json'));
  return existsSync(file) ? said(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

/**
 * The licence of each package of the lock file, those for other platforms too: where nobody says one, that of the package that
 * asks for it.
 * @param {Record<string, { license?: string, version?: string, dev?: boolean, optionalDependencies?: Record<string, string> }>} packages
 * @returns {{ name: string, version: string, place: string, isShipped: boolean, licence: string | undefined }[]}
 */
export function licencesOf(packages) {
  const own = (place) => packages[place]?.license ?? installed(place) ?? READ[nameOf(place)];
  const askers = new Map();
  for (const [place, { optionalDependencies = {} }] of Object.entries(packages))
    for (const name of Object.keys(optionalDependencies)) if (place !== '') askers.set(name, place);
  return Object.entries(packages)
    .filter(([place]) => place !== '')
    .map(([place, { version = '', dev = false }]) => {
      const name = nameOf(place);
      const asker = askers.get(name);
      return { name, version, place, isShipped: !dev, licence: own(place) ?? (asker && own(asker)) };
    });
}

/** Why a package may not enter; undefined: it may. Of `OR` one is enough, of `AND` each counts. */
export function refusalOf({ name, licence }) {
  if (licence === undefined) return `${name} says no licence`;
  const mayEnter = (one) => ALLOWED.has(one) || NAMED.some((known) => known.name.test(name) && known.licence === one);
  const parts = licence.replace(/[()]/g, '').split(/ OR /i);
  if (parts.some((part) => part.split(/ AND /i).every((one) => mayEnter(one.trim())))) return undefined;
  return `${name} has the licence ${licence}`;
}

/** The texts that a package brings, as its authors want them passed on. */
export function textsOf(place) {
  const folder = inRoot(place);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .sort()
    .flatMap((file) => {
      try {
        return [readFileSync(join(folder, file), 'utf8').trim()];
      } catch {
        // A folder of that name.
        return [];
      }
    });
}
