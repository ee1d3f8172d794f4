import { cutToHistory, seesDatesOnly, shownTime, strategyOf } from '@/lib/platform/strategy/limits';
import { textWithoutTimes, withoutTimes } from '@/lib/platform/strategy/dates-only';
import type { DATA_GROUPS } from '@/lib/platform/strategy/shapes';
import type { Actor } from '@/lib/platform/contract/actor';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { serve } from '@/lib/platform/contract/serve';
import { requireEquipment } from '@/lib/live/scope/equipment-scope';
import { db } from '@/lib/platform/db/client';
import { dayRange } from '@/lib/platform/db/day-range';
import { inOrder, readPageKeys } from '@/lib/platform/db/far-page';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { LOG_TOPICS, queryEquipmentLog } from './contract';

/** The group of a data strategy that each topic belongs to (silent-screens B2). */
const GROUPS: Readonly<Record<(typeof LOG_TOPICS)[number], (typeof DATA_GROUPS)[number]>> = {
  1: 'faults',
  2: 'diagnostics',
  3: 'otherEvents',
  4: 'runModes',
};

interface EquipmentLogKey {
  readonly id: bigint;
  readonly cubeDate: Date;
}

/** The rows of some keys; their moments name the few partitions to look into. */
async function readRows(keys: readonly EquipmentLogKey[]) {
  if (keys.length === 0) return [];
  const moments = keys.map(({ cubeDate }) => cubeDate.getTime());
  const rows = await db().equipmentLog.findMany({
    where: {
      id: { in: keys.map(({ id }) => id) },
      cubeDate: { gte: new Date(Math.min(...moments)), lte: new Date(Math.max(...moments)) },
    },
  });
  return inOrder(
    keys.map(({ id }) => id),
    rows,
    ({ id }) => id,
  );
}

/** @throws validation_failed, not_found, no_object_permission */
async function findLog(
  actor: Actor,
  query: ParsedOf<typeof queryEquipmentLog>,
): Promise<OutputOf<typeof queryEquipmentLog>> {
  const { equipmentNo, topics = [...LOG_TOPICS], sortField, sortOrder } = query;
  await requireEquipment(actor, equipmentNo);
  const asked = dayRange(query) ?? {};
  const [{ span, ...cut }, { dataGroups }, time, isDatesOnly] = await Promise.all([
    cutToHistory(actor, asked),
    strategyOf(actor),
    shownTime(actor),
    seesDatesOnly(actor),
  ]);
  const withheld = LOG_TOPICS.filter((topic) => !dataGroups.includes(GROUPS[topic]));
  const shown = topics.filter((topic) => !withheld.some((kept) => kept === topic));
  const where: Prisma.EquipmentLogWhereInput = {
    equipmentNo,
    cubeDate: span,
    ...(shown.length === LOG_TOPICS.length ? {} : { topic: { in: shown } }),
  };
  const isAscending = sortField !== undefined && sortOrder === 'asc';
  const { total, keys } = await readPageKeys<EquipmentLogKey>(query, {
    count: () => db().equipmentLog.count({ where }),
    keys: (isReversed, skip, take) => {
      const sort = isAscending === isReversed ? 'desc' : 'asc';
      return db().equipmentLog.findMany({
        where,
        orderBy: [{ cubeDate: sort }, { id: sort }],
        skip,
        take,
        select: { id: true, cubeDate: true },
      });
    },
  });
  const records = (await readRows(keys)).map(({ id, topic, cnType, desc, status, cubeDate, payload }) => ({
    id: String(id),
    topic,
    cnType,
    desc: isDatesOnly ? textWithoutTimes(desc) : desc,
    status,
    cubeDate: time(cubeDate),
    cubeLogResult: { payload: isDatesOnly ? withoutTimes(payload) : payload },
  }));
  return { ...page(records, total, query), ...cut, withheld };
}

export const services = [serve(queryEquipmentLog, ({ actor }, query) => findLog(actor, query))];
