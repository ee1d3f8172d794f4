import { writeBiweeklyRows } from '@/lib/features/unit-reports/internal/biweekly-rows';
import { biweeklyDayFrom, BIWEEKLY_DAYS } from '@/lib/features/unit-reports/shared/report-days';
import { db } from '@/lib/platform/db/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { fillDays } from '../support/fill-figures';
import { report, run, sized } from '../support/measure';
import { closeWorld, createUnits, withClient } from '../support/world';

/**
 * The rows of one day of biweekly reports of a large fleet: written, and once more, when there is nothing new. Held against what is
 * allowed, not against another program.
 */

const UNITS = sized(100_000, 300);
const ALLOWED_SEC = 60;

async function secondsOf(now: number): Promise<number> {
  const started = performance.now();
  await writeBiweeklyRows(now);
  return (performance.now() - started) / 1000;
}

run(async () => {
  await createUnits(UNITS);
  await withClient((client) => fillDays(client, BIWEEKLY_DAYS + 2, () => undefined));
  // A day on which reports stand, with facts of the days before it.
  const now = Date.parse(`${biweeklyDayFrom(formatDate(Date.now()))}T05:40:00+08:00`);
  const first = await secondsOf(now);
  const again = await secondsOf(now);
  const written = await db().biweeklyReport.count();
  if (written !== UNITS) throw new Error(`${written} rows of ${UNITS} units`);
  const line = (name: string, ours: number) =>
    report(
      `biweekly rows, ${UNITS.toLocaleString('en')} units: ${name} (beside: allowed)`,
      { ours, bare: ALLOWED_SEC, ratio: ours / ALLOWED_SEC },
      's',
      { atMost: 1 },
    );
  line('written', first);
  line('written again, nothing new', again);
  await closeWorld();
});
