import { satisfies } from 'semver';
import { licencesOf } from './licences.mjs';

/** What is known against the packages of the lock file, from a report that was taken where there is a network (CONTRIBUTING.md). */

/** An older report no longer says that there is nothing. */
export const MOST_DAYS = 30;
/** These keep a version from being shipped; what is only used to build and test is told. */
const GRAVE = new Set(['high', 'critical']);
const DAY_MS = 86_400_000;

/**
 * @typedef {{ name: string, title: string, url: string, severity: string, range: string }} Advisory
 * @typedef {{ takenAt: string, advisories: Advisory[] }} Report takenAt: ISO 8601, when the registry was asked
 */

/**
 * What `npm audit --json` says, an advisory each.
 * @param {{ vulnerabilities?: Record<string, { via?: (string | { source?: number, name: string, title: string, url: string, severity: string, range: string })[] }> }} audit
 * @returns {Advisory[]}
 */
export function advisoriesOf({ vulnerabilities }) {
  if (vulnerabilities === undefined) throw new TypeError('This is not what `npm audit --json` writes.');
  const found = new Map();
  for (const { via = [] } of Object.values(vulnerabilities))
    for (const one of via)
      if (typeof one === 'object') {
        const { name, title, url, severity, range } = one;
        found.set(`${name} ${url}`, { name, title, url, severity, range });
      }
  return [...found.values()];
}

/**
 * Which advisories hold for the versions of a lock file. The lock may be younger than the report: what has been replaced since is
 * no longer named, what is new is judged by the advisories that were known.
 * @param {Report} report
 * @param {Parameters<typeof licencesOf>[0]} packages of the lock file
 * @param {Date} now
 * @returns {{ days: number, isOld: boolean, found: (Advisory & { version: string, isShipped: boolean, isGrave: boolean })[] }}
 *   days: age of the report; isGrave: it keeps the version from being shipped
 */
export function judge({ takenAt, advisories }, packages, now) {
  const age = now.getTime() - Date.parse(takenAt);
  if (Number.isNaN(age)) throw new TypeError('The report does not say when it was taken.');
  const days = Math.floor(age / DAY_MS);
  const found = licencesOf(packages).flatMap(({ name, version, isShipped }) =>
    advisories
      .filter((one) => one.name === name && satisfies(version, one.range, { includePrerelease: true }))
      .map((one) => ({ ...one, version, isShipped, isGrave: isShipped && GRAVE.has(one.severity) })),
  );
  return { days, isOld: days > MOST_DAYS, found };
}
