import { nextLevel, markAt, syncMarks } from '@/lib/features/callbacks/internal/sla-marks';
import type { MarkLevel, MarkOwner } from '@/lib/features/callbacks/internal/sla-marks';
import { isTrappedAt } from '@/lib/features/entrapments/internal/entrapment';
import { tellsEntrapment } from '@/lib/live/units/entrapment-rules';
import type { NoticeWords } from '@/lib/features/notifications/internal/words';
import { db, pool } from '@/lib/platform/db/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { logger } from '@/lib/platform/system/log';
import { overdueLinks, notifyNotAccepted } from './assignments';
import { letPass, notifyStep, TOO_LATE_MS } from '../steps';
import type { EscalatedIncident } from '../steps';

/**
 * Notifies people when a clock runs out (readings 80). The due times are rows, so any number of processes may run this
 * at once and stop at any moment: the process that locks the call-out notifies, and writes this in the same
 * transaction.
 */

const BATCH = 200;
/** The rank that a level notifies first; when it has nobody, the next rank is notified. */
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

/**
 * The subject of a clock; null: another process handles it at this moment. It is locked like for every other change.
 */
async function lockIncident(
  sql: Transaction,
  owner: MarkOwner,
): Promise<(EscalatedIncident & { name: string; isGone: boolean }) | null> {
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

interface DueMark {
  readonly id: bigint;
  readonly clock: string;
  readonly dueDate: Date | null;
  readonly limitSec: number;
  readonly level: number;
  readonly nextAt: Date | null;
}

/** Handles every mark of a clock that is reached by now, one after the other. @returns how many steps were written */
async function tellMark(
  sql: Transaction,
  incident: EscalatedIncident & { name: string },
  mark: DueMark,
  now: number,
): Promise<number> {
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
      await notifyStep(sql, incident, step, {
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
  { name, equipmentNo, objectId, isTrapped }: EscalatedIncident & { name: string },
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
    // A clock can stop without anybody in the portal: the box reported the release.
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

/**
 * Nobody in charge acknowledged an entrapment within two minutes: the head office is notified, once per unit (readings
 * 84).
 */
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
    // All requests of one unit are one question, whichever came first.
    await sql.notification.updateMany({ where: { equipmentNo, ackDue: { not: null } }, data: { ackDue: null } });
    // An entrapment that is over notifies nobody (readings 248).
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
        await notifyStep(
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

/**
 * Handles everything that is due. A failure waits for the next run and does not delay the others. @returns how many
 * steps were written
 */
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
  await each(await overdueLinks(now), notifyNotAccepted);
  await each(await dueOwners(now), tellOwner);
  return steps;
}
