// The order in which Jest starts the files: those that take half a minute first, the others by their size, as Jest guesses without
// times of an earlier run. A long one that starts last keeps one core waiting for it.
const { existsSync, statSync } = require('node:fs');
const { join } = require('node:path');

const LONGEST = [
  'api/platform/auth/scope/object-matrix.test.ts',
  'api/programs/backup/backup.test.ts',
  'api/hostile/searches.test.ts',
  'api/hostile/operators.test.ts',
  'api/demo/load.test.ts',
  'api/features/strategies/enforced.test.ts',
  'api/features/incidents/offered-actions.test.ts',
  'api/platform/auth/access-matrix.test.ts',
  'api/features/maintenance-reports/reports.test.ts',
  'api/platform/db/embedded-postgres.test.ts',
  'api/live/telemetry/durable.test.ts',
  'api/live/telemetry/conditions.test.ts',
  'api/hostile/lock-out.test.ts',
  'api/demo/agreement.test.ts',
  'api/platform/db/migrate.test.ts',
  'api/features/integration/fleet.test.ts',
  'api/features/notifications/channel.test.ts',
  'api/hostile/fuzz.test.ts',
  'unit/live/detector/histories.test.ts',
].map((file) => join(__dirname, '..', file));
for (const file of LONGEST) if (!existsSync(file)) throw new Error(`${file} does not exist.`);

const rankOf = ({ path }) => (LONGEST.includes(path) ? LONGEST.length - LONGEST.indexOf(path) : 0);

module.exports = class LongestFirst {
  sort(tests) {
    const sizes = new Map(tests.map(({ path }) => [path, statSync(path).size]));
    return [...tests].sort((a, b) => rankOf(b) - rankOf(a) || sizes.get(b.path) - sizes.get(a.path));
  }

  cacheResults() {}
};
