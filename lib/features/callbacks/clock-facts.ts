import { beginOf } from '@/lib/features/entrapments/internal/begin';
import { tellsEntrapment } from '@/lib/live/units/entrapment-rules';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { SlaEntrapment, SlaFacts, SlaStep } from './sla-clocks';
import { isSymptomWaiting } from '@/lib/live/detector/symptom-state';
import { isCallbackOver, callbackStatusOf, UNANSWERED_STATUSES } from './state';

/**
 * The moments from which the clocks of a call-out count, or those of a symptom when an ERP owns the call-outs (readings
 * 80, 128).
 */

type Sql = Pick<Prisma.TransactionClient, 'symptom' | 'equipmentEvent' | 'callback'>;

/** In the order in which they were reported: a box's times need not follow that of another clock. */
export const CLOCKED_ENTRAPMENTS = {
  select: { startAt: true, startSource: true, createDate: true, releasedAt: true, releaseToldDate: true },
  orderBy: { id: 'asc' },
} as const satisfies Prisma.EntrapmentFindManyArgs;

const CALLBACK = {
  callbackId: true,
  callbackType: true,
  equipmentNo: true,
  branchCode: true,
  scsa: true,
  createDate: true,
  closeDate: true,
  personTrapped: true,
  personInjured: true,
  trappedDate: true,
  releaseDate: true,
  equipment: { select: { district: true } },
  entrapments: CLOCKED_ENTRAPMENTS,
  statuses: { select: { status: true, updateTime: true }, orderBy: [{ updateTime: 'asc' }, { id: 'asc' }] },
} as const satisfies Prisma.CallbackSelect;
export type ClockedCallback = Prisma.CallbackGetPayload<{ select: typeof CALLBACK }>;

const stepsOf = (statuses: ClockedCallback['statuses']): SlaStep[] =>
  statuses.map(({ status, updateTime }) => ({ status: callbackStatusOf(status), at: updateTime.getTime() }));

/** When the trouble of call-outs by telemonitoring began, whoever opened them (readings 128, 238). */
async function eventStarts(sql: Sql, rows: readonly ClockedCallback[]): Promise<Map<string, number>> {
  const detected = rows.filter(({ callbackType }) => callbackType !== 'Customer call');
  if (detected.length === 0) return new Map();
  const symptoms = await sql.symptom.findMany({
    where: { callbackId: { in: detected.map(({ callbackId }) => callbackId) }, eventDate: { not: null } },
    orderBy: { eventDate: 'desc' },
    select: { callbackId: true, eventDate: true },
  });
  // The earliest of each is the last that is set.
  return new Map(
    symptoms.flatMap(({ callbackId, eventDate }) =>
      callbackId !== null && eventDate ? [[callbackId, eventDate.getTime()] as const] : [],
    ),
  );
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

/** Somebody has taken it on, or done more. */
const isAnswer = (status: string) => !UNANSWERED_STATUSES.some((each) => each === status);

/** All entrapments. An older or imported call-out has only the one in its columns. */
async function entrapmentsOf(sql: Sql, row: ClockedCallback): Promise<SlaEntrapment[]> {
  const { entrapments, personTrapped, trappedDate, createDate, releaseDate, closeDate, equipmentNo, statuses } = row;
  if (entrapments.length > 0) {
    const answers = statuses.flatMap(({ status, updateTime }) => (isAnswer(status) ? [updateTime] : []));
    return entrapments.map((one, index) => {
      const begin = beginOf(one, { releases: entrapments.slice(0, index), answers });
      return {
        startAt: begin.getTime(),
        ...(one.startAt < begin ? { trappedAt: one.startAt.getTime() } : {}),
        ...(one.releasedAt ? { releasedAt: one.releasedAt.getTime() } : {}),
      };
    });
  }
  if (!personTrapped) return [];
  const releasedAt =
    releaseDate?.getTime() ?? (await entrapmentEnd(sql, { equipmentNo, from: createDate, until: closeDate }));
  return [{ startAt: (trappedDate ?? createDate).getTime(), ...(releasedAt === undefined ? {} : { releasedAt }) }];
}

/** Is the district filled? Spaces do not count. */
const isFilled = (district: string | null) => district !== null && district.trim() !== '';

/** @param rows with what `clockedCallbacks` reads @returns by call-out */
export async function factsOfMany(sql: Sql, rows: readonly ClockedCallback[]): Promise<Map<string, SlaFacts>> {
  const starts = await eventStarts(sql, rows);
  const found = new Map<string, SlaFacts>();
  for (const row of rows) {
    const eventAt = starts.get(row.callbackId);
    found.set(row.callbackId, {
      createdAt: row.createDate.getTime(),
      ...(eventAt === undefined ? {} : { eventAt }),
      entrapments: await entrapmentsOf(sql, row),
      hasDistrict: isFilled(row.equipment.district),
      steps: stepsOf(row.statuses),
    });
  }
  return found;
}

/** @param row with what `clockedCallback` reads */
export async function factsOf(sql: Sql, row: ClockedCallback): Promise<SlaFacts> {
  const facts = (await factsOfMany(sql, [row])).get(row.callbackId);
  if (!facts) throw new Error(`no facts of call-out ${row.callbackId}`);
  return facts;
}

export const clockedCallback = (sql: Sql, callbackId: string): Promise<ClockedCallback | null> =>
  sql.callback.findUnique({ where: { callbackId }, select: CALLBACK });

export const clockedCallbacks = (sql: Sql, callbackIds: readonly string[]): Promise<ClockedCallback[]> =>
  sql.callback.findMany({
    where: { callbackId: { in: [...callbackIds] } },
    orderBy: { callbackId: 'asc' },
    select: CALLBACK,
  });

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
  const isOver = !isSymptomWaiting(symptomState) && !steps.some(({ status }) => isCallbackOver(status));
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
