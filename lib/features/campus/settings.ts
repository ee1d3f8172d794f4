import type { Actor } from '@/lib/platform/contract/actor';
import { equipmentInScope, equipmentScope } from '@/lib/live/scope/equipment-scope';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { containsText } from '@/lib/platform/db/name-grams';
import { keepFile, removeStoredFile } from '@/lib/platform/files/stored-files';
import { AppError } from '@/lib/platform/contract/errors';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import type { queryCampusConfig, queryCampusMapping, saveCampusView, uploadCampusImage } from './contract';
import { DEFAULT_CAMPUS_SIZE, LOGO_BYTES, WALL_DISPLAY_TYPES } from './value-sets';
import { WALL_UNIT, wallUnitOf } from './wall-unit';

/** The settings of a wall: its look, and which units are on it in which order (api.md §2.11). */

/** Everything that is saved, whatever the focus: saving must not lose what a focus hides. */
export async function findConfig(actor: Actor): Promise<OutputOf<typeof queryCampusConfig>> {
  const { username } = actor;
  const [view, rows] = await Promise.all([
    db().campusView.findUnique({ where: { username } }),
    db().campusViewEquipment.findMany({
      where: {
        username,
        equipment: {
          AND: [{ displayType: { in: [...WALL_DISPLAY_TYPES] } }, equipmentScope(actor, { focus: false })],
        },
      },
      orderBy: [{ position: 'asc' }, { equipmentNo: 'asc' }],
      select: { position: true, equipmentNickName: true, equipment: { select: WALL_UNIT } },
    }),
  ]);
  return {
    campusView: {
      title: view?.title ?? '',
      logo: view?.logo ?? null,
      background: view?.background ?? null,
      mute: view?.mute ?? 0,
      campusViewSize: view?.campusViewSize ?? DEFAULT_CAMPUS_SIZE,
    },
    equipmentList: rows.flatMap(({ position, equipmentNickName, equipment }) =>
      wallUnitOf(equipment, position, equipmentNickName),
    ),
  };
}

/** Units that may be put on the wall, those that are on it marked. */
export async function findMapping(
  actor: Actor,
  { pageIndex, pageSize, key }: ParsedOf<typeof queryCampusMapping>,
): Promise<OutputOf<typeof queryCampusMapping>> {
  const found: Prisma.EquipmentWhereInput[] =
    key === undefined ? [] : [{ OR: [{ equipmentName: containsText(key) }, { equipmentNo: containsText(key) }] }];
  const where: Prisma.EquipmentWhereInput = {
    AND: [{ displayType: { in: [...WALL_DISPLAY_TYPES] } }, equipmentScope(actor, { focus: true }), ...found],
  };
  const [total, rows] = await Promise.all([
    db().equipment.count({ where }),
    db().equipment.findMany({
      where,
      orderBy: [{ equipmentName: 'asc' }, { equipmentNo: 'asc' }],
      skip: (pageIndex - 1) * pageSize,
      take: pageSize,
      select: {
        ...WALL_UNIT,
        campusViews: { where: { username: actor.username }, select: { position: true, equipmentNickName: true } },
      },
    }),
  ]);
  const records = rows.flatMap(({ campusViews: [own], ...unit }) =>
    wallUnitOf(unit, own?.position ?? 0, own?.equipmentNickName ?? null).map((entry) => ({
      ...entry,
      checked: own !== undefined,
    })),
  );
  return page(records, total, { pageIndex, pageSize });
}

/** @throws no_object_permission for a unit outside the scope, not_found for an unknown one */
async function requireUnits(actor: Actor, numbers: readonly string[]): Promise<void> {
  const allowed = await equipmentInScope(actor, numbers);
  const others = numbers.filter((equipmentNo) => !allowed.has(equipmentNo));
  if (others.length === 0) return;
  const known = await db().equipment.count({ where: { equipmentNo: { in: others }, deletedAt: null } });
  throw known > 0
    ? new AppError('no_object_permission', { messageKey: 'noEquipmentPermission' })
    : new AppError('not_found', { messageKey: 'equipmentNotFound' });
}

/** A picture is one's own, or the one that is there already. */
async function requirePicture(username: string, path: string | null, current: string | null): Promise<void> {
  if (path === null || path === current) return;
  if ((await db().storedFile.count({ where: { path, kind: 'campus', username, deletedAt: null } })) === 0)
    throw new AppError('not_found');
}

/** Replaces look and units. Positions are put in order from 0; a number beyond the list's bounds stands at its end. */
export async function saveView(
  actor: Actor,
  { campusView, equipmentList }: ParsedOf<typeof saveCampusView>,
): Promise<null> {
  const { username } = actor;
  const units = [...new Map(equipmentList.map((unit) => [unit.equipmentNo, unit])).values()].sort(
    (a, b) => a.position - b.position,
  );
  await requireUnits(
    actor,
    units.map(({ equipmentNo }) => equipmentNo),
  );
  const { title, logo, background } = campusView;
  const before = await db().campusView.findUnique({ where: { username }, select: { logo: true, background: true } });
  await requirePicture(username, logo, before?.logo ?? null);
  await requirePicture(username, background, before?.background ?? null);
  const removals = await db().$transaction(async (tx) => {
    await tx.campusView.upsert({
      where: { username },
      update: { title, logo, background },
      create: { username, title, logo, background, createBy: username },
    });
    await tx.campusViewEquipment.deleteMany({ where: { username } });
    await tx.campusViewEquipment.createMany({
      data: units.map(({ equipmentNo, equipmentNickName }, position) => ({
        username,
        equipmentNo,
        equipmentNickName: equipmentNickName || null,
        position,
      })),
    });
    const gone = [before?.logo, before?.background].filter(
      (path): path is string => typeof path === 'string' && path !== logo && path !== background,
    );
    return Promise.all(gone.map((path) => removeStoredFile(tx, path)));
  });
  for (const remove of removals) await remove();
  return null;
}

/** @throws payload_too_large for a logo of more than 512 KB; the door has refused what is larger than a background may be */
export async function keepPicture(
  actor: Actor,
  { file, kind }: ParsedOf<typeof uploadCampusImage>,
): Promise<{ path: string }> {
  if (kind === 'logo' && file.size > LOGO_BYTES)
    throw new AppError('payload_too_large', { messageKey: 'badCampusImage' });
  return { path: await keepFile(file, { kind: 'campus', username: actor.username }) };
}
