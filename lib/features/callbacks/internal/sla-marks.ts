import { withdrawSms } from '@/lib/platform/texting/queue';
import type { Transaction } from '@/lib/platform/db/transaction';
import { clockedCallback, factsOf, symptomFacts } from '../clock-facts';
import { readCallbackSettings } from './callback-settings';
import { writeCallbackFacts } from './callback-facts';
import { slaClocks } from '../sla-clocks';
import type { SlaClockName, ClockReading } from '../sla-clocks';

/**
 * The clocks of a call-out as rows with a due time (readings 80). Every change of the call-out writes them in its own
 * transaction, so no process has to remember a timer. `lib/features/escalation` notifies people.
 */

/** Percentages of the time at which somebody is notified. */
export const MARK_LEVELS = [80, 100, 150] as const;
export type MarkLevel = (typeof MARK_LEVELS)[number];

interface DueClock {
  /** When the time is over, epoch ms. */
  readonly dueAt: number;
  readonly limitSec: number;
}

/** When a mark is reached, epoch ms. Pauses lie before the end, so it is counted back from the end. */
export const markAt = ({ dueAt, limitSec }: DueClock, level: number): number =>
  dueAt + Math.round(((level - 100) / 100) * limitSec * 1000);

/** The first mark after `level`; undefined: all marks are passed. */
export const nextLevel = (level: number): MarkLevel | undefined => MARK_LEVELS.find((mark) => mark > level);

interface MarkRow {
  readonly clock: SlaClockName;
  readonly round: number;
  readonly dueDate: Date | null;
  readonly limitSec: number;
  readonly stoppedDate: Date | null;
  readonly nextAt: Date | null;
}

/** @param level the last mark that was notified; a clock that paused meanwhile notifies none twice */
export function markRow(reading: ClockReading, level: number, now: number): MarkRow {
  const { clock, round, state, dueAt, limitSec, stoppedAt } = reading;
  const next = nextLevel(level);
  const isRunning = state === 'running' && dueAt !== undefined;
  const isOver = state === 'stopped' || state === 'cancelled' || state === 'unknown';
  return {
    clock,
    round,
    limitSec,
    dueDate: dueAt === undefined ? null : new Date(dueAt),
    stoppedDate: isOver ? new Date(stoppedAt ?? now) : null,
    nextAt: isRunning && next !== undefined ? new Date(markAt({ dueAt, limitSec }, next)) : null,
  };
}

export type MarkOwner = { readonly callbackId: string } | { readonly symptomId: string };

async function readingsOf(sql: Transaction, owner: MarkOwner, now: number) {
  const { limits } = await readCallbackSettings(sql);
  if ('symptomId' in owner) {
    const found = await symptomFacts(sql, owner.symptomId, now);
    return found && { equipmentNo: found.equipmentNo, readings: slaClocks(found.facts, limits, now) };
  }
  const row = await clockedCallback(sql, owner.callbackId);
  return row && { equipmentNo: row.equipmentNo, readings: slaClocks(await factsOf(sql, row), limits, now) };
}

/**
 * Writes the present clocks. The caller holds the lock on the call-out (or symptom). For a clock that has ended, text
 * messages that were not sent yet are removed.
 */
export async function syncMarks(sql: Transaction, owner: MarkOwner, now = Date.now()): Promise<void> {
  const found = await readingsOf(sql, owner, now);
  if (!found) return;
  const before = await sql.slaMark.findMany({
    where: owner,
    select: { id: true, clock: true, round: true, level: true, stoppedDate: true },
  });
  const nameOf = ({ clock, round }: { clock: string; round: number }) => `${clock} ${round}`;
  const held = new Map(before.map((mark) => [nameOf(mark), mark]));
  const current = new Set(found.readings.map(nameOf));
  for (const mark of before) if (!mark.stoppedDate && !current.has(nameOf(mark))) await endMark(sql, mark.id, now);
  for (const reading of found.readings) {
    const mark = held.get(nameOf(reading));
    const { clock, ...row } = markRow(reading, mark?.level ?? 0, now);
    // Its end is written once, when nobody recorded the moment.
    const stoppedDate =
      row.stoppedDate && (reading.stoppedAt === undefined ? (mark?.stoppedDate ?? row.stoppedDate) : row.stoppedDate);
    if (mark) await sql.slaMark.update({ where: { id: mark.id }, data: { ...row, stoppedDate } });
    else await sql.slaMark.create({ data: { ...owner, ...row, clock, equipmentNo: found.equipmentNo } });
    if (mark && row.stoppedDate && !mark.stoppedDate) await withdrawOf(sql, mark.id);
  }
  if ('callbackId' in owner) await writeCallbackFacts(sql, [owner.callbackId], now);
}

/** Another entrapment began: its own clock replaces this one. */
async function endMark(sql: Transaction, id: bigint, now: number): Promise<void> {
  await sql.slaMark.update({ where: { id }, data: { stoppedDate: new Date(now), dueDate: null, nextAt: null } });
  await withdrawOf(sql, id);
}

async function withdrawOf(sql: Transaction, markId: bigint): Promise<void> {
  const told = await sql.escalationTold.findMany({
    where: { step: { markId }, smsId: { not: null } },
    select: { smsId: true },
  });
  await withdrawSms(
    sql,
    told.flatMap(({ smsId }) => smsId ?? []),
    'clockStopped',
  );
}

/**
 * Call-outs that an import has brought or moved: the clocks that run for them, or for their symptoms, follow, and what became of them
 * is written.
 */
export async function followImported(
  sql: Transaction,
  callbackIds: readonly string[],
  now = Date.now(),
): Promise<void> {
  if (callbackIds.length === 0) return;
  await writeCallbackFacts(sql, callbackIds, now);
  const ids = { in: [...callbackIds] };
  const own = await sql.slaMark.findMany({
    where: { callbackId: ids },
    distinct: ['callbackId'],
    select: { callbackId: true },
  });
  for (const { callbackId } of own) if (callbackId !== null) await syncMarks(sql, { callbackId }, now);
  const symptoms = await sql.symptom.findMany({
    where: { callbackId: ids, marks: { some: {} } },
    select: { symptomId: true },
  });
  for (const owner of symptoms) await syncMarks(sql, owner, now);
}
