import { z } from 'zod';
import { sourceTime } from '@/lib/features/projects/internal';
import { key } from '@/lib/platform/contract/schemas';
import type { Transaction } from '@/lib/platform/db/transaction';
import { clearable, count, decimal, flag, neededDay } from '../fields';
import { columnsOf, importer, type ImportOutcome, saveRows, unitsOf, unknownUnit, valuesOf } from '../kind';

/** Day facts that another system has counted (api.md §5.4 EquipmentDay). */

/** A Shanghai day has no more. */
const seconds = count(86_400);

const RunDailyImport = z.object({
  equipmentNo: key,
  day: neededDay,
  trips: count(),
  openings: count(),
  runSec: seconds,
  fullSec: seconds,
  crawlSec: seconds,
  standbySec: seconds,
  energyKwh: decimal(0, 99_999_999),
  savedKwh: decimal(-99_999_999, 99_999_999),
  passengers: count(),
  availableSec: seconds,
  faultSec: seconds,
  equipmentFaultSec: seconds,
  unknownSec: seconds,
  serviceSec: seconds,
  shutdowns: count(),
  callbacks: count(),
  equipmentCallbacks: count(),
  entrapments: count(),
  flagged: flag,
  updatedAt: clearable(sourceTime),
});
type RunDailyImport = z.output<typeof RunDailyImport>;

const PLAIN = Object.keys(RunDailyImport.shape).filter((field) => !['equipmentNo', 'day', 'updatedAt'].includes(field));
const MAY_BE_EMPTY = ['energyKwh', 'savedKwh', 'flagged'];
const TABLE = {
  name: 'equipment_day',
  key: ['equipment_no', 'day'],
  columns: [...columnsOf(PLAIN), 'branch_code'],
  defaults: {
    ...Object.fromEntries(columnsOf(PLAIN.filter((field) => !MAY_BE_EMPTY.includes(field))).map((name) => [name, 0])),
    flagged: false,
  },
  isVersioned: true,
};

async function saveDays(sql: Transaction, rows: readonly RunDailyImport[], source: string): Promise<ImportOutcome[]> {
  const units = await unitsOf(sql, rows);
  return saveRows(sql, rows, source, {
    table: TABLE,
    keyOf: ({ equipmentNo, day }) => `${equipmentNo} ${day}`,
    versionOf: ({ updatedAt }) => updatedAt,
    judge: (row) => {
      const unit = units.get(row.equipmentNo);
      if (!unit) return unknownUnit(row.equipmentNo);
      return { ...valuesOf(row, PLAIN), equipment_no: row.equipmentNo, day: row.day, branch_code: unit.branchCode };
    },
  });
}

export const runDaily = importer(RunDailyImport, saveDays);
