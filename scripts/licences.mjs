// `npm run licences`: the licences of what is shipped, with the texts that have to go with it, on standard output; what may not
// enter is said on standard error and ends with 1. The bill of materials is `npm run sbom` (CycloneDX).
import { readFileSync } from 'node:fs';
import { licencesOf, refusalOf, textsOf } from './lib/licences.mjs';
import { inRoot } from './lib/root.mjs';

const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
const all = licencesOf(packages);
const refused = all.flatMap((one) => refusalOf(one) ?? []);
for (const line of refused) process.stderr.write(`${line}\n`);
const shipped = new Map(all.filter(({ isShipped }) => isShipped).map((one) => [`${one.name} ${one.version}`, one]));
for (const [title, { licence, place }] of [...shipped].sort(([a], [b]) => (a < b ? -1 : 1)))
  process.stdout.write(`${['='.repeat(80), `${title}: ${licence}`, ...textsOf(place)].join('\n\n')}\n\n`);
process.exitCode = refused.length > 0 ? 1 : 0;
