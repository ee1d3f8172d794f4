import { z } from 'zod';
import { noteDays } from '@/lib/features/facts/internal/note-days';
import { sourceTime } from '@/lib/features/projects/internal/import-shape';
import { key } from '@/lib/platform/contract/schemas';
import { clearable, count, decimal, flag, neededDay, whole } from '../fields';
import type { Transaction } from '@/lib/platform/db/transaction';
import type { ImportOutcome } from '@/lib/features/projects/internal/import-shape';
import { columnsOf, importer, saveRows, unitsOf, unknownUnit, valuesOf } from '../kind';

/** Day facts that another system has counted (api.md §5.4 EquipmentDay). */

/** A Shanghai day has no more. */
const seconds = count(86_400);
const counted = (max = 2_147_483_647) => whole(0, max);

const RunDailyImport = z.object({
  equipmentNo: key,
  day: neededDay,
  // Cleared by null: not counted that day (readings 217).
  trips: counted(),
  openings: counted(),
  runSec: counted(86_400),
  fullSec: counted(86_400),
  crawlSec: counted(86_400),
  standbySec: counted(86_400),
  energyKwh: decimal(0, 99_999_999),
  savedKwh: decimal(-99_999_999, 99_999_999),
  passengers: counted(),
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
const COUNTERS = ['trips', 'openings', 'runSec', 'fullSec', 'crawlSec', 'standbySec', 'passengers'];
const MAY_BE_EMPTY = [...COUNTERS, 'energyKwh', 'savedKwh', 'flagged'];
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
  const outcomes = await saveRows(sql, rows, source, {
    table: TABLE,
    keyOf: ({ equipmentNo, day }) => `${equipmentNo} ${day}`,
    versionOf: ({ updatedAt }) => updatedAt,
    judge: (row) => {
      const unit = units.get(row.equipmentNo);
      if (!unit) return unknownUnit(row.equipmentNo);
      return { ...valuesOf(row, PLAIN), equipment_no: row.equipmentNo, day: row.day, branch_code: unit.branchCode };
    },
  });
  await noteDays(
    sql,
    rows.filter((_, index) => outcomes[index] === 'created' || outcomes[index] === 'updated'),
  );
  return outcomes;
}

export const runDaily = importer(RunDailyImport, saveDays);
