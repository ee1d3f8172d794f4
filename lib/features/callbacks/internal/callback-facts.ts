import { db } from '@/lib/platform/db/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { Prisma } from '@/lib/platform/db/generated/client';
import { callbackFigures, type CallbackFigures, type CallbackBasics } from '../callback-figures';
import { clockedCallbacks, factsOfMany } from '../clock-facts';
import { openCallbackSql } from '../state';
import { readCallbackSettings } from './callback-settings';

/**
 * Rows of `CallbackFact`: what became of each call-out, written with every move of it, with imports, and by night for
 * whatever came in beside both.
 */

const FIELDS = {
  callbackId: ['callback_id', 'text'],
  equipmentNo: ['equipment_no', 'text'],
  branchCode: ['branch_code', 'text'],
  callbackType: ['callback_type', 'text'],
  scsa: ['scsa', 'text'],
  isClosed: ['is_closed', 'boolean'],
  isCancelled: ['is_cancelled', 'boolean'],
  personTrapped: ['person_trapped', 'boolean'],
  personInjured: ['person_injured', 'boolean'],
  createDate: ['create_date', 'timestamptz'],
  startDate: ['start_date', 'timestamptz'],
  pageDate: ['page_date', 'timestamptz'],
  siteDate: ['site_date', 'timestamptz'],
  releaseDate: ['release_date', 'timestamptz'],
  closeDate: ['close_date', 'timestamptz'],
  responseSec: ['response_sec', 'int'],
  arrivalSec: ['arrival_sec', 'int'],
  releaseSec: ['release_sec', 'int'],
  restoreSec: ['restore_sec', 'int'],
  responseLimitSec: ['response_limit_sec', 'int'],
  arrivalLimitSec: ['arrival_limit_sec', 'int'],
  arrivalBreachSec: ['arrival_breach_sec', 'int'],
  releaseLimitSec: ['release_limit_sec', 'int'],
  restoreLimitSec: ['restore_limit_sec', 'int'],
  pausedSec: ['paused_sec', 'int'],
  interruptions: ['interruptions', 'int'],
  trappedSec: ['trapped_sec', 'int'],
} as const satisfies Record<keyof (CallbackBasics & CallbackFigures), readonly [string, string]>;
const columns = Object.values(FIELDS).map(([column]) => column);
const others = columns.filter((column) => column !== 'callback_id');
const raw = (parts: readonly string[]) => Prisma.raw(parts.join(', '));
const NAMES = raw(columns);
const VALUES = raw(Object.keys(FIELDS).map((field) => `v."${field}"`));
const SHAPE = raw(Object.entries(FIELDS).map(([field, [, type]]) => `"${field}" ${type}`));
const SET = raw(others.map((column) => `${column} = excluded.${column}`));
const HELD = raw(others.map((column) => `f.${column}`));
const MADE = raw(others.map((column) => `excluded.${column}`));

/** So long after its end another equipment-caused call-out of the unit says that it was not mended (silent-screens D0). */
const COMEBACK_DAYS = 30;

/**
 * Writes what became of some call-outs, and who came back to their units. Writers of one unit wait for each other, so that each sees
 * the other's call-out.
 */
export async function writeCallbackFacts(
  sql: Transaction,
  callbackIds: readonly string[],
  now = Date.now(),
): Promise<void> {
  const rows = await clockedCallbacks(sql, callbackIds);
  if (rows.length === 0) return;
  const { limits } = await readCallbackSettings(sql);
  const facts = await factsOfMany(sql, rows);
  const units = [...new Set(rows.map(({ equipmentNo }) => equipmentNo))].sort();
  await sql.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(no, 7258310903)) FROM (SELECT unnest(${units}::text[]) AS no ORDER BY 1) u`;
  const made = rows.flatMap((row): (CallbackBasics & CallbackFigures)[] => {
    const clocked = facts.get(row.callbackId);
    if (!clocked) return [];
    const { callbackId, equipmentNo, branchCode, callbackType, scsa, personTrapped, personInjured, createDate } = row;
    const told = { callbackId, equipmentNo, branchCode, callbackType, scsa, personTrapped, personInjured, createDate };
    return [{ ...told, ...callbackFigures(clocked, limits, now) }];
  });
  await sql.$executeRaw`
    INSERT INTO callback_fact AS f (${NAMES})
    SELECT ${VALUES} FROM jsonb_to_recordset(${JSON.stringify(made)}::jsonb) AS v (${SHAPE}) ORDER BY 1
    ON CONFLICT (callback_id) DO UPDATE SET ${SET}, updated_at = now() WHERE (${HELD}) IS DISTINCT FROM (${MADE})`;
  await sql.$executeRaw`
    UPDATE callback_fact f SET comeback_date = c.comeback, updated_at = now()
      FROM (SELECT a.callback_id, (
              SELECT min(b.create_date) FROM callback_fact b
               WHERE a.is_closed AND a.scsa = '1' AND b.equipment_no = a.equipment_no AND b.is_closed AND b.scsa = '1'
                 AND b.create_date > a.create_date AND b.create_date <= a.close_date + make_interval(days => ${COMEBACK_DAYS}::int)) AS comeback
              FROM callback_fact a WHERE a.equipment_no = ANY(${units})) c
     WHERE c.callback_id = f.callback_id AND f.comeback_date IS DISTINCT FROM c.comeback`;
}

const CALLBACKS_A_GO = 500;
/** What lies further back is written by whoever changes it. */
const LOOKED_AGAIN_DAYS = 45;

interface Watch {
  readonly signal?: AbortSignal;
  progress?(done: number, total: number): Promise<void>;
}

/** Writes what is missing, and looks at what is open or of the last weeks again. */
export async function keepCallbackFacts(now: number, { signal, progress }: Watch = {}): Promise<number> {
  const since = new Date(now - LOOKED_AGAIN_DAYS * 86_400_000);
  const due = Prisma.sql`(NOT EXISTS (SELECT 1 FROM callback_fact f WHERE f.callback_id = c.callback_id) OR c.create_date >= ${since} OR ${Prisma.raw(openCallbackSql('c'))})`;
  const [{ total } = { total: 0 }] = await db().$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM callback c WHERE ${due}`;
  let done = 0;
  for (let last = ''; ;) {
    signal?.throwIfAborted();
    const rows = await db().$queryRaw<{ id: string }[]>`
      SELECT callback_id AS id FROM callback c WHERE callback_id > ${last} AND ${due} ORDER BY 1 LIMIT ${CALLBACKS_A_GO}`;
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return done;
    await db().$transaction((sql) => writeCallbackFacts(sql, ids, now), { timeout: 60_000 });
    done += ids.length;
    last = ids.at(-1) ?? '';
    await progress?.(done, Math.max(done, total));
  }
}
