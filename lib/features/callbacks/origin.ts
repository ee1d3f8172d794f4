import { tellsEntrapment } from '@/lib/features/notifications/internal';
import { requireRow } from '@/lib/platform/auth/scope/require-row';
import { equipmentScope } from '@/lib/live/scope/equipment-scope';
import { may } from '@/lib/platform/contract/access';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import { db } from '@/lib/platform/db/client';
import type { ErrorInspection, Prisma, Symptom } from '@/lib/platform/db/generated/client';
import { callbackOfError } from './contract';
import type { CreateCallback } from './contract';

/** What a call-out is made from: what was detected, which then names it (silent-screens A3, F2). */

type Sql = Prisma.TransactionClient;
const GONE_SYMPTOMS = ['CLOSED', 'EXPIRED'];

/** @throws access_denied, not_found, no_object_permission, validation_failed */
async function symptomOf(actor: Actor, { symptomId, equipmentNo }: CreateCallback): Promise<Symptom | null> {
  if (symptomId === undefined) return null;
  // Who reports for the own unit makes a customer's call of it (readings 78).
  if (actor.userType === 1) throw new AppError('access_denied');
  const found = await requireRow(
    (within: Prisma.SymptomWhereInput) => db().symptom.findFirst({ where: { AND: [{ symptomId }, within] } }),
    { equipment: equipmentScope(actor, { focus: false }) },
  );
  if (found.equipmentNo !== equipmentNo || GONE_SYMPTOMS.includes(found.symptomState))
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

export interface Origin {
  /** Somebody detected it, not a caller. */
  readonly isDetected: boolean;
  readonly isTrapped: boolean;
  /** It is being dealt with: it names the call-out from now on. */
  readonly take: (sql: Sql, callbackId: string, cbstate: string) => Promise<void>;
}

/** @throws access_denied, not_found, no_object_permission, validation_failed */
export async function originOf(actor: Actor, input: CreateCallback): Promise<Origin> {
  const [symptom, episode] = [await symptomOf(actor, input), await episodeOf(actor, input)];
  return {
    isDetected: symptom !== null || episode !== null,
    // Who was trapped and is free again needs no rescue.
    isTrapped:
      (symptom !== null && tellsEntrapment(symptom)) || (episode?.trapped === true && episode.recoverDate === null),
    take: async (sql, callbackId, cbstate) => {
      if (symptom) await takeSymptom(sql, symptom, callbackId, cbstate);
      if (episode) await sql.errorInspection.update({ where: { errorId: episode.errorId }, data: { callbackId } });
    },
  };
}

async function takeSymptom(
  sql: Sql,
  { symptomId, symptomState }: Symptom,
  callbackId: string,
  cbstate: string,
): Promise<void> {
  await sql.symptom.update({
    where: { symptomId },
    data: {
      callbackId,
      cbstate,
      ...(['INIT', 'NOT_PROCESSED'].includes(symptomState) ? { symptomState: 'OPEN' } : {}),
    },
  });
}
