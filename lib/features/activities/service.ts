import { cutToHistory, seesDatesOnly, shownTimes } from '@/lib/platform/strategy/limits';
import { showsDatesOnly } from '@/lib/platform/contract/authorities';
import { noticeTexts } from '@/lib/features/notifications/internal/words';
import { textWithoutTimes } from '@/lib/platform/strategy/dates-only';
import type { Actor } from '@/lib/platform/contract/actor';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import type { Language } from '@/lib/platform/i18n/languages';
import { page } from '@/lib/platform/contract/schemas';
import { serve } from '@/lib/platform/contract/serve';
import { requireEquipment } from '@/lib/live/scope/equipment-scope';
import { db } from '@/lib/platform/db/client';
import { readPageRows } from '@/lib/platform/db/far-page';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { listOrder } from '@/lib/platform/db/keyset';
import { queryActivity } from './contract';

/** Call-outs of trapped persons are shown whatever their age (docs/decisions/009-data-strategy.md). */
async function trappedOf(equipmentNo: string): Promise<string[]> {
  const rows = await db().callback.findMany({
    where: { equipmentNo, personTrapped: true },
    orderBy: { createDate: 'desc' },
    select: { callbackId: true },
  });
  return rows.map(({ callbackId }) => callbackId);
}

/** @throws not_found, no_object_permission */
async function findActivities(
  actor: Actor,
  query: ParsedOf<typeof queryActivity>,
  language: Language,
): Promise<OutputOf<typeof queryActivity>> {
  const { equipmentNo } = query;
  await requireEquipment(actor, equipmentNo);
  const [{ span, ...cut }, trapped, timeOf, isDatesOnly, textsOf] = await Promise.all([
    cutToHistory(actor, {}),
    trappedOf(equipmentNo),
    shownTimes(actor),
    seesDatesOnly(actor),
    noticeTexts(language),
  ]);
  const ofTrapped: Prisma.ActivityWhereInput = { subType: 'callback', objectId: { in: trapped } };
  const where: Prisma.ActivityWhereInput = {
    equipmentNo,
    ...(span.gte ? { OR: [{ notificationDate: { gte: span.gte } }, ofTrapped] } : {}),
  };
  const { total, rows } = await readPageRows(query, {
    count: () => db().activity.count({ where }),
    keys: async (isReversed, skip, take) =>
      (
        await db().activity.findMany({
          where,
          orderBy: listOrder(query, isReversed, { id: 'id', moment: 'notificationDate' }),
          skip,
          take,
          select: { id: true },
        })
      ).map(({ id }) => id),
    rows: (ids) => db().activity.findMany({ where: { id: { in: ids } } }),
    keyOf: ({ id }) => id,
  });
  const isTrapped = new Set(trapped);
  const records = rows.map((row) => {
    const { id, notificationDate, subType, objectId, createDate } = row;
    const { title, message } = textsOf(row);
    const tells = subType === 'callback' && isTrapped.has(objectId);
    const time = timeOf(tells);
    const wordsOf = (tells ? showsDatesOnly(actor) : isDatesOnly) ? textWithoutTimes : (text: string) => text;
    return {
      id: String(id),
      title: wordsOf(title),
      message: wordsOf(message),
      notificationDate: time(notificationDate),
      subType,
      objectId,
      createDate: time(createDate),
    };
  });
  return { ...page(records, total, query), ...cut };
}

export const services = [serve(queryActivity, ({ actor, language }, query) => findActivities(actor, query, language))];
