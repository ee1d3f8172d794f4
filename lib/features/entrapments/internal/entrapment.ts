import { announceChanges } from '@/lib/live/realtime/server/live-hints';
import type { Entrapment as Stored } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { RELEASE_SOURCES } from '../value-sets';
import type { ReleaseSource } from '../value-sets';

/**
 * An entrapment is an incident of its own, from its start to its release (readings 248); of a unit one at most is open. What a
 * box says is written by the ingest (`lib/live/telemetry/entrapments.ts`), everything else here, in the caller's transaction.
 */

export type Entrapment = Stored;

export const releaseSourceOf = (stored: string | null): ReleaseSource | null =>
  RELEASE_SOURCES.find((source) => source === stored) ?? null;

interface NewEntrapment {
  readonly equipmentNo: string;
  /** The open call-out that deals with it. */
  readonly callbackId: string;
  readonly source: 'box' | 'person';
  readonly startAt: Date;
  /** When the portal learns of it. */
  readonly now: Date;
}

/** The box's entrapment that a rule found, as it may be over by the time somebody acts on it. */
async function endedSince(sql: Transaction, { equipmentNo, startAt }: NewEntrapment): Promise<Entrapment | null> {
  return sql.entrapment.findFirst({
    where: { equipmentNo, callbackId: null, startSource: 'box', releasedAt: { gte: startAt } },
    orderBy: { startAt: 'desc' },
  });
}

/**
 * Somebody is trapped. The open entrapment of the unit, or the box's one that ended meanwhile, goes to the call-out.
 * @returns the entrapment; `isNews`: the call-out has not known of it
 */
export async function startEntrapment(
  sql: Transaction,
  start: NewEntrapment,
): Promise<{ entrapment: Entrapment; isNews: boolean }> {
  const { equipmentNo, callbackId, source, startAt, now } = start;
  const open = () => sql.entrapment.findFirst({ where: { equipmentNo, releasedAt: null } });
  let known = (await open()) ?? (source === 'box' ? await endedSince(sql, start) : null);
  if (!known) {
    // A box may tell of it in the same moment: then it is that one.
    await sql.$executeRaw`INSERT INTO entrapment (equipment_no, callback_id, start_at, start_source, create_date)
      VALUES (${equipmentNo}, ${callbackId}, ${startAt}, ${source}, ${now})
      ON CONFLICT (equipment_no) WHERE released_at IS NULL DO NOTHING`;
    known = await open();
    if (!known) throw new Error(`no entrapment of ${equipmentNo} after its start`);
    if (known.callbackId === callbackId) {
      await announceTrapped(sql, equipmentNo);
      return { entrapment: known, isNews: true };
    }
  }
  if (known.callbackId === callbackId) return { entrapment: known, isNews: false };
  return { entrapment: await sql.entrapment.update({ where: { id: known.id }, data: { callbackId } }), isNews: true };
}

/**
 * With the commit everybody who shows the unit, or sums over such units, is told that somebody is trapped in it, or is no
 * more. What a box says is told by the ingest itself.
 */
async function announceTrapped(sql: Transaction, equipmentNo: string): Promise<void> {
  const unit = await sql.equipment.findUniqueOrThrow({
    where: { equipmentNo },
    select: { equipmentNo: true, equipmentType: true, displayType: true },
  });
  const change = { ...unit, changes: {}, isEdited: true, isCounted: true, isUrgent: true, committedAt: Date.now() };
  await announceChanges(sql, [change]);
}

/** The persons are free, or their box's word that they were trapped is. @returns the entrapment that ended; null: none was open */
export async function releaseEntrapment(
  sql: Transaction,
  { equipmentNo, releaseDate, source }: { equipmentNo: string; releaseDate: Date; source: ReleaseSource },
): Promise<Entrapment | null> {
  await announceTrapped(sql, equipmentNo);
  const open = await sql.entrapment.findFirst({ where: { equipmentNo, releasedAt: null } });
  if (!open) return null;
  // Nobody is free before he was trapped: times that people enter have no seconds of the start's.
  const releasedAt = releaseDate < open.startAt ? open.startAt : releaseDate;
  const { count } = await sql.entrapment.updateMany({
    where: { id: open.id, releasedAt: null },
    data: { releasedAt, releaseSource: source },
  });
  return count === 0 ? null : { ...open, releasedAt, releaseSource: source };
}

/** A person knows better when the persons of the call-out's last entrapment were free. */
export async function correctRelease(sql: Transaction, callbackId: string, releaseDate: Date): Promise<void> {
  const last = await sql.entrapment.findFirst({ where: { callbackId }, orderBy: { id: 'desc' } });
  if (!last) return;
  await sql.entrapment.update({
    where: { id: last.id },
    data: { releasedAt: releaseDate < last.startAt ? last.startAt : releaseDate, releaseSource: 'person' },
  });
}

/** Is somebody trapped in the unit now? */
export const isTrappedAt = async (sql: Pick<Transaction, 'entrapment'>, equipmentNo: string): Promise<boolean> =>
  (await sql.entrapment.count({ where: { equipmentNo, releasedAt: null } })) > 0;
