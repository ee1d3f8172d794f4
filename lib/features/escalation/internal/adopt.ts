import { markAt, nextLevel, syncMarks } from '@/lib/features/callbacks/internal/sla-marks';
import { readCallbackSettings } from '@/lib/features/callbacks/internal/callback-settings';
import { db, pool } from '@/lib/platform/db/client';
import { openCallbackSql } from '@/lib/features/callbacks/state';

/**
 * Creates clocks for call-outs that were open before clocks were stored, or that were imported. Marks in the past
 * notify nobody.
 */

const YOUNG_MS = 2 * 24 * 3600_000;
const BATCH = 500;

async function clockless(now: number): Promise<string[]> {
  const { rows } = await pool().query<{ callback_id: string }>(
    `SELECT callback_id FROM callback c
      WHERE ${openCallbackSql('c')} AND create_date > to_timestamp($1 / 1000.0)
        AND NOT EXISTS (SELECT 1 FROM sla_mark m WHERE m.callback_id = c.callback_id)
      ORDER BY create_date DESC LIMIT ${BATCH}`,
    [now - YOUNG_MS],
  );
  return rows.map(({ callback_id: callbackId }) => callbackId);
}

async function adopt(callbackId: string, now: number): Promise<void> {
  await db().$transaction(async (sql) => {
    await sql.$queryRaw`SELECT 1 FROM callback WHERE callback_id = ${callbackId} FOR NO KEY UPDATE`;
    await syncMarks(sql, { callbackId }, now);
    const past = await sql.slaMark.findMany({ where: { callbackId, nextAt: { lte: new Date(now) } } });
    for (const { id, dueDate, limitSec, level: first } of past) {
      if (dueDate === null) continue;
      const due = { dueAt: dueDate.getTime(), limitSec };
      let level = first;
      let next = nextLevel(level);
      for (; next !== undefined && markAt(due, next) <= now; next = nextLevel(level)) level = next;
      await sql.slaMark.update({
        where: { id },
        data: { level, nextAt: next === undefined ? null : new Date(markAt(due, next)) },
      });
    }
  });
}

/** When an ERP owns the call-outs, the clocks belong to symptoms. @returns how many call-outs got clocks */
export async function adoptOpen(now = Date.now()): Promise<number> {
  if ((await readCallbackSettings()).isErpMaster) return 0;
  const ids = await clockless(now);
  for (const callbackId of ids) await adopt(callbackId, now);
  return ids.length;
}
