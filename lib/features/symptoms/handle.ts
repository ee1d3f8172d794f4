import { writeServiceFacts } from '@/lib/features/activities/internal/service-facts';
import { openCallback, requireOwnDispatch } from '@/lib/features/callbacks/internal/create';
import { takeWaitingSymptoms } from '@/lib/features/callbacks/internal/waiting-symptoms';
import { symptomWord } from '@/lib/features/notifications/internal/words';
import { tellsEntrapment } from '@/lib/live/units/entrapment-rules';
import { shownSymptomTitle } from '@/lib/live/units/symptom-title';
import { noteChange } from '@/lib/platform/audit/changes';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import { db } from '@/lib/platform/db/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { formatDate } from '@/lib/platform/i18n/format';
import type { HandleSymptom } from './contract';
import { mayDo, requireSymptom, shownStateOf } from './detail';
import type { DetailedSymptom } from './detail';
import { keptReason } from './symptom-rows';
import { nextState } from './transitions';

/** A dispatcher's move of a symptom (silent-screens F2). The live item comes from the database's trigger. */

/** Several people may act on one unit at once. */
const WAITS = { maxWait: 20_000, timeout: 20_000 };
/** Jobs that have not begun: a symptom can still be added. */
const AHEAD = ['PLAN', 'LOCK'];

const titleOf = ({ symptomTitle }: DetailedSymptom) => shownSymptomTitle(symptomTitle, { isWhole: false });

/** Its call-out: a new one, the one to which it is attached, or for trapped persons the open one. */
async function toCallback(sql: Transaction, actor: Actor, symptom: DetailedSymptom, input: HandleSymptom) {
  const { callbackId, jobStatus } = await openCallback(sql, {
    equipmentNo: symptom.equipmentNo,
    callbackType: 'Telemonitoring Manual',
    jobDescription: input.jobDescription ?? titleOf(symptom),
    operator: actor.username,
    isInCharge: true,
    persons: { isTrapped: tellsEntrapment(symptom), trappedCount: null, isInjured: false },
    attachTo: input.callbackId,
  });
  return { callbackId, cbstate: jobStatus };
}

/** The unit's job that gets it. @throws validation_failed (a job of another unit), conflict (none is planned) */
async function toMaintenance(sql: Transaction, symptom: DetailedSymptom, { jobNo }: HandleSymptom) {
  const { equipmentNo, branchCode, equipment } = symptom;
  const now = new Date();
  const job = await sql.maintenanceJob.findFirst({
    where: {
      equipmentNo,
      jobStatus: { in: AHEAD },
      ...(jobNo === undefined ? { planDate: { gte: new Date(formatDate(now)) } } : { jobNo }),
    },
    orderBy: [{ planDate: 'asc' }, { jobNo: 'asc' }],
    select: { jobNo: true },
  });
  if (!job)
    throw jobNo === undefined
      ? new AppError('conflict', { messageKey: 'noPlannedJob' })
      : new FieldError('jobNo', 'badValue');
  await writeServiceFacts(sql, [
    {
      equipmentNo,
      equipmentName: equipment.equipmentName,
      branchCode,
      subType: 'maintenance',
      objectId: job.jobNo,
      status: 'symptom',
      detail: symptomWord(symptom.symptomTitle),
      at: now,
    },
  ]);
  return { jobNo: job.jobNo };
}

async function effectOf(sql: Transaction, actor: Actor, symptom: DetailedSymptom, input: HandleSymptom) {
  switch (input.action) {
    case 'accept':
      return {};
    case 'toCallback':
      return toCallback(sql, actor, symptom, input);
    case 'toMaintenance':
      return toMaintenance(sql, symptom, input);
    case 'close':
      if (!input.reason) throw new FieldError('reason', 'closeReasonRequired');
      return { closeReason: keptReason(input.reason), closedDate: new Date() };
  }
}

const changedMeanwhile = (symptomState: string) =>
  new AppError('conflict', { messageKey: 'stateChanged', data: { symptomState } });

/** @throws validation_failed, conflict, access_denied, not_found, no_object_permission */
export async function handle(actor: Actor, input: HandleSymptom): Promise<void> {
  const { symptomId, action } = input;
  const symptom = await requireSymptom(actor, symptomId);
  if (!mayDo(actor, action)) throw new AppError('access_denied');
  if (symptom.symptomState !== input.from) throw changedMeanwhile(symptom.symptomState);
  const symptomState = nextState(shownStateOf(symptom), action);
  if (symptomState === undefined) throw new AppError('conflict', { messageKey: 'stateForbids' });
  if (action === 'toCallback') await requireOwnDispatch();
  await db().$transaction(async (sql) => {
    // All others lock unit and call-out first and the symptom last; so does this.
    const changes = { symptomState, ...(await effectOf(sql, actor, symptom, input)) };
    const { callbackId, jobNo } = symptom;
    const { count } = await sql.symptom.updateMany({
      where: { symptomId, symptomState: input.from, callbackId, jobNo },
      data: { ...changes, updatedAt: new Date() },
    });
    if (count === 0) {
      const now = await sql.symptom.findUnique({ where: { symptomId }, select: { symptomState: true } });
      throw changedMeanwhile(now?.symptomState ?? input.from);
    }
    if ('cbstate' in changes)
      await takeWaitingSymptoms(sql, symptom.equipmentNo, {
        callbackId: changes.callbackId,
        jobStatus: changes.cbstate,
      });
    noteChange({ ...symptom }, changes);
  }, WAITS);
}
