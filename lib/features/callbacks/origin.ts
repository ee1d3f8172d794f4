import { tellsEntrapment } from '@/lib/live/units/entrapment-rules';
import { requireRow } from '@/lib/platform/auth/scope/require-row';
import { equipmentScope } from '@/lib/live/scope/equipment-scope';
import { may } from '@/lib/platform/contract/access';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import { db } from '@/lib/platform/db/client';
import type { ErrorInspection, Prisma, Symptom } from '@/lib/platform/db/generated/client';
import { isCustomer } from '@/lib/platform/auth/accounts/account-types';
import type { Transaction } from '@/lib/platform/db/transaction';
import { isUntaken, isSymptomOver } from '@/lib/live/detector/symptom-state';
import { callbackOfError } from './contract';
import type { CreateCallback } from './contract';

/** The origin of a call-out: a detected symptom or fault, which then names the call-out (silent-screens A3, F2). */

/** @throws access_denied, not_found, no_object_permission, validation_failed */
async function symptomOf(actor: Actor, { symptomId, equipmentNo }: CreateCallback): Promise<Symptom | null> {
  if (symptomId === undefined) return null;
  // When a customer reports a unit of its own, it is a customer's call (readings 78).
  if (isCustomer(actor)) throw new AppError('access_denied');
  const found = await requireRow(
    (within: Prisma.SymptomWhereInput) => db().symptom.findFirst({ where: { AND: [{ symptomId }, within] } }),
    { equipment: equipmentScope(actor, { focus: false }) },
  );
  if (found.equipmentNo !== equipmentNo || isSymptomOver(found.symptomState))
    throw new FieldError('symptomId', 'badValue');
  return found;
}

/** @throws access_denied, not_found, no_object_permission, validation_failed */
async function episodeOf(actor: Actor, { errorId, equipmentNo }: CreateCallback): Promise<ErrorInspection | null> {
  if (errorId === undefined) return null;
  if (!may(actor, callbackOfError)) throw new AppError('access_denied');
  const found = await requireRow(
    (within: Prisma.ErrorInspectionWhereInput) =>
      db().errorInspection.findFirst({ where: { AND: [{ errorId }, within] } }),
    { equipment: equipmentScope(actor, { focus: false }) },
  );
  if (found.equipmentNo !== equipmentNo || found.callbackId !== null) throw new FieldError('errorId', 'badValue');
  return found;
}

export interface CallbackOrigin {
  /** The system detected it, no caller reported it. */
  readonly isDetected: boolean;
  readonly isTrapped: boolean;
  /** Marks it as handled: from now on it names the call-out. */
  readonly take: (sql: Transaction, callbackId: string, cbstate: string) => Promise<void>;
}

/** @throws access_denied, not_found, no_object_permission, validation_failed */
export async function originOf(actor: Actor, input: CreateCallback): Promise<CallbackOrigin> {
  const [symptom, episode] = [await symptomOf(actor, input), await episodeOf(actor, input)];
  return {
    isDetected: symptom !== null || episode !== null,
    // Released persons need no rescue.
    isTrapped:
      (symptom !== null && tellsEntrapment(symptom)) || (episode?.trapped === true && episode.recoverDate === null),
    take: async (sql, callbackId, cbstate) => {
      if (symptom) await takeSymptom(sql, symptom, callbackId, cbstate);
      if (episode) await sql.errorInspection.update({ where: { errorId: episode.errorId }, data: { callbackId } });
    },
  };
}

async function takeSymptom(
  sql: Transaction,
  { symptomId, symptomState }: Symptom,
  callbackId: string,
  cbstate: string,
): Promise<void> {
  await sql.symptom.update({
    where: { symptomId },
    data: {
      callbackId,
      cbstate,
      ...(isUntaken(symptomState) ? { symptomState: 'OPEN' } : {}),
    },
  });
}
