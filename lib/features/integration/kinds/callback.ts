import { z } from 'zod';
import { importEntrapments } from '@/lib/features/callbacks/internal/entrapments';
import { writeCallbackFacts } from '@/lib/features/callbacks/internal/callback-facts';
import { sourceTime } from '@/lib/features/projects/internal/import-shape';
import { key } from '@/lib/platform/contract/schemas';
import type { Transaction } from '@/lib/platform/db/transaction';
import { CALLBACK_STATUSES, isCallbackOver } from '@/lib/features/callbacks/state';
import { clearable, clearableFlag, flag, given, optionalKey, whole, words } from '../fields';
import type { ImportOutcome } from '@/lib/features/projects/internal/import-shape';
import { columnsOf, importer, missing, saveRows, unitsOf, unknownUnit, valuesOf } from '../kind';
import { enterHistory, type HistoryEntry, historiesOf } from '../callback-history';

/** Call-outs as their source system sends them; their history decides about the shown state. */

const SCSA = ['0', '1', '2', '4', '5', '6'] as const;

const CallbackImport = z.object({
  callbackId: key,
  equipmentNo: given(key),
  callbackType: given(z.enum(['Customer call', 'Telemonitoring Breakdown', 'Telemonitoring Manual'], 'badValue')),
  createDate: given(sourceTime),
  jobStatus: given(z.enum(CALLBACK_STATUSES, 'badValue')),
  jobUpdateDate: given(sourceTime),
  jobDescription: words(1000),
  sapSystem: words(40),
  technicianName: words(100),
  technicianPhone: words(20),
  jobTechRemark: words(1000),
  scsa: clearable(z.enum(SCSA, 'badValue')),
  scsaText: words(),
  scsb: words(40),
  scsbText: words(),
  callerName: words(100),
  callerPhone: words(20),
  trappedCount: whole(0, 50),
  trappedDate: clearable(sourceTime),
  releaseDate: clearable(sourceTime),
  equipmentRunning: clearableFlag,
  previousCallbackId: optionalKey,
  personTrapped: flag,
  personInjured: flag,
  arrivalDate: clearable(sourceTime),
  closeDate: clearable(sourceTime),
  updatedAt: clearable(sourceTime),
});
type CallbackImport = z.output<typeof CallbackImport>;

const NOT_PLAIN = ['callbackId', 'jobStatus', 'jobUpdateDate', 'updatedAt'];
const PLAIN = Object.keys(CallbackImport.shape).filter((field) => !NOT_PLAIN.includes(field));
const TABLE = {
  name: 'callback',
  key: ['callback_id'],
  columns: [...columnsOf(PLAIN), 'branch_code', 'job_status', 'job_update_date'],
  defaults: { callback_type: 'Customer call', person_trapped: false, person_injured: false },
  isVersioned: true,
};

/** The moment from which the row claims its state. */
const saidAt = ({ jobStatus, jobUpdateDate, closeDate, updatedAt }: CallbackImport) =>
  jobUpdateDate ?? (jobStatus && isCallbackOver(jobStatus) ? closeDate : undefined) ?? updatedAt ?? undefined;

async function saveCallbacks(
  sql: Transaction,
  rows: readonly CallbackImport[],
  source: string,
): Promise<ImportOutcome[]> {
  const ids = [...new Set(rows.map(({ callbackId }) => callbackId))].sort();
  await sql.$queryRaw`SELECT 1 FROM callback WHERE callback_id = ANY(${ids}) ORDER BY callback_id FOR UPDATE`;
  const stored = new Map(
    (await sql.callback.findMany({ where: { callbackId: { in: ids } } })).map((row) => [row.callbackId, row]),
  );
  const units = await unitsOf(
    sql,
    rows.flatMap(({ callbackId, equipmentNo = stored.get(callbackId)?.equipmentNo }) =>
      equipmentNo ? [{ equipmentNo }] : [],
    ),
  );
  const histories = await historiesOf(sql, ids);
  const judge = (row: CallbackImport): ImportOutcome | Record<string, unknown> => {
    const before = stored.get(row.callbackId);
    const { equipmentNo = before?.equipmentNo, createDate = before?.createDate } = row;
    if (!equipmentNo) return missing('equipmentNo');
    if (!createDate) return missing('createDate');
    const unit = units.get(equipmentNo);
    if (!unit) return unknownUnit(equipmentNo);
    if (row.jobStatus && row.jobStatus !== 'INIT' && !saidAt(row)) return missing('jobUpdateDate');
    const shown = histories.get(row.callbackId);
    const values = valuesOf(row, PLAIN);
    if (shown?.arrivalDate) delete values.arrival_date;
    if (shown?.closeDate) delete values.close_date;
    return {
      ...values,
      callback_id: row.callbackId,
      branch_code: unit.branchCode,
      // For a new row until its history, which follows at once, is read.
      ...(before ? {} : { job_status: 'INIT', job_update_date: createDate }),
    };
  };
  const outcomes = await saveRows(sql, rows, source, {
    table: TABLE,
    keyOf: ({ callbackId }) => callbackId,
    versionOf: ({ updatedAt }) => updatedAt,
    judge,
  });
  const entries = rows.flatMap((row, index): HistoryEntry[] => {
    const before = stored.get(row.callbackId);
    if (typeof outcomes[index] === 'object') return [];
    const at = saidAt(row);
    const isFirst = !before && !histories.has(row.callbackId);
    if (row.jobStatus && row.jobStatus !== 'INIT' && at)
      return [{ callbackId: row.callbackId, status: row.jobStatus, updateTime: at, isClaim: true }];
    return isFirst && row.createDate
      ? [{ callbackId: row.callbackId, status: 'INIT', updateTime: row.createDate, isClaim: true }]
      : [];
  });
  const { changed } = await enterHistory(sql, entries);
  await importEntrapments(sql, ids);
  // Reasons and releases come without a step of the history.
  await writeCallbackFacts(sql, ids);
  rows.forEach(({ callbackId }, index) => {
    if (outcomes[index] === 'unchanged' && changed.delete(callbackId) && stored.has(callbackId))
      outcomes[index] = 'updated';
  });
  return outcomes;
}

export const callback = importer(CallbackImport, saveCallbacks);
