import { noteChange } from '@/lib/platform/audit/changes';
import type { Actor } from '@/lib/platform/contract/actor';
import { FieldError } from '@/lib/platform/contract/errors';
import { db } from '@/lib/platform/db/client';
import { settleSignature } from './internal/notices';
import { prepareReport } from './report-row';
import { findJob, jobScope, requireJob } from './job';
import type { MaintenanceDetail, SignMaintenance } from './work-contract';
import { lockJob, writeStep } from './job-work';

/**
 * The customer's signature (readings 92): the job moves DONE -> CONFIRM and its report from 3 to 2; then its document
 * is drawn.
 */

const WAITS = { maxWait: 20_000, timeout: 20_000 };
/** A dot is no signature: the strokes together need at least this length, in units of the field. */
const LEAST_LENGTH = 60;

function lengthOfStrokes(strokes: SignMaintenance['strokes']): number {
  let length = 0;
  for (const stroke of strokes)
    for (let index = 1; index < stroke.length; index += 1) {
      const [[x0, y0], [x1, y1]] = [stroke[index - 1] ?? [0, 0], stroke[index] ?? [0, 0]];
      length += Math.hypot(x1 - x0, y1 - y0);
    }
  return length;
}

/** @throws validation_failed, conflict, not_found, no_object_permission */
export async function sign(actor: Actor, { jobNo, name, strokes }: SignMaintenance): Promise<MaintenanceDetail> {
  await requireJob(actor, jobNo, await jobScope(actor));
  if (lengthOfStrokes(strokes) < LEAST_LENGTH) throw new FieldError('strokes', 'signatureRequired');
  await db().$transaction(async (sql) => {
    const row = await lockJob(sql, jobNo, 'sign');
    const signDate = new Date();
    const own = await sql.user.findUnique({ where: { username: actor.username }, select: { phone: true } });
    await sql.maintenanceSignature.create({
      data: { jobNo, signerName: name, username: actor.username, phone: own?.phone ?? null, strokes, signDate },
    });
    const job = await sql.maintenanceJob.update({
      where: { jobNo },
      data: { jobStatus: 'CONFIRM', signDate, updatedAt: signDate },
      select: { doneDate: true, planDate: true, actualTechnician1Name: true, actualTechnician2Name: true },
    });
    await writeStep(sql, { jobNo, step: 'CONFIRM', operator: actor.username, reason: name }, signDate);
    if ((await sql.maintenanceReport.count({ where: { jobNo } })) === 0)
      await prepareReport(sql, {
        jobNo,
        doneDate: job.doneDate ?? job.planDate,
        technicians: [job.actualTechnician1Name, job.actualTechnician2Name],
      });
    await sql.maintenanceReport.updateMany({
      where: { jobNo, status: '3' },
      data: { status: '2', updatedAt: signDate },
    });
    await settleSignature(sql, jobNo);
    noteChange({ jobStatus: row.jobStatus, signerName: null }, { jobStatus: 'CONFIRM', signerName: name });
  }, WAITS);
  return findJob(actor, jobNo);
}
