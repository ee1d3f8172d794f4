import { randomUUID } from 'node:crypto';
import { strategyOf } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import { equipmentScope, requireEquipment } from '@/lib/live/scope/equipment-scope';
import { projectScope } from '@/lib/platform/auth/scope/scope';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { ERROR_STATUS, ONLINE_STATUS } from '@/lib/live/units/value-sets';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { serve } from '@/lib/platform/contract/serve';
import { suspectTrapped } from '@/lib/features/detector/internal/suspicion';
import { findArrangedPage, projectsOnPage } from './arranged-page';
import { findCarePage } from './care-page';
import {
  countCampusErrors,
  countConnected,
  getCampusView,
  pageCampusEquipment,
  queryCampusConfig,
  queryCampusMapping,
  saveCampusMute,
  saveCampusSize,
  saveCampusView,
  saveEquipmentWarn,
  uploadCampusImage,
} from './contract';
import type { CampusView, ConnectionCounts, FaultCounts } from './contract';
import { findConfig, findMapping, keepPicture, saveView } from './settings';
import { DEFAULT_CAMPUS_SIZE, WALL_DISPLAY_TYPES } from './value-sets';
import { limitedWallUnit, WALL_UNIT, wallUnitOf } from './wall-unit';

/** Most project names in the answer; a wall over a whole country is not told by names. */
const MAX_NAMES = 20;

/** The caller's units in lists and counts. */
function unitsOf(actor: Actor): Prisma.EquipmentWhereInput {
  return equipmentScope(actor, { focus: true });
}

/** The configured units: a right that was taken away takes its units off the wall. */
function wallOf(
  actor: Actor,
  displayTypes: readonly (typeof WALL_DISPLAY_TYPES)[number][] = WALL_DISPLAY_TYPES,
): Prisma.CampusViewEquipmentWhereInput {
  return { username: actor.username, equipment: { AND: [unitsOf(actor), { displayType: { in: [...displayTypes] } }] } };
}

async function findView(actor: Actor): Promise<CampusView> {
  const wall = wallOf(actor);
  const [view, equipmentTotal, projects] = await Promise.all([
    db().campusView.findUnique({ where: { username: actor.username } }),
    db().campusViewEquipment.count({ where: wall }),
    db().project.findMany({
      where: {
        AND: [
          { equipment: { some: { equipment: { campusViews: { some: wall } } } } },
          projectScope(actor, { focus: true }),
        ],
      },
      orderBy: [{ projectName: 'asc' }, { projectId: 'asc' }],
      take: MAX_NAMES,
      select: { projectName: true },
    }),
  ]);
  return {
    basic: {
      title: view?.title ?? '',
      logo: view?.logo ?? null,
      background: view?.background ?? null,
      mute: view?.mute ?? 0,
      campusViewSize: view?.campusViewSize ?? DEFAULT_CAMPUS_SIZE,
    },
    projectNames: projects.length > 0 ? projects.map(({ projectName }) => projectName).join('\u3001') : null,
    equipmentTotal,
  };
}

async function findPage(
  actor: Actor,
  { pageIndex, pageSize, displayType, group, order }: ParsedOf<typeof pageCampusEquipment>,
): Promise<OutputOf<typeof pageCampusEquipment>> {
  // One kind alone is the choice of another screen, which has its own sentence for an empty one.
  const care =
    displayType === undefined ? await findCarePage(actor, unitsOf(actor), { pageIndex, pageSize }) : undefined;
  if (care)
    return {
      source: 'care',
      equipmentList: care,
      ...(group === 'project' ? { projects: await projectsOnPage(actor, care.records) } : {}),
    };
  const where = wallOf(actor, displayType ? [displayType] : undefined);
  if (group === 'project' || order === 'worst')
    return { source: 'chosen', ...(await findArrangedPage(actor, where, { pageIndex, pageSize, group, order })) };
  const [total, rows] = await Promise.all([
    db().campusViewEquipment.count({ where }),
    db().campusViewEquipment.findMany({
      where,
      orderBy: [{ position: 'asc' }, { equipmentNo: 'asc' }],
      skip: (pageIndex - 1) * pageSize,
      take: pageSize,
      select: { equipmentNickName: true, position: true, equipment: { select: WALL_UNIT } },
    }),
  ]);
  const records = rows.flatMap(({ equipmentNickName, position, equipment }) =>
    wallUnitOf(equipment, position, equipmentNickName),
  );
  return { source: 'chosen', equipmentList: page(records, total, { pageIndex, pageSize }) };
}

async function countFaults(actor: Actor): Promise<FaultCounts> {
  // A count equals the list it opens, which finds none either.
  if (!(await strategyOf(actor)).dataGroups.includes('faults'))
    return { elevatorNormal: 0, elevatorStop: 0, escalatorNormal: 0, escalatorStop: 0 };
  const counts = async (displayTypes: ('EV' | 'ES' | 'WW')[]) => {
    const groups = await db().equipmentStatus.groupBy({
      by: ['errorStatus'],
      _count: { _all: true },
      where: { equipment: { AND: [unitsOf(actor), { displayType: { in: displayTypes } }] } },
    });
    const of = (errorStatus: number) => groups.find((group) => group.errorStatus === errorStatus)?._count._all ?? 0;
    return { normal: of(ERROR_STATUS.normal), stop: of(ERROR_STATUS.faulty) };
  };
  const [elevator, escalator] = await Promise.all([counts(['EV']), counts(['ES', 'WW'])]);
  return {
    elevatorNormal: elevator.normal,
    elevatorStop: elevator.stop,
    escalatorNormal: escalator.normal,
    escalatorStop: escalator.stop,
  };
}

/** A unit that was never heard counts as the list shows it: offline with a box, not installed without one. */
async function countOnline(actor: Actor): Promise<ConnectionCounts> {
  const units = unitsOf(actor);
  const [groups, silent, boxless] = await Promise.all([
    db().equipmentStatus.groupBy({ by: ['onlineStatus'], _count: { _all: true }, where: { equipment: units } }),
    db().equipment.count({ where: { AND: [units, { status: null, cubeNo: { not: null } }] } }),
    db().equipment.count({ where: { AND: [units, { status: null, cubeNo: null }] } }),
  ]);
  const of = (...statuses: number[]) =>
    groups.reduce((sum, { onlineStatus, _count }) => (statuses.includes(onlineStatus) ? sum + _count._all : sum), 0);
  const onlineCount = of(ONLINE_STATUS.online);
  const offlineCount = of(ONLINE_STATUS.offline, ONLINE_STATUS.disconnected) + silent;
  const unregisteredCount = of(ONLINE_STATUS.notInstalled) + boxless;
  return { onlineCount, offlineCount, unregisteredCount, allCount: onlineCount + offlineCount + unregisteredCount };
}

/** A second suspicion within so long is the first one. */
const SAME_WARN_MS = 10 * 60_000;

const openWarn = (sql: Prisma.TransactionClient, equipmentNo: string) =>
  sql.equipmentWarn.findFirst({
    where: { equipmentNo, closedDate: null, createDate: { gt: new Date(Date.now() - SAME_WARN_MS) } },
    orderBy: { createDate: 'desc' },
    select: { warnId: true },
  });

async function saveWarn(
  actor: Actor,
  { equipmentNo, warnDesc }: ParsedOf<typeof saveEquipmentWarn>,
): Promise<{ warnId: string }> {
  const { branchCode } = await requireEquipment(actor, equipmentNo);
  const told = await openWarn(db(), equipmentNo);
  if (told) return told;
  // Before the row: what dies in between is told again, and the rule says it once.
  await suspectTrapped(equipmentNo);
  return db().$transaction(async (tx) => {
    // Several walls see the same unit at the same moment: one after the other.
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`equipment-warn ${equipmentNo}`}, 0))`;
    return (
      (await openWarn(tx, equipmentNo)) ??
      tx.equipmentWarn.create({
        data: { warnId: randomUUID(), equipmentNo, branchCode, warnDesc, username: actor.username },
        select: { warnId: true },
      })
    );
  });
}

export const services = [
  serve(getCampusView, ({ actor }) => findView(actor)),
  serve(pageCampusEquipment, async ({ actor }, query) => {
    const { equipmentList, ...rest } = await findPage(actor, query);
    return {
      ...rest,
      equipmentList: { ...equipmentList, records: await limitedWallUnit(actor, equipmentList.records) },
    };
  }),
  serve(countCampusErrors, ({ actor }) => countFaults(actor)),
  serve(countConnected, ({ actor }) => countOnline(actor)),
  serve(queryCampusConfig, async ({ actor }) => {
    const { equipmentList, ...rest } = await findConfig(actor);
    return { ...rest, equipmentList: await limitedWallUnit(actor, equipmentList) };
  }),
  serve(queryCampusMapping, async ({ actor }, query) => {
    const found = await findMapping(actor, query);
    return { ...found, records: await limitedWallUnit(actor, found.records) };
  }),
  serve(saveCampusView, ({ actor }, input) => saveView(actor, input)),
  serve(uploadCampusImage, ({ actor }, input) => keepPicture(actor, input)),
  serve(saveCampusMute, async ({ actor }, { mute }) => {
    const { username } = actor;
    await db().campusView.upsert({
      where: { username },
      update: { mute },
      create: { username, mute, createBy: username },
    });
    return null;
  }),
  serve(saveCampusSize, async ({ actor }, { campusViewSize }) => {
    const { username } = actor;
    await db().campusView.upsert({
      where: { username },
      update: { campusViewSize },
      create: { username, campusViewSize, createBy: username },
    });
    return null;
  }),
  serve(saveEquipmentWarn, ({ actor }, input) => saveWarn(actor, input)),
];
