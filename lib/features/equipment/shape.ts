import type { ShownTime } from '@/lib/platform/strategy/limits';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { EquipmentDetail, EquipmentRow, StatusEntry } from './contract';
import { isLive } from '@/lib/live/units/age';
import { ERROR_STATUS, unheardStatus } from '@/lib/live/units/value-sets';
import { storedDay } from '@/lib/platform/i18n/shanghai';

/** Converts stored rows to the shapes of api.md §2.28. */

const STATUS = { onlineStatus: true, errorStatus: true, lastDataAt: true } as const;

/** The columns of a list row. */
export const ROW_SELECT = {
  equipmentNo: true,
  equipmentName: true,
  cubeNo: true,
  equipmentType: true,
  productLine: true,
  buildingName: true,
  floorMappingConfiged: true,
  floorMatchingEditStatus: true,
  totalFloors: true,
  branchCode: true,
  displayType: true,
  video: true,
  dhVideo: true,
  branch: { select: { branchName: true } },
  status: { select: STATUS },
} as const satisfies Prisma.EquipmentSelect;

/** The columns of the status call. */
export const STATUS_SELECT = {
  equipmentNo: true,
  cubeNo: true,
  status: { select: STATUS },
} as const satisfies Prisma.EquipmentSelect;

type SelectedRow = Prisma.EquipmentGetPayload<{ select: typeof ROW_SELECT }>;
export type StoredEquipmentRow = Omit<SelectedRow, 'status'> & {
  status: Pick<NonNullable<SelectedRow['status']>, 'onlineStatus' | 'errorStatus'> | null;
};
type StoredEquipmentDetail = Prisma.EquipmentGetPayload<{
  include: {
    branch: { select: { branchName: true } };
    status: { select: typeof STATUS };
    projects: { select: { project: { select: { projectId: true; projectName: true } } } };
  };
}>;
type StoredStatus = Prisma.EquipmentGetPayload<{ select: typeof STATUS_SELECT }>;

const onlineStatusOf = ({ status, cubeNo }: Pick<StoredEquipmentRow, 'status' | 'cubeNo'>): number =>
  status?.onlineStatus ?? unheardStatus(cubeNo);

export function toRow({ branch, status, ...row }: StoredEquipmentRow): EquipmentRow {
  return {
    ...row,
    branchName: branch.branchName,
    onlineStatus: onlineStatusOf({ status, cubeNo: row.cubeNo }),
    errorStatus: status?.errorStatus ?? ERROR_STATUS.unknown,
  };
}

/** @param isTrapped by `readTrappedUnits` @param time how the caller sees times (doc2 §2.4) @param now epoch ms */
export function toStatus(row: StoredStatus, isTrapped: boolean, time: ShownTime, now: number): StatusEntry {
  const seenAt = row.status?.lastDataAt ?? null;
  return {
    equipmentNo: row.equipmentNo,
    onlineStatus: onlineStatusOf(row),
    errorStatus: row.status?.errorStatus ?? ERROR_STATUS.unknown,
    entrapmentStatus: isTrapped ? 1 : 0,
    ...(seenAt ? { isLive: isLive(seenAt.getTime(), now), lastDataAt: time(seenAt) } : {}),
  };
}

/** A column of type date holds the Shanghai day itself, so it is not converted. */
const decimal = (value: { toNumber(): number } | null) => value?.toNumber() ?? null;

/** @param time how the caller sees times (doc2 §2.4) */
export function toDetail(row: StoredEquipmentDetail, time: ShownTime): EquipmentDetail {
  return {
    ...toRow(pick(row)),
    buildingCode: row.buildingCode,
    floorMapping: row.floorMapping === null ? null : JSON.stringify(row.floorMapping),
    constructionDate: storedDay(row.constructionDate),
    governmentNo: row.governmentNo,
    postCode: row.postCode,
    country: row.country,
    province: row.province,
    city: row.city,
    district: row.district,
    street: row.street,
    house_no: row.houseNo,
    address: row.address,
    longitude: decimal(row.longitude),
    lattitude: decimal(row.latitude),
    sapSystem: row.sapSystem,
    companyCode: row.companyCode,
    originContractNo: row.originContractNo,
    frameContractNo: row.frameContractNo,
    contractStartDate: storedDay(row.contractStartDate),
    contractEndDate: storedDay(row.contractEndDate),
    contractActualEndDate: storedDay(row.contractActualEndDate),
    plannedDate: storedDay(row.plannedDate),
    ratedSpeed: decimal(row.ratedSpeed),
    customerName: row.customerName,
    lastDataAt: row.status?.lastDataAt ? time(row.status.lastDataAt) : null,
    serviceStopped: row.serviceStopped,
    projects: row.projects.map(({ project }) => project),
  };
}

/** Picks the members of a list row, so that nothing else leaves by accident. */
function pick(row: StoredEquipmentDetail): StoredEquipmentRow {
  const {
    equipmentNo,
    equipmentName,
    cubeNo,
    equipmentType,
    productLine,
    buildingName,
    floorMappingConfiged,
    floorMatchingEditStatus,
    totalFloors,
    branchCode,
    displayType,
    video,
    dhVideo,
    branch,
    status,
  } = row;
  return {
    equipmentNo,
    equipmentName,
    cubeNo,
    equipmentType,
    productLine,
    buildingName,
    floorMappingConfiged,
    floorMatchingEditStatus,
    totalFloors,
    branchCode,
    displayType,
    video,
    dhVideo,
    branch,
    status,
  };
}
