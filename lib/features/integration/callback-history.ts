import { writeServiceFacts } from '@/lib/features/activities/internal';
import { followImported, shownStatus } from '@/lib/features/callbacks/internal';
import { type CallbackStatusCode } from '@/lib/features/callbacks/state';
import type { Outcome, Sql } from './kind';

/** Histories of call-outs as imports change them: the entries, what the call-out shows, and what follows from it. */

export interface HistoryEntry {
  readonly callbackId: string;
  readonly status: CallbackStatusCode;
  readonly updateTime: Date;
  readonly operator?: string | null;
  readonly reason?: string | null;
  /** Said by the row of the call-out: entered only where its history does not say the same by then. */
  readonly isClaim?: boolean;
}
type Shown = NonNullable<ReturnType<typeof shownStatus>>;
interface StoredEntry {
  callbackId: string;
  status: CallbackStatusCode;
  updateTime: Date;
  operator: string | null;
  reason: string | null;
}

async function readEntries(sql: Sql, ids: readonly string[]): Promise<Map<string, StoredEntry[]>> {
  const rows = (await sql.callbackStatus.findMany({
    where: { callbackId: { in: [...ids] } },
    select: { callbackId: true, status: true, updateTime: true, operator: true, reason: true },
  })) as StoredEntry[];
  const found = new Map<string, StoredEntry[]>();
  for (const row of rows) {
    const list = found.get(row.callbackId);
    if (list) list.push(row);
    else found.set(row.callbackId, [row]);
  }
  return found;
}

const shownOf = (entries: ReadonlyMap<string, readonly StoredEntry[]>): Map<string, Shown> =>
  new Map(
    [...entries].flatMap(([id, history]) => {
      const shown = shownStatus(history);
      return shown ? [[id, shown] as const] : [];
    }),
  );

/** What the stored histories of these call-outs say. */
export const historiesOf = async (sql: Sql, ids: readonly string[]) => shownOf(await readEntries(sql, ids));

const idOf = ({ callbackId, status, updateTime }: HistoryEntry) => `${callbackId} ${status} ${updateTime.getTime()}`;

/** The state that the history has entered last by a moment. */
function statusBy(history: readonly StoredEntry[], at: Date): CallbackStatusCode | undefined {
  return shownStatus(history.filter(({ updateTime }) => updateTime <= at))?.status;
}

/**
 * Enters what is not there yet and shows the latest; the call-outs are there and locked.
 * @returns one outcome an entry, in order, and the call-outs that show something else now
 */
export async function enterHistory(
  sql: Sql,
  entries: readonly HistoryEntry[],
): Promise<{ outcomes: Outcome[]; changed: Set<string> }> {
  const ids = [...new Set(entries.map(({ callbackId }) => callbackId))];
  const histories = await readEntries(sql, ids);
  const stored = new Map([...histories.values()].flat().map((entry) => [idOf(entry), entry]));
  const added = new Map<string, HistoryEntry>();
  const amended = new Map<string, HistoryEntry>();
  const outcomes = entries.map((entry): Outcome => {
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
  await tell(sql, [...added.values()]);
  await followImported(sql, [...changed]);
  return { outcomes, changed };
}

/** Writes what the histories say into the call-outs. @returns those that show something else now */
async function show(sql: Sql, shown: ReadonlyMap<string, Shown>): Promise<Set<string>> {
  const rows = [...shown].map(([callbackId, { status, since, arrivalDate, closeDate }]) => ({
    callbackId,
    status,
    since,
    arrivalDate,
    closeDate,
  }));
  const changed = await sql.$queryRaw<{ callback_id: string; job_status: string; close_date: Date | null }[]>`
    UPDATE callback c SET job_status = r.status, job_update_date = r.since,
           arrival_date = coalesce(r."arrivalDate", c.arrival_date), close_date = coalesce(r."closeDate", c.close_date)
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r("callbackId" text, status text, since timestamptz, "arrivalDate" timestamptz, "closeDate" timestamptz)
     WHERE c.callback_id = r."callbackId"
       AND (c.job_status, c.job_update_date, c.arrival_date, c.close_date)
           IS DISTINCT FROM (r.status, r.since, coalesce(r."arrivalDate", c.arrival_date), coalesce(r."closeDate", c.close_date))
    RETURNING c.callback_id, c.job_status, c.close_date`;
  const ids = changed.map(({ callback_id }) => callback_id);
  if (ids.length > 0)
    // A symptom tells its call-out's state, and ends with it (silent-screens.md F2).
    await sql.$executeRaw`
      UPDATE symptom s SET cbstate = c.job_status,
             symptom_state = CASE WHEN c.job_status = 'CLSO' AND s.symptom_state = 'OPEN' THEN 'CLOSED' ELSE s.symptom_state END,
             closed_date = CASE WHEN c.job_status = 'CLSO' AND s.symptom_state = 'OPEN' THEN c.close_date ELSE s.closed_date END
        FROM callback c WHERE c.callback_id = ANY(${ids}) AND s.callback_id = c.callback_id
         AND (s.cbstate IS DISTINCT FROM c.job_status OR (c.job_status = 'CLSO' AND s.symptom_state = 'OPEN'))`;
  return new Set(ids);
}

async function tell(sql: Sql, entries: readonly HistoryEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const callbacks = await sql.callback.findMany({
    where: { callbackId: { in: [...new Set(entries.map(({ callbackId }) => callbackId))] } },
    select: {
      callbackId: true,
      branchCode: true,
      equipmentNo: true,
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
      const { equipmentNo, branchCode, equipment, scsaText } = row;
      return [
        {
          equipmentNo,
          branchCode,
          equipmentName: equipment.equipmentName,
          subType: 'callback' as const,
          objectId: callbackId,
          status,
          detail: reason ?? (status === 'CLSO' ? scsaText : null),
          at: updateTime,
        },
      ];
    }),
  );
}
