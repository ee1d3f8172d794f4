import { randomUUID } from 'node:crypto';
import { noteChange } from '@/lib/platform/audit/changes';
import { requireEquipment } from '@/lib/live/scope/equipment-scope';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError } from '@/lib/platform/contract/errors';
import { serve } from '@/lib/platform/contract/serve';
import { db } from '@/lib/platform/db/client';
import {
  addStepGateway,
  addTlGateway,
  deleteStepGateway,
  deleteTlGateway,
  queryStepGateways,
  queryTlGateways,
  type ThirdKind,
} from './contract';
import { findThirdPage } from './list';

interface NewThirdGateway {
  readonly kind: ThirdKind;
  readonly equipmentNo: string;
  /** Of STEP only. */
  readonly step?: { readonly stepEquipmentNo: string; readonly stepCubeId: string };
}

/** What a refusal of the table means, at its field. */
const refuse = (field: string, messageKey: string, id: 'conflict' | 'not_found' = 'conflict') =>
  new AppError(id, { messageKey, data: { fieldKeys: { [field]: messageKey } } });

/** @throws not_found, conflict (the unit has one of this kind, the box and number are another unit's) */
async function add(actor: Actor, { kind, equipmentNo, step }: NewThirdGateway): Promise<null> {
  const { branchCode } = await requireEquipment(actor, equipmentNo).catch((error: unknown) => {
    throw error instanceof AppError && error.id === 'not_found'
      ? refuse('equipmentNo', 'equipmentNotFound', 'not_found')
      : error;
  });
  const { count } = await db().thirdGateway.createMany({
    data: {
      id: randomUUID(),
      kind,
      equipmentNo,
      branchCode,
      ...step,
      createBy: actor.username,
    },
    skipDuplicates: true,
  });
  if (count === 0) {
    const isAdded = (await db().thirdGateway.count({ where: { kind, equipmentNo } })) > 0;
    throw isAdded ? refuse('equipmentNo', 'equipmentAdded') : refuse('stepCubeId', 'stepCubeTaken');
  }
  noteChange(null, { kind, equipmentNo, ...step });
  return null;
}

/** @throws not_found, no_object_permission */
async function remove(actor: Actor, kind: ThirdKind, equipmentNo: string): Promise<null> {
  await requireEquipment(actor, equipmentNo);
  const { count } = await db().thirdGateway.deleteMany({ where: { kind, equipmentNo } });
  if (count === 0) throw new AppError('not_found', { messageKey: 'thirdGatewayNotFound' });
  noteChange({ kind, equipmentNo }, null);
  return null;
}

export const services = [
  serve(queryTlGateways, ({ actor }, query) => findThirdPage(actor, 'tl', query)),
  serve(addTlGateway, ({ actor }, input) => add(actor, { kind: 'tl', ...input })),
  serve(deleteTlGateway, ({ actor }, { equipmentNo }) => remove(actor, 'tl', equipmentNo)),
  serve(queryStepGateways, ({ actor }, query) => findThirdPage(actor, 'step', query)),
  serve(addStepGateway, ({ actor }, { equipmentNo, ...step }) => add(actor, { kind: 'step', equipmentNo, step })),
  serve(deleteStepGateway, ({ actor }, { equipmentNo }) => remove(actor, 'step', equipmentNo)),
];
