import { equipmentFactScope } from '@/lib/live/scope/equipment-scope';
import type { Actor } from '@/lib/platform/contract/actor';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { containsText, gramFilter } from '@/lib/platform/db/name-grams';
import { keyedList } from '@/lib/platform/list/keyed-list';
import { shownTime } from '@/lib/platform/strategy/limits';
import type { CameraFilters, CameraRow, queryCameras } from './contract';
import { hasPlatform } from './platform';
import { VIDEO_STATES } from './value-sets';
import type { VideoStatus } from './value-sets';

/** Reads cameras: those in scope, filtered, page by page (silent-screens A7). */

type Where = Prisma.CameraWhereInput;

const SELECT = {
  cameraId: true,
  equipmentNo: true,
  branchCode: true,
  platform: true,
  source: true,
  deviceId: true,
  channelId: true,
  position: true,
  streamType: true,
  protoType: true,
  encryptMode: true,
  enabled: true,
  recorded: true,
  keyHash: true,
  status: true,
  lastOnlineDate: true,
  remark: true,
  updateBy: true,
  updateDate: true,
  createDate: true,
  equipment: { select: { equipmentName: true, buildingName: true, branch: { select: { branchName: true } } } },
} as const satisfies Prisma.CameraSelect;
type StoredCamera = Prisma.CameraGetPayload<{ select: typeof SELECT }>;

export function cameraWhere(actor: Actor, { key, deviceId, platform, status, branchCode }: CameraFilters): Where {
  return {
    AND: [
      equipmentFactScope(actor, { focus: true }),
      ...(key
        ? [
            {
              equipment: {
                AND: [
                  gramFilter(key),
                  { OR: [{ equipmentNo: containsText(key) }, { equipmentName: containsText(key) }] },
                ],
              },
            },
          ]
        : []),
      ...(deviceId ? [{ deviceId: containsText(deviceId) }] : []),
      ...(platform ? [{ platform }] : []),
      ...(status ? [{ status }] : []),
      ...(branchCode ? [{ branchCode: { in: branchCode } }] : []),
    ],
  };
}

/** Sorting by state sorts by its column. */
export const orderOf = <Q extends { readonly sortField?: string }>(query: Q) => ({
  ...query,
  sortField: query.sortField === 'video_status' ? 'status' : query.sortField,
});

export const cameras = keyedList({
  name: 'queryCameras',
  id: 'cameraId',
  emptyLast: ['lastOnlineDate'],
  count: (where: Where) => db().camera.count({ where }),
  keys: (sql, stretch) => sql.camera.findMany({ ...stretch, select: { cameraId: true } }),
  rows: (ids) => db().camera.findMany({ where: { cameraId: { in: ids } }, select: SELECT }),
});

const stateIn = (status: string): VideoStatus => VIDEO_STATES.find((state) => state === status) ?? '00';

export async function toCameraRows(actor: Actor, rows: readonly StoredCamera[]): Promise<CameraRow[]> {
  const time = await shownTime(actor);
  return rows.map(({ equipment, keyHash, status, branchCode, ...row }) => ({
    ...row,
    equipmentName: equipment.equipmentName,
    buildingName: equipment.buildingName,
    branchName: equipment.branch?.branchName ?? branchCode,
    hasKey: keyHash !== null,
    isPlayable: row.source !== 'platform' || hasPlatform(row.platform),
    video_status: stateIn(status),
    lastOnlineDate: row.lastOnlineDate && time(row.lastOnlineDate),
    updateDate: time(row.updateDate),
    createDate: time(row.createDate),
  }));
}

/** A page of the cameras, newest first without a sort field. */
export async function findCameraPage(
  actor: Actor,
  query: ParsedOf<typeof queryCameras>,
): Promise<OutputOf<typeof queryCameras>> {
  const { total, rows } = await cameras.page(actor, orderOf(query), cameraWhere(actor, query));
  return page(await toCameraRows(actor, rows), total, query);
}
