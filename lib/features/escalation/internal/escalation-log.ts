import { db } from '@/lib/platform/db/client';
import type { ShownTime } from '@/lib/platform/strategy/limits';
import { clockOf } from '@/lib/features/callbacks/internal/clocks';
import { FIRST_NEWS, type DutyStep } from '../shared/duty-step';

/** Who was notified of incidents: by their clocks, and because nobody had acknowledged (readings 80, 84). */

export interface ToldIncident {
  readonly equipmentNo: string;
  /** When this incident began. Earlier notifications of the unit belong to another one. */
  readonly since: Date;
  /** Somebody has been trapped since then: an entrapment is an incident of its own (readings 248). */
  readonly isTrapped: boolean;
  /**
   * Text messages were sent when it began, and the reader may know the recipients. Accounts of customers and of the
   * staff may not see each other.
   */
  readonly showsFirst: boolean;
  readonly marks: readonly { readonly id: bigint; readonly clock: string }[];
  readonly time: ShownTime;
}

// A box reports a trouble before anybody opens a call-out.
const EARLIER_MS = 10 * 60_000;

/** The steps of each incident, oldest first, in the order of the incidents; four queries for all of them. */
export async function escalationLogOf(incidents: readonly ToldIncident[]): Promise<DutyStep[][]> {
  if (incidents.length === 0) return [];
  const begins = incidents.map(({ since, isTrapped }) => since.getTime() - (isTrapped ? 0 : EARLIER_MS));
  const steps = await db().escalationStep.findMany({
    where: {
      OR: [
        { markId: { in: incidents.flatMap(({ marks }) => marks.map(({ id }) => id)) } },
        {
          // Steps of an unanswered symptom have neither.
          notificationId: { not: null },
          equipmentNo: { in: incidents.map(({ equipmentNo }) => equipmentNo) },
          createDate: { gte: new Date(Math.min(...begins)) },
        },
      ],
    },
    orderBy: [{ createDate: 'asc' }, { id: 'asc' }],
    include: {
      told: {
        orderBy: [{ username: 'asc' }, { channel: 'asc' }],
        include: { user: { select: { nickName: true } } },
      },
    },
  });
  const smsIds = steps.flatMap(({ told }) => told.flatMap(({ smsId }) => smsId ?? []));
  const [messages, firstTexts] = await Promise.all([
    db().smsLog.findMany({ where: { id: { in: smsIds } }, select: { id: true, state: true } }),
    readFirstTexts(incidents, begins, smsIds),
  ]);
  const stateOf = new Map(messages.map(({ id, state }) => [id, state]));
  return incidents.map(({ equipmentNo, isTrapped, showsFirst, marks, time }, index) => {
    const isOfIt = (at: Date) => at.getTime() >= (begins[index] ?? 0);
    const clocks = new Map(marks.map(({ id, clock }) => [id, clock]));
    const news = firstStep(
      firstTexts.filter((text) => showsFirst && text.equipmentNo === equipmentNo && text.at >= (begins[index] ?? 0)),
      time,
    );
    const later = steps
      .filter(({ markId, equipmentNo: unit, createDate }) =>
        markId === null
          ? unit === equipmentNo && isOfIt(createDate)
          : clocks.has(markId) && (!isTrapped || isOfIt(createDate)),
      )
      .map((step) => toStep(step, clocks, stateOf, time));
    return news ? [news, ...later] : later;
  });
}

interface FirstText {
  readonly equipmentNo: string | null;
  readonly at: number;
  readonly nickName: string;
  readonly smsState: DutySmsState;
}

/** No incident has that many recipients of its first text messages. */
const MOST_TEXTS = 2000;

/** Text messages that were sent when the entrapment was reported, before any clock ran out; oldest first. */
async function readFirstTexts(
  incidents: readonly ToldIncident[],
  begins: readonly number[],
  ofSteps: readonly bigint[],
): Promise<FirstText[]> {
  const texts = await db().smsLog.findMany({
    where: {
      type: 'entrapment',
      equipmentNo: { in: incidents.map(({ equipmentNo }) => equipmentNo) },
      createDate: { gte: new Date(Math.min(...begins)) },
      username: { not: null },
      id: { notIn: [...ofSteps] },
    },
    orderBy: [{ createDate: 'asc' }, { id: 'asc' }],
    take: MOST_TEXTS,
    select: { equipmentNo: true, createDate: true, username: true, state: true },
  });
  const users = await db().user.findMany({
    where: { username: { in: texts.flatMap(({ username }) => username ?? []) } },
    select: { username: true, nickName: true },
  });
  const nameOf = new Map(users.map(({ username, nickName }) => [username, nickName]));
  return texts.flatMap(({ equipmentNo, createDate, username, state }) => {
    const nickName = nameOf.get(username ?? '');
    return nickName === undefined ? [] : [{ equipmentNo, at: createDate.getTime(), nickName, smsState: state }];
  });
}

function firstStep(texts: readonly FirstText[], time: ShownTime): DutyStep | undefined {
  const [first] = texts;
  if (!first) return undefined;
  const states = new Map(texts.map(({ nickName, smsState }) => [nickName, smsState]));
  return {
    level: FIRST_NEWS,
    clock: null,
    outcome: 'told',
    createDate: time(new Date(first.at)),
    people: [...states].map(([nickName, smsState]) => ({ nickName, channels: ['sms'], smsState })),
  };
}

interface StoredStep {
  readonly level: number;
  readonly markId: bigint | null;
  readonly outcome: string;
  readonly createDate: Date;
  readonly told: readonly {
    readonly username: string;
    readonly channel: string;
    readonly smsId: bigint | null;
    readonly user: { readonly nickName: string };
  }[];
}
type DutySmsState = DutyStep['people'][number]['smsState'];

/** Each person once, with the channels used and the state of the text message. */
export function peopleNotified(
  told: StoredStep['told'],
  stateOf: ReadonlyMap<bigint, NonNullable<DutySmsState>>,
): DutyStep['people'] {
  const people = new Map<string, DutyStep['people'][number]>();
  for (const { username, channel, smsId, user } of told) {
    const person = people.get(username) ?? { nickName: user.nickName, channels: [], smsState: null };
    person.channels.push(channel === 'sms' ? 'sms' : 'notice');
    if (smsId !== null) person.smsState = stateOf.get(smsId) ?? null;
    people.set(username, person);
  }
  return [...people.values()];
}

function toStep(
  { level, markId, outcome, createDate, told }: StoredStep,
  clocks: ReadonlyMap<bigint, string>,
  stateOf: ReadonlyMap<bigint, NonNullable<DutySmsState>>,
  time: ShownTime,
): DutyStep {
  const clock = markId === null ? undefined : clocks.get(markId);
  return {
    level,
    clock: clock === undefined ? null : clockOf(clock),
    outcome: outcome === 'told' ? 'told' : outcome === 'late' ? 'late' : 'nobody',
    createDate: time(createDate),
    people: peopleNotified(told, stateOf),
  };
}
