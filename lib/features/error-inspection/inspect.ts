import { callbackOfError } from '@/lib/features/callbacks/contract';
import { openCallback, requireOwnDispatch } from '@/lib/features/callbacks/internal/create';
import { takeWaitingSymptoms } from '@/lib/features/callbacks/internal/waiting-symptoms';
import { noteChange } from '@/lib/platform/audit/changes';
import { may } from '@/lib/platform/contract/access';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import { equipmentScope, LIVE_UNIT } from '@/lib/live/scope/equipment-scope';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { isInCharge } from '@/lib/platform/auth/accounts/account-types';
import type { Transaction } from '@/lib/platform/db/transaction';
import type { InspectError } from './contract';
import { bulkRefusal, isOneUnit, needsComment } from './judgements';

/** Judges fault episodes, with a call-out when wanted (silent-screens A3). */

/** Several people may judge the same rows at once. */
const WAITS = { maxWait: 20_000, timeout: 20_000 };

const SELECT = {
  errorId: true,
  equipmentNo: true,
  gbCode: true,
  text: true,
  trapped: true,
  recoverDate: true,
  result: true,
  comment: true,
  callbackId: true,
  inspector: true,
  history: true,
} as const satisfies Prisma.ErrorInspectionSelect;
type InspectedFault = Prisma.ErrorInspectionGetPayload<{ select: typeof SELECT }>;

/** Checks that all of them are in the caller's scope. @throws not_found, no_object_permission */
async function requireAll(actor: Actor, errorIds: readonly string[]): Promise<string[]> {
  const ids = [...new Set(errorIds)].sort();
  const seen = await db().errorInspection.count({
    where: { errorId: { in: ids }, equipment: equipmentScope(actor, { focus: false }) },
  });
  if (seen === ids.length) return ids;
  const known = await db().errorInspection.count({
    where: { errorId: { in: ids }, equipment: LIVE_UNIT },
  });
  throw new AppError(known === ids.length ? 'no_object_permission' : 'not_found');
}

/** Locks the rows, always in the same order. */
async function lock(sql: Transaction, errorIds: readonly string[]): Promise<InspectedFault[]> {
  await sql.$queryRaw`SELECT 1 FROM error_inspection WHERE error_id = ANY(${[...errorIds]}) ORDER BY error_id FOR UPDATE`;
  return sql.errorInspection.findMany({
    where: { errorId: { in: [...errorIds] } },
    orderBy: { errorId: 'asc' },
    select: SELECT,
  });
}

/** @throws conflict for rows that are judged already, validation_failed for several codes */
function requireTogether(rows: readonly InspectedFault[]): void {
  const refusal = bulkRefusal(rows);
  if (refusal === 'judgedAlready') throw new AppError('conflict', { messageKey: 'stateForbids' });
  if (refusal === 'severalCodes') throw new FieldError('errorIds', 'severalCodes');
}

/** Opens a call-out for them, or joins the open one that was chosen. */
async function callbackOf(sql: Transaction, actor: Actor, rows: readonly InspectedFault[], input: InspectError) {
  const [first] = rows;
  if (!first || (!input.createCallback && input.callbackId === undefined)) return null;
  if (!isOneUnit(rows)) throw new FieldError('errorIds', 'severalUnits');
  const { callbackId, jobStatus } = await openCallback(sql, {
    equipmentNo: first.equipmentNo,
    callbackType: 'Telemonitoring Manual',
    jobDescription: input.jobDescription ?? [first.gbCode, first.text].filter(Boolean).join(' '),
    operator: actor.username,
    isInCharge: isInCharge(actor),
    // Released persons need no rescue.
    persons: {
      isTrapped: rows.some(({ trapped, recoverDate }) => trapped && recoverDate === null),
      trappedCount: null,
      isInjured: false,
    },
    attachTo: input.callbackId,
  });
  await takeWaitingSymptoms(sql, first.equipmentNo, { callbackId, jobStatus });
  return callbackId;
}

/** @throws validation_failed, conflict, access_denied, not_found, no_object_permission */
export async function inspect(
  actor: Actor,
  input: InspectError,
): Promise<{ updated: number; callbackId: string | null }> {
  const { result, comment = null } = input;
  if (needsComment(result) && comment === null) throw new FieldError('comment', 'inspectCommentRequired');
  const errorIds = await requireAll(actor, input.errorIds);
  if (input.createCallback === true || input.callbackId !== undefined) {
    if (!may(actor, callbackOfError)) throw new AppError('access_denied');
    await requireOwnDispatch();
  }
  return db().$transaction(async (sql) => {
    const rows = await lock(sql, errorIds);
    requireTogether(rows);
    const callbackId = await callbackOf(sql, actor, rows, input);
    const inspectDate = new Date();
    const judged = { result, comment, inspector: actor.username, inspectDate };
    const entry = { result, comment, operator: actor.username, time: inspectDate.toISOString() };
    for (const { errorId, history } of rows) {
      const former = Array.isArray(history) ? history : [];
      await sql.errorInspection.update({
        where: { errorId },
        data: { ...judged, ...(callbackId === null ? {} : { callbackId }), history: [...former, entry] },
      });
    }
    noteChange(
      { errorIds: null, results: rows.map((row) => row.result) },
      { errorIds, results: rows.map(() => result), comment, ...(callbackId === null ? {} : { callbackId }) },
    );
    return { updated: rows.length, callbackId };
  }, WAITS);
}
