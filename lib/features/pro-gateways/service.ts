import { attachUnit, detachUnit, holdStates } from '@/lib/features/cubes/internal/unit-boxes';
import { registerBox } from '@/lib/features/cubes/internal/register-box';
import { requireCube } from '@/lib/features/cubes/internal/own-boxes';
import { newCubeSecret } from '@/lib/live/telemetry/cube-secret';
import { raiseConfigs } from '@/lib/live/telemetry/raise-configs';
import { noteChange, noteMembers } from '@/lib/platform/audit/changes';
import { notifyPortal } from '@/lib/platform/auth/tokens/portal-channel';
import { equipmentScope, requireEquipment } from '@/lib/live/scope/equipment-scope';
import { requireProject } from '@/lib/platform/auth/scope/scope';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError } from '@/lib/platform/contract/errors';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { serve } from '@/lib/platform/contract/serve';
import { db } from '@/lib/platform/db/client';
import type { EdgeCube, Prisma } from '@/lib/platform/db/generated/client';
import { containsText } from '@/lib/platform/db/name-grams';
import { listOrder } from '@/lib/platform/db/keyset';
import type { Transaction } from '@/lib/platform/db/transaction';
import {
  attachProUnits,
  DEFAULT_PORTS,
  deleteProGateway,
  detachProUnits,
  listFreeUnits,
  queryProGateways,
  saveProGateway,
  type ProGatewaySave,
} from './contract';
import { findProPage, unitsOnPorts } from './list';

/** The locked gateway of the caller. @throws not_found (also for a plain box), no_object_permission */
async function lockGateway(sql: Transaction, actor: Actor, gatewayNo: string): Promise<EdgeCube> {
  await sql.$queryRaw`SELECT 1 FROM edge_cube WHERE cube_no = ${gatewayNo} FOR UPDATE`;
  const gateway = await requireCube(sql, actor, gatewayNo);
  if (gateway.kind !== 'pro') throw new AppError('not_found', { messageKey: 'proNotFound' });
  return gateway;
}

const atField = (field: string, messageKey: string, params?: Record<string, string | number>) =>
  new AppError('conflict', { messageKey, params, data: { fieldKeys: { [field]: messageKey } } });

/** @throws not_found, no_object_permission, conflict */
async function save(
  actor: Actor,
  { gatewayNo, projectId, ports, remark }: ProGatewaySave,
): Promise<OutputOf<typeof saveProGateway>> {
  const project = await requireProject(actor, projectId);
  const secret = newCubeSecret();
  const isNew = await db().$transaction(async (sql) => {
    const found = await sql.edgeCube.findUnique({ where: { cubeNo: gatewayNo }, select: { kind: true } });
    if (!found) {
      const pro = { projectId, ports: ports ?? DEFAULT_PORTS };
      try {
        await registerBox(sql, actor.username, {
          cubeNo: gatewayNo,
          secret,
          branchCode: project.branchCode,
          remark: remark ?? null,
          pro,
        });
      } catch (error) {
        throw error instanceof AppError && error.messageKey === 'cubeTaken'
          ? atField('gatewayNo', 'cubeTaken', { no: gatewayNo })
          : error;
      }
      noteChange(null, { gatewayNo, ...pro, remark: remark ?? null });
      return true;
    }
    if (found.kind !== 'pro') throw atField('gatewayNo', 'cubeTaken', { no: gatewayNo });
    const before = await lockGateway(sql, actor, gatewayNo);
    const units = (await unitsOnPorts([gatewayNo], sql)).get(gatewayNo) ?? [];
    if (before.projectId !== projectId && units.length > 0) throw atField('projectId', 'proHasUnits');
    if (ports !== undefined && units.some(({ port }) => port > ports)) throw atField('ports', 'portsTaken');
    const data = {
      projectId,
      branchCode: project.branchCode,
      ...(ports === undefined ? {} : { ports }),
      ...(remark === undefined ? {} : { remark }),
    };
    await sql.edgeCube.update({ where: { cubeNo: gatewayNo }, data });
    noteChange(before, data);
    return false;
  });
  return { gatewayNo, secret: isNew ? secret : null };
}

/** @throws not_found, no_object_permission */
async function findFreeUnits(
  actor: Actor,
  { gatewayNo, searchKey, ...query }: ParsedOf<typeof listFreeUnits>,
): Promise<OutputOf<typeof listFreeUnits>> {
  const { projectId } = await requireCube(db(), actor, gatewayNo);
  const key = searchKey && containsText(searchKey);
  const where: Prisma.EquipmentWhereInput = {
    AND: [
      equipmentScope(actor, { focus: false }),
      { cubeNo: null, projects: { some: { projectId: projectId ?? '' } } },
      ...(key ? [{ OR: [{ equipmentNo: key }, { equipmentName: key }] }] : []),
    ],
  };
  const [total, rows] = await Promise.all([
    db().equipment.count({ where }),
    db().equipment.findMany({
      where,
      orderBy: listOrder(query, false, { id: 'equipmentNo' }),
      skip: (query.pageIndex - 1) * query.pageSize,
      take: query.pageSize,
      select: { equipmentNo: true, equipmentName: true, equipmentType: true },
    }),
  ]);
  return page(rows, total, query);
}

/** Locks are taken in one order, so that two calls at once do not deadlock. */
const inOrder = <T extends { readonly equipmentNo: string }>(units: readonly T[]) =>
  [...units].sort((a, b) => (a.equipmentNo < b.equipmentNo ? -1 : 1));

/** Before the gateway is locked: the ingest locks in this order. */
async function holdUnitsOf(sql: Transaction, gatewayNo: string): Promise<void> {
  const units = (await unitsOnPorts([gatewayNo], sql)).get(gatewayNo) ?? [];
  await holdStates(
    sql,
    units.map(({ equipmentNo }) => equipmentNo),
  );
}

/** @throws not_found, no_object_permission, conflict */
async function attach(actor: Actor, { gatewayNo, units }: ParsedOf<typeof attachProUnits>): Promise<null> {
  for (const { equipmentNo } of units) await requireEquipment(actor, equipmentNo);
  await db().$transaction(async (sql) => {
    await holdStates(
      sql,
      units.map(({ equipmentNo }) => equipmentNo),
    );
    const gateway = await lockGateway(sql, actor, gatewayNo);
    const taken = (await unitsOnPorts([gatewayNo], sql)).get(gatewayNo) ?? [];
    const ports = gateway.ports ?? 0;
    const isOver = taken.length + units.length > ports || units.some(({ port }) => port > ports);
    if (isOver) throw new AppError('conflict', { messageKey: 'noFreePort' });
    for (const { port, equipmentNo } of inOrder(units)) {
      const { projectId } = gateway;
      if ((await sql.projectEquipment.count({ where: { projectId: projectId ?? '', equipmentNo } })) === 0)
        throw new AppError('conflict', { messageKey: 'unitOfOtherProject', params: { no: equipmentNo } });
      await attachUnit(sql, actor, { gatewayNo, port, equipmentNo });
    }
    noteMembers(
      'units',
      taken.map(({ equipmentNo }) => equipmentNo),
      [...taken, ...units].map(({ equipmentNo }) => equipmentNo),
    );
    await raiseConfigs(sql, [gatewayNo]);
  });
  return null;
}

/** @throws not_found, no_object_permission */
async function detach(actor: Actor, { gatewayNo, ports }: ParsedOf<typeof detachProUnits>): Promise<null> {
  await db().$transaction(async (sql) => {
    await holdUnitsOf(sql, gatewayNo);
    await lockGateway(sql, actor, gatewayNo);
    const taken = (await unitsOnPorts([gatewayNo], sql)).get(gatewayNo) ?? [];
    const leaving = [...new Set(ports)].map((port) => {
      const unit = taken.find((one) => one.port === port);
      if (!unit) throw new AppError('not_found', { messageKey: 'portEmpty', params: { port } });
      return unit;
    });
    for (const { port, equipmentNo } of inOrder(leaving))
      await detachUnit(sql, actor, { gatewayNo, port, equipmentNo });
    noteMembers(
      'units',
      taken.map(({ equipmentNo }) => equipmentNo),
      taken.filter((unit) => !leaving.includes(unit)).map(({ equipmentNo }) => equipmentNo),
    );
    await raiseConfigs(sql, [gatewayNo]);
  });
  return null;
}

/** @throws not_found, no_object_permission, conflict */
async function remove(actor: Actor, gatewayNo: string): Promise<null> {
  await db().$transaction(async (sql) => {
    const gateway = await lockGateway(sql, actor, gatewayNo);
    const units = (await unitsOnPorts([gatewayNo], sql)).get(gatewayNo) ?? [];
    if (units.length > 0) throw new AppError('conflict', { messageKey: 'proHasUnits' });
    await sql.edgeCube.delete({ where: { cubeNo: gatewayNo } });
    noteChange({ gatewayNo, projectId: gateway.projectId, ports: gateway.ports }, null);
    // Its connection ends, because its number may not sign in any more.
    await notifyPortal(sql, { topic: 'cube', key: gatewayNo });
  });
  return null;
}

export const services = [
  serve(queryProGateways, ({ actor }, query) => findProPage(actor, query)),
  serve(saveProGateway, ({ actor }, input) => save(actor, input)),
  serve(listFreeUnits, ({ actor }, query) => findFreeUnits(actor, query)),
  serve(attachProUnits, ({ actor }, input) => attach(actor, input)),
  serve(detachProUnits, ({ actor }, input) => detach(actor, input)),
  serve(deleteProGateway, ({ actor }, { gatewayNo }) => remove(actor, gatewayNo)),
];
