// A migration's name begins with the moment at which it was written (YYYYMMDDHHMMSS, UTC), and migrations run in the order of
// their names. Stamps of real times keep that the order in which they were written, whoever wrote them on whichever branch.

/** @param {Date} date */
export const stampOf = (date) => date.toISOString().replace(/\D/g, '').slice(0, 14);

/** Does the name begin with a moment that the calendar knows? */
function hasRealStamp(name) {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)_[a-z0-9_]+$/i.exec(name);
  if (!parts) return false;
  const [, year, month, day, hour, minute, second] = parts.map(Number);
  return stampOf(new Date(Date.UTC(year, month - 1, day, hour, minute, second))) === name.slice(0, 14);
}

/**
 * Fails with one sentence when a migration's stamp is no real time, lies in the future or is the one before it.
 * @param {string[]} names in the order of their names
 * @param {Date} [now]
 */
export function checkStamps(names, now = new Date()) {
  names.forEach((name, index) => {
    if (!hasRealStamp(name))
      throw new Error(`The migration ${name} does not begin with a moment (YYYYMMDDHHMMSS, UTC).`);
    if (name.slice(0, 14) > stampOf(now)) {
      throw new Error(`The migration ${name} is stamped in the future: it is ${stampOf(now)} (UTC) by this clock.`);
    }
    const last = names[index - 1];
    if (last !== undefined && name.slice(0, 14) <= last.slice(0, 14)) {
      throw new Error(`The migration ${name} is not later than ${last}.`);
    }
  });
}

/**
 * Fails with one sentence when a database cannot be carried on: it was made by migrations that are gone, or has a later one
 * than one that it lacks. Migrations of a later version of the portal are no harm.
 * @param {string[]} applied what the database has
 * @param {string[]} names the committed ones, in the order of their names
 * @param {{ database: string, folders?: string[] }} where how the database is called; folders: what the embedded one lies in
 */
export function checkApplied(applied, names, { database, folders = [] }) {
  const gone = applied.toSorted().find((name) => name < names[0] && !names.includes(name));
  if (gone !== undefined) {
    const remedy = folders.length > 0 ? `delete ${folders.join(' and ')}` : 'give DATABASE_URL an empty database';
    throw new Error(
      `The database at ${database} was made by an earlier portal whose migrations are gone (it has ${gone}) and cannot be carried on: ${remedy} and start again.`,
    );
  }
  const newest = applied
    .filter((name) => names.includes(name))
    .sort()
    .at(-1);
  const late = newest && names.find((name) => name < newest && !applied.includes(name));
  if (late) {
    throw new Error(
      `The migration ${late} is older than ${newest}, which the database at ${database} has already: stamp it with the time of now.`,
    );
  }
}
