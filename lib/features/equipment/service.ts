import { shownTime } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import { equipmentScope, requireEquipment } from '@/lib/live/scope/equipment-scope';
import { readTrappedUnits } from '@/lib/live/scope/trapped-units';
import { projectScope } from '@/lib/platform/auth/scope/scope';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { Language } from '@/lib/platform/i18n/languages';
import { formatDateTime } from '@/lib/platform/i18n/format';
import { AppError } from '@/lib/platform/contract/errors';
import { serve } from '@/lib/platform/contract/serve';
import { wordsOfCodes } from '@/lib/features/dictionaries/internal/codes';
import {
  batchEquipmentStatus,
  exportEquipment,
  getEquipment,
  getEquipmentByNo,
  listEquipmentFaults,
  queryEquipment,
  saveEquipment,
} from './contract';
import type { EquipmentDetail, GbCode, StatusEntry } from './contract';
import { exportUnits } from './export';
import { getFloorMapping, listSameFloor, reuseFloorMapping, saveFloorMapping } from './floors-contract';
import { findFloors, findSameFloor, reuseFloors, saveFloors } from './floors';
import { findEquipmentPage } from './list';
import { saveUnit } from './save';
import { STATUS_SELECT, toDetail, toStatus } from './shape';
import { askable, limitedUnit, unitLimits } from './equipment-limits';

/** The most codes on a unit's page. A box with more open events has another problem. */
const MAX_CODES = 100;
/** A unit belongs to one or two projects. */
const MAX_PROJECTS = 20;

/** @throws not_found, no_object_permission (511) */
async function findDetail(actor: Actor, equipmentNo: string): Promise<EquipmentDetail> {
  const include = {
    branch: { select: { branchName: true } },
    status: { select: STATUS_SELECT.status.select },
    projects: {
      where: { project: projectScope(actor, { focus: false }) },
      orderBy: { projectId: 'asc' },
      take: MAX_PROJECTS,
      select: { project: { select: { projectId: true, projectName: true } } },
    },
  } satisfies Prisma.EquipmentInclude;
  const row = await db().equipment.findFirst({
    where: { AND: [{ equipmentNo }, equipmentScope(actor, { focus: false })] },
    include,
  });
  if (row) return limitedUnit(toDetail(row, await shownTime(actor)), await unitLimits(actor));
  await requireEquipment(actor, equipmentNo);
  throw new AppError('not_found', { messageKey: 'equipmentNotFound' });
}

/** In request order, repeats included; numbers out of scope are left out. */
async function findStatus(actor: Actor, equipmentNos: readonly string[]): Promise<StatusEntry[]> {
  const [rows, trapped, limits, time] = await Promise.all([
    db().equipment.findMany({
      where: { AND: [{ equipmentNo: { in: [...new Set(equipmentNos)] } }, equipmentScope(actor, { focus: false })] },
      select: STATUS_SELECT,
    }),
    readTrappedUnits(equipmentNos),
    unitLimits(actor),
    shownTime(actor),
  ]);
  const now = Date.now();
  const byNo = new Map(
    rows.map((row) => [row.equipmentNo, limitedUnit(toStatus(row, trapped.has(row.equipmentNo), time, now), limits)]),
  );
  return equipmentNos.flatMap((equipmentNo) => byNo.get(equipmentNo) ?? []);
}

/**
 * The codes of events that are still open, newest first, each code once (api.md §4.6). It is a fault when the event or
 * the dictionary says so.
 * @throws not_found, no_object_permission (511)
 */
async function findOpenCodes(actor: Actor, equipmentNo: string, language: Language): Promise<GbCode[]> {
  await requireEquipment(actor, equipmentNo);
  const [{ hasFaults, hasEvents }, time] = await Promise.all([unitLimits(actor), shownTime(actor)]);
  const events = await db().equipmentEvent.findMany({
    where: { equipmentNo, objectStatus: true },
    orderBy: [{ startAt: { sort: 'desc', nulls: 'last' } }, { id: 'desc' }],
    take: MAX_CODES,
    select: { code: true, title: true, message: true, subType: true, startAt: true },
  });
  const words = await wordsOfCodes(
    events.flatMap(({ code }) => code ?? []),
    language,
  );
  const seen = new Set<string>();
  return events.flatMap(({ code, title, message, subType, startAt }) => {
    const known = code === null ? undefined : words.get(code);
    const text = known?.text || title || message || '';
    const identity = code ?? `${subType}/${text}`;
    if (seen.has(identity)) return [];
    seen.add(identity);
    const isError = subType === 'error' || known?.isError === true;
    // Neither an entrapment nor its time is ever withheld (silent-screens B2).
    const isEntrapment = subType === 'entrapment';
    if (!isEntrapment && !(isError ? hasFaults : hasEvents)) return [];
    return [
      { gbCode: code ?? '', text, error: isError, at: startAt ? (isEntrapment ? formatDateTime : time)(startAt) : '' },
    ];
  });
}

export const services = [
  serve(queryEquipment, async ({ actor }, query) => {
    const limits = await unitLimits(actor);
    const rows = await findEquipmentPage(actor, askable(query, limits));
    return { ...rows, records: rows.records.map((row) => limitedUnit(row, limits)) };
  }),
  serve(exportEquipment, exportUnits),
  serve(saveEquipment, ({ actor }, edit) => saveUnit(actor, edit)),
  serve(getEquipment, ({ actor }, { equipmentNo }) => findDetail(actor, equipmentNo)),
  serve(getEquipmentByNo, ({ actor }, { equipmentNo }) => findDetail(actor, equipmentNo)),
  serve(batchEquipmentStatus, ({ actor }, { equipmentNoList }) => findStatus(actor, equipmentNoList)),
  serve(listEquipmentFaults, async ({ actor, language }, { equipmentNo }) => ({
    gbCodeShowList: await findOpenCodes(actor, equipmentNo, language),
  })),
  serve(getFloorMapping, ({ actor }, { equipmentNo }) => findFloors(actor, equipmentNo)),
  serve(saveFloorMapping, ({ actor }, { equipmentNo, floorMappingJson }) =>
    saveFloors(actor, equipmentNo, floorMappingJson),
  ),
  serve(listSameFloor, async ({ actor }, { equipmentNo }) => {
    const limits = await unitLimits(actor);
    return (await findSameFloor(actor, equipmentNo)).map((row) => limitedUnit(row, limits));
  }),
  serve(reuseFloorMapping, ({ actor }, { sourceEquipmentNo, targetEquipmentNos }) =>
    reuseFloors(actor, sourceEquipmentNo, targetEquipmentNos),
  ),
];
