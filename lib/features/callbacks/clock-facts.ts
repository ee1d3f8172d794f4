import { tellsEntrapment } from '@/lib/features/notifications/internal';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { SlaEntrapment, SlaFacts, SlaStep } from './sla-clocks';
import { stateOf } from './shape';

/**
 * The moments from which the clocks of a call-out count, or those of a symptom when an ERP owns the call-outs (readings
 * 80, 128).
 */

type Sql = Pick<Prisma.TransactionClient, 'symptom' | 'equipmentEvent' | 'callback'>;

const CALLBACK = {
  callbackId: true,
  callbackType: true,
  equipmentNo: true,
  createDate: true,
  closeDate: true,
  personTrapped: true,
  trappedDate: true,
  releaseDate: true,
  equipment: { select: { district: true } },
  entrapments: { select: { startAt: true, createDate: true, releasedAt: true }, orderBy: { startAt: 'asc' } },
  statuses: { select: { status: true, updateTime: true }, orderBy: [{ updateTime: 'asc' }, { id: 'asc' }] },
} as const satisfies Prisma.CallbackSelect;
export type ClockedCallback = Prisma.CallbackGetPayload<{ select: typeof CALLBACK }>;

const stepsOf = (statuses: ClockedCallback['statuses']): SlaStep[] =>
  statuses.map(({ status, updateTime }) => ({ status: stateOf(status), at: updateTime.getTime() }));

/** When the trouble of a detected call-out began, whoever opened it (readings 128, 238). */
async function eventStart(sql: Sql, { callbackId, callbackType }: ClockedCallback): Promise<number | undefined> {
  if (callbackType === 'Customer call') return undefined;
  const symptom = await sql.symptom.findFirst({
    where: { callbackId, eventDate: { not: null } },
    orderBy: { eventDate: 'asc' },
    select: { eventDate: true },
  });
  return symptom?.eventDate?.getTime();
}

/** The end of the unit's entrapment, from its events. */
async function entrapmentEnd(
  sql: Sql,
  { equipmentNo, from, until }: { equipmentNo: string; from: Date; until: Date | null },
): Promise<number | undefined> {
  const event = await sql.equipmentEvent.findFirst({
    where: {
      equipmentNo,
      subType: 'entrapment',
      endAt: { not: null, gte: from, ...(until ? { lte: until } : {}) },
    },
    orderBy: { endAt: 'asc' },
    select: { endAt: true },
  });
  return event?.endAt?.getTime();
}

/** All entrapments. An older or imported call-out has only the one in its columns. */
async function entrapmentsOf(sql: Sql, row: ClockedCallback): Promise<SlaEntrapment[]> {
  const { entrapments, personTrapped, trappedDate, createDate, releaseDate, closeDate, equipmentNo } = row;
  const of = (startAt: Date, releasedAt: number | undefined): SlaEntrapment => ({
    startAt: startAt.getTime(),
    ...(releasedAt === undefined ? {} : { releasedAt }),
  });
  // A box whose clock is ahead must not set the start into the future.
  if (entrapments.length > 0)
    return entrapments.map((one) =>
      of(one.createDate < one.startAt ? one.createDate : one.startAt, one.releasedAt?.getTime()),
    );
  if (!personTrapped) return [];
  const releasedAt =
    releaseDate?.getTime() ?? (await entrapmentEnd(sql, { equipmentNo, from: createDate, until: closeDate }));
  return [of(trappedDate ?? createDate, releasedAt)];
}

/** Is the district filled? Spaces do not count. */
const isFilled = (district: string | null) => district !== null && district.trim() !== '';

/** @param row with what `clockedCallback` reads */
export async function factsOf(sql: Sql, row: ClockedCallback): Promise<SlaFacts> {
  const eventAt = await eventStart(sql, row);
  return {
    createdAt: row.createDate.getTime(),
    ...(eventAt === undefined ? {} : { eventAt }),
    entrapments: await entrapmentsOf(sql, row),
    hasDistrict: isFilled(row.equipment.district),
    steps: stepsOf(row.statuses),
  };
}

export const clockedCallback = (sql: Sql, callbackId: string): Promise<ClockedCallback | null> =>
  sql.callback.findUnique({ where: { callbackId }, select: CALLBACK });

const OVER = ['CLOSED', 'EXPIRED', 'INACTIVE'];

/** The clocks of a symptom, with the data of the ERP's call-out as far as the ERP sent one. null: no such symptom */
export async function symptomFacts(
  sql: Sql,
  symptomId: string,
  now: number,
): Promise<{ equipmentNo: string; facts: SlaFacts } | null> {
  const symptom = await sql.symptom.findUnique({
    where: { symptomId },
    select: {
      equipmentNo: true,
      callbackId: true,
      symptomDefinitionId: true,
      symptomTitle: true,
      symptomState: true,
      createDate: true,
      eventDate: true,
      closedDate: true,
      equipment: { select: { district: true } },
    },
  });
  if (!symptom) return null;
  const { equipmentNo, callbackId, createDate, eventDate, closedDate, symptomState } = symptom;
  const callback = callbackId === null ? null : await clockedCallback(sql, callbackId);
  const isTrapped = tellsEntrapment(symptom) || callback?.personTrapped === true;
  const releasedAt = !isTrapped
    ? undefined
    : (callback?.releaseDate?.getTime() ??
      (await entrapmentEnd(sql, { equipmentNo, from: eventDate ?? createDate, until: closedDate })));
  const steps = callback ? stepsOf(callback.statuses) : [];
  const isOver = OVER.includes(symptomState) && !steps.some(({ status }) => status === 'CLSO' || status === 'CLSC');
  return {
    equipmentNo,
    facts: {
      createdAt: createDate.getTime(),
      ...(eventDate ? { eventAt: eventDate.getTime() } : {}),
      entrapments: isTrapped
        ? [{ startAt: createDate.getTime(), ...(releasedAt === undefined ? {} : { releasedAt }) }]
        : [],
      hasDistrict: isFilled(symptom.equipment.district),
      steps: isOver ? [...steps, { status: 'CLSC', at: closedDate?.getTime() ?? now }] : steps,
    },
  };
}
