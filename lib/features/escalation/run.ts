import { nextLevel, markAt, syncMarks } from '@/lib/features/callbacks/internal';
import type { MarkLevel, MarkOwner } from '@/lib/features/callbacks/internal';
import { isTrappedAt } from '@/lib/features/entrapments/internal';
import { tellsEntrapment } from '@/lib/features/notifications/internal';
import type { NoticeWords } from '@/lib/features/notifications/internal';
import { db, pool } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { logger } from '@/lib/platform/system/log';
import { overdueLinks, tellNotAccepted } from './assignments';
import { letPass, tellStep, TOO_LATE_MS } from './steps';
import type { Incident } from './steps';

/**
 * Tells people when a clock runs out (readings 80). What is due stands in rows, so any number of processes may run this at
 * once and be stopped at any moment: whoever locks the call-out tells, and what was told is written in the same transaction.
 */

type Sql = Prisma.TransactionClient;

const BATCH = 200;
/** Where the asking begins; a level without anybody passes it on. */
const RANK_OF_LEVEL = { 80: 'dispatcher', 100: 'branch', 150: 'headOffice' } as const;
const WAITS = { maxWait: 20_000, timeout: 60_000 };

/** Somebody is trapped there now. */
const OPEN_ENTRAPMENT = { where: { releasedAt: null }, select: { id: true }, take: 1 } as const;

interface DueRow {
  callback_id: string | null;
  symptom_id: string | null;
}

async function dueOwners(now: number): Promise<MarkOwner[]> {
  const { rows } = await pool().query<DueRow>(
    `SELECT callback_id, symptom_id FROM sla_mark WHERE next_at <= to_timestamp($1 / 1000.0)
      GROUP BY callback_id, symptom_id ORDER BY min(next_at) LIMIT ${BATCH}`,
    [now],
  );
  return rows.flatMap(({ callback_id: callbackId, symptom_id: symptomId }): MarkOwner[] =>
    callbackId !== null ? [{ callbackId }] : symptomId !== null ? [{ symptomId }] : [],
  );
}

/** What a clock is about; null: somebody else is at it in this moment. Locked as every change of it locks it. */
async function lockIncident(
  sql: Sql,
  owner: MarkOwner,
): Promise<(Incident & { name: string; isGone: boolean }) | null> {
  const unit = { select: { equipmentName: true, branchCode: true, deletedAt: true } } as const;
  if ('callbackId' in owner) {
    const locked = await sql.$queryRaw<unknown[]>`
      SELECT 1 FROM callback WHERE callback_id = ${owner.callbackId} FOR NO KEY UPDATE SKIP LOCKED`;
    if (locked.length === 0) return null;
    const { equipmentNo, equipment, entrapments } = await sql.callback.findUniqueOrThrow({
      where: owner,
      select: { equipmentNo: true, equipment: unit, entrapments: OPEN_ENTRAPMENT },
    });
    return {
      objectId: owner.callbackId,
      equipmentNo,
      branchCode: equipment.branchCode,
      name: equipment.equipmentName,
      isTrapped: entrapments.length > 0,
      isGone: equipment.deletedAt !== null,
    };
  }
  const locked = await sql.$queryRaw<unknown[]>`
    SELECT 1 FROM symptom WHERE symptom_id = ${owner.symptomId} FOR NO KEY UPDATE SKIP LOCKED`;
  if (locked.length === 0) return null;
  const symptom = await sql.symptom.findUniqueOrThrow({
    where: owner,
    select: { equipmentNo: true, symptomDefinitionId: true, symptomTitle: true, equipment: unit },
  });
  return {
    objectId: owner.symptomId,
    isSymptom: true,
    equipmentNo: symptom.equipmentNo,
    branchCode: symptom.equipment.branchCode,
    name: symptom.equipment.equipmentName,
    isTrapped: tellsEntrapment(symptom),
    isGone: symptom.equipment.deletedAt !== null,
  };
}

interface Mark {
  readonly id: bigint;
  readonly clock: string;
  readonly dueDate: Date | null;
  readonly limitSec: number;
  readonly level: number;
  readonly nextAt: Date | null;
}

/** Every mark of a clock that was reached by now, one after the other. @returns how many steps were written */
async function tellMark(sql: Sql, incident: Incident & { name: string }, mark: Mark, now: number): Promise<number> {
  const { id: markId, clock, dueDate, limitSec } = mark;
  if (dueDate === null) return 0;
  const due = { dueAt: dueDate.getTime(), limitSec };
  const isTooLate = now > due.dueAt + TOO_LATE_MS;
  let steps = 0;
  let level = mark.level;
  for (let next = nextLevel(level); next !== undefined && markAt(due, next) <= now; next = nextLevel(level)) {
    const step = { markId, level: next };
    if (isTooLate) await letPass(sql, incident, step, now);
    else
      await tellStep(sql, incident, step, {
        from: RANK_OF_LEVEL[next],
        now,
        words: wordsOf(incident, clock, next),
      });
    level = next;
    steps += 1;
  }
  const next = nextLevel(level);
  await sql.slaMark.update({
    where: { id: markId },
    data: { level, nextAt: next === undefined ? null : new Date(markAt(due, next)) },
  });
  return steps;
}

function wordsOf(
  { name, equipmentNo, objectId, isTrapped }: Incident & { name: string },
  clock: string,
  level: MarkLevel,
): NoticeWords {
  const needsHelp = isTrapped && clock === 'arrival' && level >= 100;
  return {
    namespace: 'escalation',
    title: `mark.${level}`,
    message: needsHelp ? 'trappedHelp' : isTrapped ? 'trapped' : 'other',
    params: {
      name,
      no: equipmentNo,
      id: objectId ?? '',
      clock: { namespace: 'escalation', key: `clock.${clock}` },
    },
  };
}

async function tellOwner(owner: MarkOwner, now: number): Promise<number> {
  return db().$transaction(async (sql) => {
    const incident = await lockIncident(sql, owner);
    if (!incident) return 0;
    if (incident.isGone) {
      await sql.slaMark.updateMany({ where: owner, data: { nextAt: null } });
      return 0;
    }
    // A clock can have stopped without anybody at the portal: the box said that the persons are free.
    await syncMarks(sql, owner, now);
    const freed =
      'symptomId' in owner
        ? await sql.slaMark.count({ where: { ...owner, clock: 'release', stoppedDate: { not: null } } })
        : 0;
    const due = await sql.slaMark.findMany({
      where: { ...owner, nextAt: { lte: new Date(now) } },
      orderBy: { nextAt: 'asc' },
    });
    let steps = 0;
    for (const mark of due)
      steps += await tellMark(sql, { ...incident, isTrapped: incident.isTrapped && freed === 0 }, mark, now);
    return steps;
  }, WAITS);
}

async function askedUnits(now: number): Promise<string[]> {
  const { rows } = await pool().query<{ equipment_no: string | null }>(
    `SELECT DISTINCT equipment_no FROM notification WHERE ack_due <= to_timestamp($1 / 1000.0) LIMIT ${BATCH}`,
    [now],
  );
  return rows.flatMap(({ equipment_no: equipmentNo }) => equipmentNo ?? []);
}

/** Nobody in charge has acknowledged within two minutes that persons are trapped: the head office hears of it, once a unit (readings 84). */
async function tellUnit(equipmentNo: string, now: number): Promise<number> {
  return db().$transaction(async (sql) => {
    const locked = await sql.$queryRaw<{ notification_id: bigint }[]>`
      SELECT notification_id FROM notification WHERE equipment_no = ${equipmentNo} AND ack_due <= ${new Date(now)}
       ORDER BY notification_id FOR NO KEY UPDATE SKIP LOCKED`;
    if (locked.length === 0) return 0;
    const notices = await sql.notification.findMany({
      where: { notificationId: { in: locked.map(({ notification_id: id }) => id) }, equipment: { deletedAt: null } },
      orderBy: { notificationId: 'asc' },
      include: { equipment: { select: { equipmentName: true, branchCode: true } } },
    });
    // All that is asked of the unit is one question, whoever asked it first.
    await sql.notification.updateMany({ where: { equipmentNo, ackDue: { not: null } }, data: { ackDue: null } });
    // Of an entrapment that is over nobody is told (readings 248).
    if (!(await isTrappedAt(sql, equipmentNo))) return 0;
    for (const notice of notices) {
      const { notificationId, equipment, ackDue } = notice;
      if (!equipment || !ackDue) continue;
      const incident = {
        equipmentNo,
        branchCode: equipment.branchCode,
        objectId: notice.notificationType === 'callback' ? notice.objectId : null,
        isTrapped: true,
      };
      if (now > ackDue.getTime() + TOO_LATE_MS) await letPass(sql, incident, { notificationId, level: 0 }, now);
      else
        await tellStep(
          sql,
          incident,
          { notificationId, level: 0 },
          {
            from: 'headOffice',
            words: {
              namespace: 'escalation',
              title: 'unacknowledged.title',
              message: 'unacknowledged.message',
              params: { name: equipment.equipmentName, no: equipmentNo },
            },
            now,
          },
        );
      return 1;
    }
    return 0;
  }, WAITS);
}

/** Tells whatever is due. One that fails waits for the next run and holds nobody up. @returns how many steps were written */
export async function runEscalation(now = Date.now()): Promise<number> {
  const log = logger('escalation');
  let steps = 0;
  const each = async <T>(items: readonly T[], tell: (item: T, now: number) => Promise<number>) => {
    for (const item of items) {
      try {
        steps += await tell(item, now);
      } catch (error) {
        log.warn({ err: error, item }, 'not told, will be tried again');
      }
    }
  };
  await each(await askedUnits(now), tellUnit);
  await each(await overdueLinks(now), tellNotAccepted);
  await each(await dueOwners(now), tellOwner);
  return steps;
}
