import { z } from 'zod';
import { displayTypesOf, unitsWhere } from '@/lib/features/equipment/internal/unit-filters';
import { energyPerUnitDay, savingShare, standbyShare } from '@/lib/features/facts/internal/figures';
import { energyStatusOf } from '@/lib/features/facts/shared/energy-status';
import { storedSum } from '@/lib/features/facts/internal/stored-sum';
import { shownFrom } from '@/lib/features/facts/internal/read-figures';
import { unitKeys, unitParts, unitWindow } from '@/lib/features/facts/internal/unit-window';
import { usualUse } from '@/lib/features/facts/internal/energy';
import type { DayWindow, UnitOrder, UnitSumsAsked } from '@/lib/features/facts/internal/unit-window';
import { DISPLAY_TYPES } from '@/lib/live/units/value-sets';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError } from '@/lib/platform/contract/errors';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { db } from '@/lib/platform/db/client';
import { readPageKeys } from '@/lib/platform/db/far-page';
import { Prisma } from '@/lib/platform/db/generated/client';
import { keysInOrder } from '@/lib/platform/db/ordered-keys';
import { partsOf, sharedCount } from '@/lib/platform/db/shared-counts';
import { strategyOf } from '@/lib/platform/strategy/limits';
import type { EnergyFilters, EnergySavingRow, EnergySortField, getEnergySummary, queryEnergySaving } from './contract';
import { daysBefore, daysOfMonths } from './months';

/** Reads what units consume by plain SQL: sums of months are no columns of the units (silent-screens A4). */

type Query = ParsedOf<typeof queryEnergySaving>;
type Order = Pick<Query, 'sortField' | 'sortOrder'>;

const sql = Prisma.sql;
/** Elevators have measured energy alone, no estimate. */
const HAS_SPEEDS = sql`t.display_type IN ('ES', 'WW')`;
const ofSpeeds = (column: Prisma.Sql) => sql`CASE WHEN ${HAS_SPEEDS} THEN ${column} END`;

/** Sums of a unit by `unitWindow` `t`, and what they are sorted by. */
const SUMS = {
  energyCount: sql`t.energy_kwh`,
  operationCount: sql`t.trips`,
  operationHours: sql`t.run_sec`,
  fullHours: ofSpeeds(sql`t.full_sec`),
  crawlHours: ofSpeeds(sql`t.crawl_sec`),
  standbyHours: ofSpeeds(sql`t.standby_sec`),
  savedCount: ofSpeeds(sql`t.saved_kwh`),
} as const satisfies Partial<Record<EnergySortField, Prisma.Sql>>;
const SORTED: Readonly<Partial<Record<EnergySortField, Prisma.Sql>>> = {
  ...SUMS,
  savingShare: ofSpeeds(
    sql`(coalesce(t.crawl_sec, 0) + coalesce(t.standby_sec, 0))::float8 / nullif(coalesce(t.full_sec, 0) + coalesce(t.crawl_sec, 0) + coalesce(t.standby_sec, 0), 0)`,
  ),
};
/** What a data strategy withholds with the group `energy`. */
const WITHHELD: readonly (EnergySortField | undefined)[] = ['energyCount', 'savedCount'];

/** Days that the data strategy leaves nothing of are compared with nothing. */
function beyond(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}

/** Energy that may be read: its units, days and order. */
export interface EnergyReport extends UnitSumsAsked {
  /** What it is compared with; null beyond the data strategy. */
  readonly before: DayWindow | null;
  readonly hasEnergy: boolean;
  readonly historyMonths?: number;
}

/** @throws validation_failed, access_denied */
export async function reportOf(actor: Actor, query: EnergyFilters, now: number): Promise<EnergyReport> {
  const asked = daysOfMonths(query, now);
  const before = daysBefore(asked);
  const [{ first, ...cut }, { dataGroups }, earlier] = await Promise.all([
    shownFrom(actor, asked),
    strategyOf(actor),
    shownFrom(actor, before).catch(beyond),
  ]);
  const { equipmentType } = query;
  return {
    units: unitsWhere(actor, {
      ...query,
      displayTypes: equipmentType === undefined ? undefined : displayTypesOf(equipmentType),
    }),
    window: { from: first, until: asked.until },
    before: earlier?.first === before.from ? before : null,
    now,
    hasEnergy: dataGroups.includes('energy'),
    ...cut,
  };
}

export async function countUnits({ units }: EnergyReport): Promise<number> {
  const [row] = await db().$queryRaw<{ total: bigint }[]>`SELECT count(*) AS total FROM equipment e WHERE ${units}`;
  return Number(row?.total ?? 0);
}

/** By number without a sort field, or where the order would tell what is withheld. */
function orderOf({ hasEnergy }: EnergyReport, { sortField, sortOrder }: Order): UnitOrder {
  const isOpen = sortField !== undefined && (hasEnergy || !WITHHELD.includes(sortField));
  if (!isOpen) return { by: 'number', isUp: true };
  return { by: SORTED[sortField] ?? (sortField === 'equipmentName' ? 'name' : 'number'), isUp: sortOrder === 'asc' };
}

const StoredRows = z.array(
  z.object({
    equipmentNo: z.string(),
    equipmentName: z.string(),
    equipmentType: z.string(),
    displayType: z.enum(DISPLAY_TYPES),
    energyCount: storedSum,
    operationCount: storedSum,
    operationHours: storedSum,
    fullHours: storedSum,
    crawlHours: storedSum,
    standbyHours: storedSum,
    savedCount: storedSum,
    usedEnergy: storedSum,
    used: storedSum,
    earlier: storedSum,
    usual: storedSum,
    energyClass: z.string().nullable(),
    certificateDate: z.string().nullable(),
    ratedPower: storedSum,
    crawlPower: storedSum,
    standbyPower: storedSum,
  }),
);
type StoredRow = z.output<typeof StoredRows>[number];
const SUM_COLUMNS = Prisma.join(
  Object.entries(SUMS).map(([field, value]) => sql`${value} AS ${Prisma.raw(`"${field}"`)}`),
  ', ',
);

const rounded = (value: number | null, decimals = 2) =>
  value === null ? null : Math.round(value * 10 ** decimals) / 10 ** decimals;
const hoursOf = (seconds: number | null) => rounded(seconds === null ? null : seconds / 3600);

/** Elevators are measured by their trips, all others by their hours. */
function toRow({ usedEnergy, used, earlier, usual, ...row }: StoredRow, hasEnergy: boolean): EnergySavingRow {
  const isElevator = row.displayType === 'EV';
  const energyKwh = hasEnergy ? row.energyCount : null;
  const perUse = hasEnergy && usedEnergy !== null && used !== null && used > 0 ? usedEnergy / used : null;
  const share = savingShare({ fullSec: row.fullHours, crawlSec: row.crawlHours, standbySec: row.standbyHours });
  return {
    ...row,
    energyCount: energyKwh,
    perThousandTrips: isElevator ? rounded(perUse === null ? null : perUse * 1000) : null,
    perHour: isElevator ? null : rounded(perUse === null ? null : perUse * 3600),
    operationHours: hoursOf(row.operationHours),
    fullHours: hoursOf(row.fullHours),
    crawlHours: hoursOf(row.crawlHours),
    standbyHours: hoursOf(row.standbyHours),
    savingShare: share,
    monthOnMonth: rounded(
      energyKwh !== null && earlier !== null && earlier > 0 ? (energyKwh / earlier - 1) * 100 : null,
    ),
    savedCount: hasEnergy ? row.savedCount : null,
    energyStatus: energyStatusOf({ share, perUse, usual, energyKwh }),
  };
}

/** The rows of keys that a scoped query found, in the same order. */
async function readRows(report: EnergyReport, keys: readonly string[]): Promise<EnergySavingRow[]> {
  if (keys.length === 0) return [];
  const { window, before, now, hasEnergy } = report;
  const units = sql`e.equipment_no = ANY(${[...keys]}::text[])`;
  const compared = before
    ? sql`LEFT JOIN (SELECT equipment_no, energy_kwh FROM (${unitWindow(units, before, now)}) x) b ON b.equipment_no = e.equipment_no`
    : sql`LEFT JOIN (SELECT NULL AS equipment_no, NULL::numeric AS energy_kwh) b ON false`;
  const found = await db().$queryRaw`
    SELECT e.equipment_no AS "equipmentNo", e.equipment_name AS "equipmentName", e.equipment_type AS "equipmentType",
           e.display_type::text AS "displayType", ${SUM_COLUMNS}, t.used_energy_kwh AS "usedEnergy", t.used, b.energy_kwh AS earlier, u.usual,
           c.energy_class AS "energyClass", c.certificate_date::text AS "certificateDate",
           p.rated_power AS "ratedPower", p.crawl_power AS "crawlPower", p.standby_power AS "standbyPower"
      FROM unnest(${[...keys]}::text[]) WITH ORDINALITY AS k (equipment_no, place)
      JOIN equipment e USING (equipment_no)
      LEFT JOIN (${unitWindow(units, window, now)}) t ON t.equipment_no = e.equipment_no
      ${compared}
      LEFT JOIN (${usualUse(units, window.from)}) u ON u.equipment_no = e.equipment_no
      LEFT JOIN energy_parameter c ON c.equipment_no = e.equipment_no
      LEFT JOIN LATERAL (SELECT * FROM energy_power w WHERE w.equipment_no = e.equipment_no ORDER BY w.from_day DESC LIMIT 1) p ON true
     ORDER BY k.place`;
  return StoredRows.parse(found).map((row) => toRow(row, hasEnergy));
}

/** @throws validation_failed, access_denied */
export async function findEnergyPage(
  actor: Actor,
  query: Query,
  now = Date.now(),
): Promise<OutputOf<typeof queryEnergySaving>> {
  const report = await reportOf(actor, query, now);
  const { total, keys } = await readPageKeys(query, {
    count: () => sharedCount(actor, 'queryEnergySaving', partsOf(report.units), () => countUnits(report)),
    keys: (isReversed, skip, take) => unitKeys(db(), report, orderOf(report, query), isReversed, skip, take),
  });
  const { historyMonths } = report;
  return {
    ...page(await readRows(report, keys), total, query),
    ...(historyMonths === undefined ? {} : { historyMonths }),
  };
}

/** Every row of the list, in its order. */
export async function* energyRows(report: EnergyReport, order: Order): AsyncGenerator<EnergySavingRow> {
  for await (const keys of keysInOrder((at, skip, take) =>
    unitKeys(at, report, orderOf(report, order), false, skip, take),
  ))
    yield* await readRows(report, keys);
}

const Totals = z.array(
  z.object({
    energyKwh: storedSum,
    energyUnitDays: storedSum,
    fullSec: storedSum,
    crawlSec: storedSum,
    standbySec: storedSum,
    savedKwh: storedSum,
  }),
);

/** The rows of the list together. @throws validation_failed, access_denied */
export async function findSummary(
  actor: Actor,
  query: EnergyFilters,
  now = Date.now(),
): Promise<OutputOf<typeof getEnergySummary>> {
  const { units, window, hasEnergy } = await reportOf(actor, query, now);
  const [found] = Totals.parse(
    await db().$queryRaw`
      SELECT sum(t.energy_kwh) AS "energyKwh", sum(t.energy_days) AS "energyUnitDays", sum(${SUMS.fullHours}) AS "fullSec",
             sum(${SUMS.crawlHours}) AS "crawlSec", sum(${SUMS.standbyHours}) AS "standbySec", sum(${SUMS.savedCount}) AS "savedKwh"
        FROM (${unitParts(units, window, now)}) t`,
  );
  const { energyKwh = null, energyUnitDays = null, fullSec = null, crawlSec = null, standbySec = null } = found ?? {};
  const speeds = { fullSec, crawlSec, standbySec };
  return {
    energyCount: hasEnergy ? energyKwh : null,
    perUnitDay: hasEnergy ? rounded(energyPerUnitDay({ energyKwh, energyUnitDays: energyUnitDays ?? 0 })) : null,
    standbyShare: standbyShare(speeds),
    savingShare: savingShare(speeds),
    savedCount: hasEnergy ? (found?.savedKwh ?? null) : null,
  };
}
