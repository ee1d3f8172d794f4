import { NIGHTLY_RULES } from '@/lib/live/detector/nightly-rules';
import { rulesFor, type RuleSetting } from '@/lib/live/detector/active-rules';
import { DETECTOR_VERSION } from '@/lib/live/detector/state';
import { db, pool } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { formatDate, parseWallTime } from '@/lib/platform/i18n/format';
import { areImported, readSettings } from './context';
import { judge } from '../nightly-judge';
import { measure } from '../nightly-measures';

/** The rules over days: once a night, over the days that are over (silent-screens F2, D01 to D07). */

const DAY_MS = 86_400_000;
const UNITS_A_ROUND = 500;
const WAITS = { maxWait: 20_000, timeout: 60_000 };

const UNIT = {
  equipmentNo: true,
  displayType: true,
  productLine: true,
  totalFloors: true,
  ratedSpeed: true,
} as const satisfies Prisma.EquipmentSelect;

interface NightlyRun {
  /** The last whole day, `yyyy-MM-dd`. */
  readonly day: string;
  /** Its end. */
  readonly at: Date;
  readonly settings: readonly RuleSetting[];
}

/** What is open of the units, and what will be: unit and rule. */
export async function openOf(
  sql: Prisma.TransactionClient,
  units: readonly string[],
  rules: readonly string[] = NIGHTLY_RULES.map(({ id }) => id),
): Promise<Set<string>> {
  const [symptoms, waiting] = await Promise.all([
    sql.symptom.findMany({
      where: {
        equipmentNo: { in: [...units] },
        symptomDefinitionId: { in: [...rules] },
        ruleVersion: { not: null },
        clearedDate: null,
      },
      select: { equipmentNo: true, symptomDefinitionId: true },
    }),
    sql.detectorEffect.findMany({
      where: { equipmentNo: { in: [...units] }, rule: { in: [...rules] } },
      select: { equipmentNo: true, rule: true },
    }),
  ]);
  return new Set([
    ...symptoms.map((row) => `${row.equipmentNo} ${row.symptomDefinitionId}`),
    ...waiting.map((row) => `${row.equipmentNo} ${row.rule}`),
  ]);
}

async function round(after: string, { day, at, settings }: NightlyRun): Promise<{ last?: string; found: number }> {
  const units = await db().equipment.findMany({
    where: { deletedAt: null, equipmentNo: { gt: after } },
    orderBy: { equipmentNo: 'asc' },
    take: UNITS_A_ROUND,
    select: UNIT,
  });
  const last = units.at(-1)?.equipmentNo;
  if (last === undefined) return { found: 0 };
  const nos = units.map(({ equipmentNo }) => equipmentNo);
  const measures = await measure(pool(), nos, day);
  return db().$transaction(async (sql) => {
    // Two gateways at once would both find nothing open.
    await sql.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('detector nightly', 0))`;
    const open = await openOf(sql, nos);
    const effects = units.flatMap(({ ratedSpeed, ...unit }) => {
      const { equipmentNo, displayType } = unit;
      const own = { ...unit, ratedSpeed: ratedSpeed === null ? null : Number(ratedSpeed) };
      return rulesFor(own, settings, NIGHTLY_RULES).flatMap(({ rule: { id: rule }, numbers }) => {
        const { isOn, isOver } = judge(rule, measures.get(equipmentNo) ?? { equipmentNo }, numbers, displayType);
        const isOpen = open.has(`${equipmentNo} ${rule}`);
        const kind = isOn && !isOpen ? ('raise' as const) : isOver && isOpen ? ('clear' as const) : undefined;
        return kind
          ? [{ equipmentNo, rule, kind, eventDate: at, firedDate: at, version: DETECTOR_VERSION, nextAt: at }]
          : [];
      });
    });
    await sql.detectorEffect.createMany({ data: effects });
    return { last, found: effects.length };
  }, WAITS);
}

/** Judges the last whole day for all units. @returns how many symptoms begin or end */
export async function judgeDays(now: Date): Promise<number> {
  if (await areImported()) return 0;
  const day = formatDate(now.getTime() - DAY_MS);
  const night: NightlyRun = {
    day,
    at: new Date(parseWallTime(`${formatDate(now)} 00:00:00`) ?? now.getTime()),
    settings: await readSettings(),
  };
  let found = 0;
  for (let after: string | undefined = ''; after !== undefined;) {
    const done: Awaited<ReturnType<typeof round>> = await round(after, night);
    found += done.found;
    after = done.last;
  }
  return found;
}
