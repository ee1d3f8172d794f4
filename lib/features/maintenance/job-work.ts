import { writeServiceFacts } from '@/lib/features/activities/internal/service-facts';
import { keepTechnician } from '@/lib/features/callbacks/internal/technicians';
import { closeWithJobs } from '@/lib/features/symptoms/internal/close-with-jobs';
import { noteChange } from '@/lib/platform/audit/changes';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { formatDate, parseWallTime } from '@/lib/platform/i18n/format';
import { storedDay } from '@/lib/platform/i18n/shanghai';
import { readErpMaster } from './internal/erp';
import { findJob, gapOf, lastDone, requireJob } from './job';
import { isAllowed, type JobMove } from './moves';
import { prepareReport } from './report-row';
import { ABNORMAL, maintenanceStatusOf, NAME_COMMA } from './value-sets';
import type { JobStep } from './value-sets';
import type {
  AssignMaintenance,
  CompleteMaintenance,
  LockMaintenance,
  MaintenanceDetail,
  RescheduleMaintenance,
  saveMaintenanceItems,
} from './work-contract';

/** The work on a job. Each step locks the job's row, so that of several calls at once one wins (silent-screens E1). */

type ItemInput = ParsedOf<typeof saveMaintenanceItems>['items'][number];

const WAITS = { maxWait: 20_000, timeout: 20_000 };

const LOCKED = {
  jobNo: true,
  equipmentNo: true,
  branchCode: true,
  jobStatus: true,
  maintenanceType: true,
  planDate: true,
  planEndDate: true,
  departureDate: true,
  planTechnician1Name: true,
  planTechnician1Phone: true,
  planTechnician2Name: true,
  planTechnician2Phone: true,
  equipment: { select: { equipmentName: true, displayType: true } },
} as const satisfies Prisma.MaintenanceJobSelect;
type LockedJob = Prisma.MaintenanceJobGetPayload<{ select: typeof LOCKED }>;

/** The locked job, in a state that allows the move. @throws conflict, with its present state */
export async function lockJob(sql: Transaction, jobNo: string, move: JobMove): Promise<LockedJob> {
  await sql.$queryRaw`SELECT 1 FROM maintenance_job WHERE job_no = ${jobNo} FOR NO KEY UPDATE`;
  const row = await sql.maintenanceJob.findUniqueOrThrow({ where: { jobNo }, select: LOCKED });
  const jobStatus = maintenanceStatusOf(row.jobStatus);
  if (!isAllowed(move, jobStatus)) throw new AppError('conflict', { messageKey: 'stateForbids', data: { jobStatus } });
  return row;
}

/** Records a step and who did it. */
export const writeStep = (
  sql: Transaction,
  { jobNo, step, operator, reason }: { jobNo: string; step: JobStep; operator: string; reason?: string },
  at: Date,
) => sql.maintenanceStep.create({ data: { jobNo, step, operator, reason: reason ?? null, at } });

const instant = (field: string, text: string | undefined): Date | undefined => {
  if (text === undefined) return undefined;
  const at = parseWallTime(text);
  if (at === undefined) throw new FieldError(field, 'badValue');
  return new Date(at);
};

/**
 * A move by those in charge, in scope, unless an ERP owns the jobs. @throws not_found, no_object_permission,
 * access_denied, conflict
 */
export async function move(
  actor: Actor,
  jobNo: string,
  kind: JobMove,
  change: (sql: Transaction, row: LockedJob, now: Date) => Promise<Prisma.MaintenanceJobUncheckedUpdateInput>,
): Promise<MaintenanceDetail> {
  await requireJob(actor, jobNo);
  if (await readErpMaster()) throw new AppError('access_denied', { messageKey: 'erpMasterJobs' });
  await db().$transaction(async (sql) => {
    const row = await lockJob(sql, jobNo, kind);
    const now = new Date();
    const data = await change(sql, row, now);
    await sql.maintenanceJob.update({ where: { jobNo }, data: { ...data, updatedAt: now } });
    noteChange({ ...row }, data);
  }, WAITS);
  return findJob(actor, jobNo);
}

/** @throws conflict with `data.confirm` when a half-month job would be more than 15 days after the last one */
export const reschedule = (actor: Actor, input: RescheduleMaintenance) =>
  move(actor, input.jobNo, 'reschedule', async (sql, row, now) => {
    const { planDate, reason } = input;
    if (planDate < formatDate(now)) throw new FieldError('planDate', 'dayInPast');
    const planEndDate = instant('planEndDate', input.planEndDate);
    if (planEndDate && formatDate(planEndDate) < planDate) throw new FieldError('planEndDate', 'endBeforePlan');
    const last = await lastDone(sql, row.equipmentNo);
    const { overdueDays } = gapOf(row.maintenanceType, planDate, last?.doneDate ? formatDate(last.doneDate) : null);
    if (overdueDays !== null && input.confirm !== true)
      throw new AppError('conflict', {
        messageKey: 'beyondHalfMonth',
        params: { days: overdueDays },
        data: { confirm: true, overdueDays },
      });
    await writeStep(
      sql,
      {
        jobNo: row.jobNo,
        step: 'RESCHEDULE',
        operator: actor.username,
        reason: `${storedDay(row.planDate)} → ${planDate}: ${reason}`.slice(0, 200),
      },
      now,
    );
    return { planDate: new Date(planDate), planEndDate: planEndDate ?? null };
  });

/** @throws conflict for a job that is done, validation_failed for a second technician without a name */
export const assign = (actor: Actor, input: AssignMaintenance) =>
  move(actor, input.jobNo, 'assign', async (sql, row, now) => {
    const { jobNo: _jobNo, planTechnician2Name = null, planTechnician2Phone = null, ...first } = input;
    if (planTechnician2Phone !== null && planTechnician2Name === null)
      throw new FieldError('planTechnician2Name', 'technicianRequired');
    await keepTechnician(
      sql,
      row.branchCode,
      { technicianName: first.planTechnician1Name, technicianPhone: first.planTechnician1Phone },
      now,
    );
    if (planTechnician2Name !== null && planTechnician2Phone !== null)
      await keepTechnician(
        sql,
        row.branchCode,
        { technicianName: planTechnician2Name, technicianPhone: planTechnician2Phone },
        now,
      );
    await writeStep(
      sql,
      {
        jobNo: row.jobNo,
        step: 'ASSIGN',
        operator: actor.username,
        reason: [first.planTechnician1Name, planTechnician2Name].filter(Boolean).join(NAME_COMMA),
      },
      now,
    );
    return { ...first, planTechnician2Name, planTechnician2Phone };
  });

/** Adds the check items of its type and machine; when there are none, the half-month list. Existing items stay. */
async function copyItems(sql: Transaction, { jobNo, maintenanceType, equipment }: LockedJob): Promise<void> {
  if ((await sql.maintenanceItem.count({ where: { jobNo } })) > 0) return;
  const templates = await sql.maintenanceItemTemplate.findMany({
    where: { maintenanceType, displayType: equipment.displayType },
    orderBy: { no: 'asc' },
  });
  await sql.maintenanceItem.createMany({
    data: templates.map(({ no, item, requirement }) => ({ jobNo, no, item, requirement })),
  });
}

/** A technician departs, or the job is planned again. @throws validation_failed when the reason to unlock is missing */
export const lock = (actor: Actor, input: LockMaintenance) =>
  move(actor, input.jobNo, input.lock ? 'lock' : 'unlock', async (sql, row, now) => {
    const { jobNo } = row;
    if (!input.lock) {
      if (input.reason === undefined) throw new FieldError('reason', 'moveReasonRequired');
      await writeStep(sql, { jobNo, step: 'UNLOCK', operator: actor.username, reason: input.reason }, now);
      return { jobStatus: 'PLAN', departureDate: null };
    }
    const departureDate = instant('departureDate', input.departureDate) ?? now;
    if (departureDate.getTime() > now.getTime()) throw new FieldError('departureDate', 'timeInFuture');
    await copyItems(sql, row);
    await writeStep(sql, { jobNo, step: 'LOCK', operator: actor.username, reason: input.reason }, now);
    return { jobStatus: 'LOCK', departureDate };
  });

/** @throws validation_failed for an item that the job does not have */
async function writeItems(sql: Transaction, jobNo: string, items: readonly ItemInput[]): Promise<void> {
  for (const [index, { no, result, remark }] of items.entries()) {
    const { count } = await sql.maintenanceItem.updateMany({
      where: { jobNo, no },
      data: { result: result ?? null, remark: remark ?? null },
    });
    if (count === 0) throw new FieldError(`items.${index}.no`, 'badValue');
  }
}

/** Saves the results so far. @throws conflict when the job is not LOCK */
export const saveItems = (actor: Actor, { jobNo, items, parts }: ParsedOf<typeof saveMaintenanceItems>) =>
  move(actor, jobNo, 'items', async (sql) => {
    await writeItems(sql, jobNo, items);
    if (parts) {
      await sql.maintenancePart.deleteMany({ where: { jobNo } });
      await sql.maintenancePart.createMany({ data: parts.map((part) => ({ jobNo, ...part })) });
    }
    return {};
  });

/** @throws validation_failed naming the first item without a result, or the first abnormal one without a remark */
async function requireWhole(sql: Transaction, jobNo: string): Promise<void> {
  const items = await sql.maintenanceItem.findMany({ where: { jobNo }, orderBy: { no: 'asc' } });
  for (const [index, { no, result, remark }] of items.entries()) {
    if (!result) throw new FieldError(`items.${index}.result`, 'itemResultRequired', { no });
    if (result === ABNORMAL && !remark) throw new FieldError(`items.${index}.remark`, 'itemRemarkRequired', { no });
  }
}

/** LOCK -> DONE. Symptoms on the job end with it, and the customer is asked for a signature. */
export const complete = (actor: Actor, input: CompleteMaintenance) =>
  move(actor, input.jobNo, 'complete', async (sql, row, now) => {
    const { jobNo, equipmentNo, branchCode, equipment } = row;
    const doneDate = instant('doneDate', input.doneDate) ?? now;
    if (doneDate.getTime() > now.getTime() + 60_000) throw new FieldError('doneDate', 'timeInFuture');
    if (row.departureDate && doneDate.getTime() < Math.floor(row.departureDate.getTime() / 1000) * 1000)
      throw new FieldError('doneDate', 'timeBackwards');
    if (input.items) await writeItems(sql, jobNo, input.items);
    await requireWhole(sql, jobNo);
    const actual = {
      actualTechnician1Name: input.actualTechnician1Name,
      actualTechnician1Phone: input.actualTechnician1Phone ?? null,
      actualTechnician2Name: input.actualTechnician2Name ?? null,
      actualTechnician2Phone: input.actualTechnician2Phone ?? null,
    };
    await writeStep(sql, { jobNo, step: 'DONE', operator: actor.username }, now);
    await closeWithJobs(sql, [{ jobNo, doneDate }]);
    await writeServiceFacts(sql, [
      {
        equipmentNo,
        branchCode,
        equipmentName: equipment.equipmentName,
        subType: 'maintenance',
        objectId: jobNo,
        status: 'DONE',
        detail: [actual.actualTechnician1Name, actual.actualTechnician2Name].filter(Boolean).join(', '),
        at: doneDate,
      },
    ]);
    await prepareReport(sql, {
      jobNo,
      doneDate,
      technicians: [actual.actualTechnician1Name, actual.actualTechnician2Name],
    });
    return { jobStatus: 'DONE', doneDate, ...actual };
  });
