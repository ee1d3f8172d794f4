import type { ToldMoment } from './contract';
import { clockOf } from '@/lib/features/callbacks/internal/clocks';
import { peopleNotified } from '@/lib/features/escalation/internal/escalation-log';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';

/**
 * Who was notified of a call-out by which channel, and the state of the text messages. A few queries, each limited to
 * the unit and the time.
 */

/** Notifications of the unit within this time belong to the call-out. */
export interface HistoryWindow {
  readonly from: Date;
  readonly until: Date;
}

export interface ToldCallback {
  readonly callbackId: string;
  readonly equipmentNo: string;
  readonly window: HistoryWindow;
  /** Notifications of the unit and of the call-out itself. */
  readonly notificationIds: readonly bigint[];
}

export type HistoryNotice = Omit<ToldMoment, 'at' | 'kind'> & { readonly at: Date };

/** The meaning of the levels of dispatch steps (`EscalationStep.level`). */
const OF_LINK: Readonly<Record<number, HistoryNotice['why']>> = { 2: 'notAccepted', 3: 'givenBack' };
/** No call-out has that many recipients of text messages. */
const MOST_TEXTS = 2000;

const STEPS = {
  orderBy: [{ createDate: 'asc' }, { id: 'asc' }],
  include: {
    mark: { select: { clock: true } },
    told: {
      orderBy: [{ username: 'asc' }, { channel: 'asc' }],
      include: { user: { select: { nickName: true } } },
    },
  },
} as const satisfies Prisma.EscalationStepFindManyArgs;
type HistoryStep = Prisma.EscalationStepGetPayload<typeof STEPS>;

function whyOf({ mark, linkId, symptomId, level }: HistoryStep): HistoryNotice['why'] {
  if (mark) return 'mark';
  if (linkId !== null) return OF_LINK[level] ?? 'notAccepted';
  return symptomId === null ? 'unacknowledged' : 'unanswered';
}

/** What the portal sent because of clocks and missing answers. @returns these with the text messages that they sent */
async function readSteps({
  callbackId,
  notificationIds,
}: ToldCallback): Promise<{ told: HistoryNotice[]; smsIds: bigint[] }> {
  const steps = await db().escalationStep.findMany({
    where: {
      OR: [
        { mark: { callbackId } },
        { link: { callbackId } },
        { symptom: { callbackId } },
        { notificationId: { in: [...notificationIds] } },
      ],
    },
    ...STEPS,
  });
  const smsIds = steps.flatMap(({ told }) => told.flatMap(({ smsId }) => smsId ?? []));
  const messages = await db().smsLog.findMany({ where: { id: { in: smsIds } }, select: { id: true, state: true } });
  const stateOf = new Map(messages.map(({ id, state }) => [id, state]));
  return {
    smsIds,
    told: steps.map((step) => ({
      at: step.createDate,
      why: whyOf(step),
      clock: step.mark ? clockOf(step.mark.clock) : null,
      percent: step.mark ? step.level : null,
      outcome: step.outcome === 'told' ? 'told' : step.outcome === 'late' ? 'late' : 'nobody',
      people: peopleNotified(step.told, stateOf),
    })),
  };
}

/**
 * Text messages that were sent with the entrapment itself and with the steps of a rescue (silent-screens F4): one entry
 * per text, with all recipients.
 */
async function readTexts({ equipmentNo, window }: ToldCallback, ofSteps: readonly bigint[]): Promise<HistoryNotice[]> {
  const texts = await db().smsLog.findMany({
    where: {
      type: { in: ['entrapment', 'callback'] },
      equipmentNo,
      createDate: { gte: window.from, lte: window.until },
      username: { not: null },
      id: { notIn: [...ofSteps] },
    },
    orderBy: [{ createDate: 'asc' }, { id: 'asc' }],
    take: MOST_TEXTS,
    select: { type: true, content: true, createDate: true, username: true, state: true },
  });
  const users = await db().user.findMany({
    where: { username: { in: texts.flatMap(({ username }) => username ?? []) } },
    select: { username: true, nickName: true },
  });
  const nameOf = new Map(users.map(({ username, nickName }) => [username, nickName]));
  const byText = new Map<string, HistoryNotice>();
  for (const { type, content, createDate, username, state } of texts) {
    const nickName = nameOf.get(username ?? '');
    if (nickName === undefined) continue;
    const told = byText.get(content) ?? {
      at: createDate,
      why: type === 'entrapment' ? 'news' : 'progress',
      clock: null,
      percent: null,
      outcome: 'told',
      people: [],
    };
    told.people.push({ nickName, channels: ['sms'], smsState: state });
    byText.set(content, told);
  }
  return [...byText.values()];
}

export async function readEscalationHistory(callback: ToldCallback): Promise<HistoryNotice[]> {
  const { told, smsIds } = await readSteps(callback);
  return [...told, ...(await readTexts(callback, smsIds))];
}
