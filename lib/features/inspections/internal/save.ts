import { noteChange } from '@/lib/platform/audit/changes';
import { requireEquipment } from '@/lib/live/scope/equipment-scope';
import type { Actor } from '@/lib/platform/contract/actor';
import { FieldError } from '@/lib/platform/contract/errors';
import { db } from '@/lib/platform/db/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { formatDate } from '@/lib/platform/i18n/format';
import { shownTime } from '@/lib/platform/strategy/limits';
import { storedDay } from '@/lib/platform/i18n/shanghai';
import type { InspectionRecord, SaveInspection } from '../contract';

/** Stores who attends an inspection, and its result (silent-screens A6). */

const WAITS = { maxWait: 20_000, timeout: 20_000 };
const MOST = 200;

function given<T>(value: T | undefined, field: keyof SaveInspection, messageKey = 'required'): T {
  if (value === undefined) throw new FieldError(field, messageKey);
  return value;
}

function assigned(input: SaveInspection, today: string) {
  const { plannedDate } = input;
  if (plannedDate !== undefined && plannedDate < today) throw new FieldError('plannedDate', 'dayInPast');
  return {
    technicianName: given(input.technicianName, 'technicianName', 'technicianRequired'),
    plannedDate: plannedDate === undefined ? null : new Date(plannedDate),
    comments: input.comments ?? null,
  };
}

/** @throws validation_failed for a file that was not uploaded for this unit */
async function requireCertificate(sql: Transaction, path: string, equipmentNo: string): Promise<void> {
  const known = await sql.storedFile.count({ where: { path, kind: 'inspection', equipmentNo, deletedAt: null } });
  if (known === 0) throw new FieldError('certificatePath', 'badValue');
}

async function recorded(sql: Transaction, actor: Actor, input: SaveInspection, today: string) {
  const { equipmentNo, comments = null, certificatePath = null } = input;
  const inspectionDate = given(input.inspectionDate, 'inspectionDate', 'inspectionDateRequired');
  if (inspectionDate > today) throw new FieldError('inspectionDate', 'dayInFuture');
  const kind = given(input.kind, 'kind');
  const result = given(input.result, 'result');
  const next = given(input.nextInspectionDate, 'nextInspectionDate');
  if (next <= inspectionDate) throw new FieldError('nextInspectionDate', 'nextAfterInspection');
  if (result === 'fail' && comments === null) throw new FieldError('comments', 'required');
  if (certificatePath !== null) await requireCertificate(sql, certificatePath, equipmentNo);
  const before = await sql.inspection.findUnique({ where: { equipmentNo } });
  const technicianName = input.technicianName ?? before?.technicianName ?? null;
  const dates = { inspectionDate: new Date(inspectionDate), nextInspectionDate: new Date(next) };
  await sql.inspectionHistory.create({
    data: { equipmentNo, ...dates, kind, result, technicianName, comments, certificatePath, operator: actor.username },
  });
  // An older result that is entered later only goes into the history.
  if (before?.lastInspectionDate && before.lastInspectionDate > dates.inspectionDate) return {};
  return {
    lastInspectionDate: dates.inspectionDate,
    nextInspectionDate: dates.nextInspectionDate,
    kind,
    result,
    comments,
    plannedDate: null,
    technicianName: null,
  };
}

/** @throws validation_failed, not_found, no_object_permission */
export async function save(actor: Actor, input: SaveInspection): Promise<null> {
  const { equipmentNo } = input;
  const { branchCode } = await requireEquipment(actor, equipmentNo);
  await db().$transaction(async (sql) => {
    await sql.$queryRaw`SELECT 1 FROM equipment WHERE equipment_no = ${equipmentNo} FOR NO KEY UPDATE`;
    const now = new Date();
    const today = formatDate(now);
    const before = await sql.inspection.findUnique({ where: { equipmentNo } });
    const changes = input.action === 'assign' ? assigned(input, today) : await recorded(sql, actor, input, today);
    await sql.inspection.upsert({
      where: { equipmentNo },
      create: { equipmentNo, branchCode, createBy: actor.username, ...changes },
      update: { ...changes, updatedAt: now },
    });
    noteChange(before && { ...before }, changes);
  }, WAITS);
  return null;
}

/** Newest first. @throws not_found, no_object_permission */
export async function findHistory(actor: Actor, equipmentNo: string): Promise<InspectionRecord[]> {
  await requireEquipment(actor, equipmentNo);
  const [rows, time] = await Promise.all([
    db().inspectionHistory.findMany({
      where: { equipmentNo },
      orderBy: [{ inspectionDate: 'desc' }, { id: 'desc' }],
      take: MOST,
    }),
    shownTime(actor),
  ]);
  return rows.map(({ inspectionDate, nextInspectionDate, createDate, ...row }) => ({
    ...row,
    inspectionDate: storedDay(inspectionDate),
    nextInspectionDate: storedDay(nextInspectionDate),
    createDate: time(createDate),
  }));
}

/** Creates missing rows, so that units without a date are in the list, too. @returns how many were missing */
export const keepRows = (): Promise<number> =>
  db().$executeRaw`
    INSERT INTO inspection (equipment_no, branch_code, update_date)
    SELECT e.equipment_no, e.branch_code, now() FROM equipment e
     WHERE e.deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM inspection i WHERE i.equipment_no = e.equipment_no)
    ON CONFLICT DO NOTHING`;
