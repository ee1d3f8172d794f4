import { writeServiceFacts } from '@/lib/features/activities/internal/service-facts';
import { causeWord } from '@/lib/features/callbacks/internal/fact-words';
import { followSymptoms } from '@/lib/features/callbacks/internal/follow-symptoms';
import { followImported } from '@/lib/features/callbacks/internal/sla-marks';
import { shownStatus } from '@/lib/features/callbacks/internal/latest-status';
import type { Transaction } from '@/lib/platform/db/transaction';
import type { ImportOutcome } from '@/lib/features/projects/internal/import-shape';
import type { CallbackStatusCode } from '@/lib/features/callbacks/state';

/** Histories of call-outs changed by imports: the entries, the state shown, and its consequences. */

export interface HistoryEntry {
  readonly callbackId: string;
  readonly status: CallbackStatusCode;
  readonly updateTime: Date;
  readonly operator?: string | null;
  readonly reason?: string | null;
  /** Claimed by the row of the call-out: added only when its history does not have this state by then. */
  readonly isClaim?: boolean;
}
type CurrentStatus = NonNullable<ReturnType<typeof shownStatus>>;
interface StoredStatusEntry {
  callbackId: string;
  status: CallbackStatusCode;
  updateTime: Date;
  operator: string | null;
  reason: string | null;
}

async function readEntries(sql: Transaction, ids: readonly string[]): Promise<Map<string, StoredStatusEntry[]>> {
  const rows = (await sql.callbackStatus.findMany({
    where: { callbackId: { in: [...ids] } },
    select: { callbackId: true, status: true, updateTime: true, operator: true, reason: true },
  })) as StoredStatusEntry[];
  const found = new Map<string, StoredStatusEntry[]>();
  for (const row of rows) {
    const list = found.get(row.callbackId);
    if (list) list.push(row);
    else found.set(row.callbackId, [row]);
  }
  return found;
}

const shownOf = (entries: ReadonlyMap<string, readonly StoredStatusEntry[]>): Map<string, CurrentStatus> =>
  new Map(
    [...entries].flatMap(([id, history]) => {
      const shown = shownStatus(history);
      return shown ? [[id, shown] as const] : [];
    }),
  );

/** What the stored histories of these call-outs say. */
export const historiesOf = async (sql: Transaction, ids: readonly string[]) => shownOf(await readEntries(sql, ids));

const idOf = ({ callbackId, status, updateTime }: HistoryEntry) => `${callbackId} ${status} ${updateTime.getTime()}`;

/** The last state of the history at a moment. */
function statusBy(history: readonly StoredStatusEntry[], at: Date): CallbackStatusCode | undefined {
  return shownStatus(history.filter(({ updateTime }) => updateTime <= at))?.status;
}

/**
 * Adds missing entries and updates the shown state. The call-outs exist and are locked.
 * @returns one outcome per entry, in order, and the call-outs whose shown state changed
 */
export async function enterHistory(
  sql: Transaction,
  entries: readonly HistoryEntry[],
): Promise<{ outcomes: ImportOutcome[]; changed: Set<string> }> {
  const ids = [...new Set(entries.map(({ callbackId }) => callbackId))];
  const histories = await readEntries(sql, ids);
  const stored = new Map([...histories.values()].flat().map((entry) => [idOf(entry), entry]));
  const added = new Map<string, HistoryEntry>();
  const amended = new Map<string, HistoryEntry>();
  const outcomes = entries.map((entry): ImportOutcome => {
    const id = idOf(entry);
    const before = stored.get(id);
    const history = histories.get(entry.callbackId) ?? [];
    if (!before) {
      if (entry.isClaim && statusBy(history, entry.updateTime) === entry.status) return 'unchanged';
      const row = { ...entry, operator: entry.operator ?? null, reason: entry.reason ?? null };
      stored.set(id, row);
      histories.set(entry.callbackId, [...history, row]);
      added.set(id, entry);
      return 'created';
    }
    const isSame =
      (entry.operator === undefined || entry.operator === before.operator) &&
      (entry.reason === undefined || entry.reason === before.reason);
    if (isSame) return 'unchanged';
    before.operator = entry.operator === undefined ? before.operator : entry.operator;
    before.reason = entry.reason === undefined ? before.reason : entry.reason;
    if (added.has(id)) added.set(id, before);
    else amended.set(id, before);
    return 'updated';
  });
  await sql.callbackStatus.createMany({
    data: [...added.values()].map(({ callbackId, status, updateTime, operator, reason }) => ({
      callbackId,
      status,
      updateTime,
      operator: operator ?? null,
      reason: reason ?? null,
    })),
    skipDuplicates: true,
  });
  for (const { callbackId, status, updateTime, operator, reason } of amended.values())
    await sql.callbackStatus.update({
      where: { callbackId_status_updateTime: { callbackId, status, updateTime } },
      data: { operator: operator ?? null, reason: reason ?? null },
    });
  const changed = await show(sql, shownOf(histories));
  await notifyOfEntries(sql, [...added.values()]);
  await followImported(sql, [...changed]);
  return { outcomes, changed };
}

/** Writes the states from the histories into the call-outs. @returns those whose state changed */
async function show(sql: Transaction, shown: ReadonlyMap<string, CurrentStatus>): Promise<Set<string>> {
  const rows = [...shown].map(([callbackId, { status, since, arrivalDate, closeDate }]) => ({
    callbackId,
    status,
    since,
    arrivalDate,
    closeDate,
  }));
  const changed = await sql.$queryRaw<{ callback_id: string }[]>`
    UPDATE callback c SET job_status = r.status, job_update_date = r.since,
           arrival_date = coalesce(r."arrivalDate", c.arrival_date), close_date = coalesce(r."closeDate", c.close_date)
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r("callbackId" text, status text, since timestamptz, "arrivalDate" timestamptz, "closeDate" timestamptz)
     WHERE c.callback_id = r."callbackId"
       AND (c.job_status, c.job_update_date, c.arrival_date, c.close_date)
           IS DISTINCT FROM (r.status, r.since, coalesce(r."arrivalDate", c.arrival_date), coalesce(r."closeDate", c.close_date))
    RETURNING c.callback_id`;
  const ids = new Set(changed.map(({ callback_id }) => callback_id));
  await followSymptoms(
    sql,
    rows
      .filter(({ callbackId }) => ids.has(callbackId))
      .map(({ callbackId, status, since }) => ({ callbackId, status, at: since })),
  );
  return ids;
}

async function notifyOfEntries(sql: Transaction, entries: readonly HistoryEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const callbacks = await sql.callback.findMany({
    where: { callbackId: { in: [...new Set(entries.map(({ callbackId }) => callbackId))] } },
    select: {
      callbackId: true,
      branchCode: true,
      equipmentNo: true,
      scsa: true,
      scsaText: true,
      equipment: { select: { equipmentName: true } },
    },
  });
  const known = new Map(callbacks.map((row) => [row.callbackId, row]));
  await writeServiceFacts(
    sql,
    entries.flatMap(({ callbackId, status, updateTime, reason }) => {
      const row = known.get(callbackId);
      if (!row) return [];
      const { equipmentNo, branchCode, equipment, scsa, scsaText } = row;
      return [
        {
          equipmentNo,
          branchCode,
          equipmentName: equipment.equipmentName,
          subType: 'callback' as const,
          objectId: callbackId,
          status,
          detail: reason ?? (status === 'CLSO' ? causeWord(scsa, scsaText) : null),
          at: updateTime,
        },
      ];
    }),
  );
}
