import { getAnnouncement } from '@/lib/features/announcements/contract';
import { announcementsSince } from '@/lib/features/announcements/internal';
import { may } from '@/lib/platform/contract/access';
import { historyStart, strategyOf } from '@/lib/platform/strategy/limits';
import type { EffectiveStrategy } from '@/lib/platform/strategy/data-strategy';
import type { Actor } from '@/lib/platform/contract/actor';
import type { Authority } from '@/lib/platform/contract/authorities';
import { equipmentScope, seesUnit } from '@/lib/live/scope/equipment-scope';
import type { UnitPlace } from '@/lib/live/scope/equipment-scope';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { InstantMessage } from '@/lib/live/realtime/shared/notices';
import { hasAny } from '@/lib/platform/contract/authorities';
import { ACKS } from './ack-items';
import { CALLBACK_FACT, SYMPTOM_FACT } from './notice-rows';
import type { CallbackFact, SymptomFact } from './notice-rows';
import type { OutboxRow } from './outbox-tail';
import { callbacksLeft, noticesLeft, showsCategory, symptomsLeft, tellsEntrapment } from './withheld';
import { COMMISSIONED, INCIDENT_READ, isOwnKind, OWN_READ } from './value-sets';
import type { NoticeType } from './value-sets';
import type { ChannelType } from '@/lib/live/realtime/shared/notices';

/** What the message channel has to tell, read from the database, and who may hear it (api.md §3.6). */

const PLACE = {
  equipmentType: true,
  branchCode: true,
  deletedAt: true,
  projects: { select: { projectId: true } },
} as const;
const NOTICE = {
  notificationId: true,
  notificationType: true,
  subType: true,
  username: true,
  title: true,
  message: true,
  objectId: true,
  guid: true,
  objectStatus: true,
  camera: true,
  eventDate: true,
  notificationDate: true,
  payload: true,
  endDate: true,
  acks: ACKS,
  equipmentNo: true,
  equipment: { select: { equipmentName: true, ...PLACE } },
} as const satisfies Prisma.NotificationSelect;

export type Notice = Prisma.NotificationGetPayload<{ select: typeof NOTICE }>;

/** One piece of news; `place` is where its unit belongs, null for a message without one. */
export type News =
  | { readonly kind: 'callback'; readonly place: UnitPlace; readonly fact: CallbackFact }
  | { readonly kind: 'symptom'; readonly place: UnitPlace; readonly fact: SymptomFact }
  | { readonly kind: 'instant'; readonly place: UnitPlace | null; readonly notice: Notice };

/** Topics of the outbox that are news. */
export const NEWS_TOPICS = ['notification', 'callback', 'symptom'] as const;

interface PlacedUnit {
  branchCode: string;
  deletedAt: Date | null;
  projects: { projectId: string }[];
}
const placeOf = ({ branchCode, projects }: PlacedUnit): UnitPlace => ({
  branchCode,
  projectIds: projects.map(({ projectId }) => projectId),
});

/** The rows as they are now, in the order in which they were written; each once, however often it changed meanwhile. */
export async function readNews(rows: readonly OutboxRow[]): Promise<News[]> {
  const keys = (topic: string) => [...new Set(rows.filter((row) => row.topic === topic).map(({ key }) => key))];
  const [notices, callbacks, symptoms] = await Promise.all([
    readNotices({ notificationId: { in: numbersOf(keys('notification')) } }),
    db().callback.findMany({
      where: { callbackId: { in: keys('callback') }, equipment: { deletedAt: null } },
      select: { ...CALLBACK_FACT, equipment: { select: { equipmentName: true, ...PLACE } } },
    }),
    db().symptom.findMany({
      where: { symptomId: { in: keys('symptom') }, equipment: { deletedAt: null } },
      select: { ...SYMPTOM_FACT, equipment: { select: { equipmentName: true, ...PLACE } } },
    }),
  ]);
  const byKey = new Map<string, News>([
    ...notices.map((news): [string, News] => [`notification ${news.notice.notificationId}`, news]),
    ...callbacks.map((fact): [string, News] => [
      `callback ${fact.callbackId}`,
      { kind: 'callback', fact, place: placeOf(fact.equipment) },
    ]),
    ...symptoms.map((fact): [string, News] => [
      `symptom ${fact.symptomId}`,
      { kind: 'symptom', fact, place: placeOf(fact.equipment) },
    ]),
  ]);
  return [...new Set(rows.map(({ topic, key }) => `${topic} ${key}`))].flatMap((name) => byKey.get(name) ?? []);
}

/** Messages that somebody has acknowledged, with everybody who has. @param keys their numbers */
export const readAcknowledged = (keys: readonly string[]): Promise<Extract<News, { kind: 'instant' }>[]> =>
  keys.length === 0 ? Promise.resolve([]) : readNotices({ notificationId: { in: numbersOf(keys) } });

const numbersOf = (keys: readonly string[]) => keys.filter((key) => /^\d{1,19}$/.test(key)).map(BigInt);

async function readNotices(
  where: Prisma.NotificationWhereInput,
  take?: number,
): Promise<Extract<News, { kind: 'instant' }>[]> {
  const notices = await db().notification.findMany({
    where,
    select: NOTICE,
    ...(take === undefined ? {} : { take }),
    orderBy: [{ notificationDate: 'desc' }, { notificationId: 'desc' }],
  });
  return notices
    .filter(({ equipment }) => !equipment?.deletedAt)
    .map((notice) => ({ kind: 'instant', notice, place: notice.equipment ? placeOf(notice.equipment) : null }));
}

/** Where these units belong; deleted ones are left out. */
export async function placesOf(equipmentNos: readonly string[]): Promise<UnitPlace[]> {
  const units = await db().equipment.findMany({
    where: { equipmentNo: { in: [...equipmentNos] }, deletedAt: null },
    select: { branchCode: true, deletedAt: true, projects: { select: { projectId: true } } },
  });
  return units.map(placeOf);
}

/** One message as it is now; undefined when it is gone. */
export async function readNotice(notificationId: bigint): Promise<Extract<News, { kind: 'instant' }> | undefined> {
  return (await readNotices({ notificationId }))[0];
}

/** What the account would have heard, oldest first: without `since` the last 10 items of 24 h, with it all after it, at most 100 of each. */
export async function readReplay(
  actor: Actor,
  types: ReadonlySet<ChannelType>,
  since: number | undefined,
  now: number,
): Promise<News[]> {
  const from = new Date(since ?? now - 24 * 3600_000);
  const take = since === undefined ? 10 : 100;
  const [start, strategy] = await Promise.all([historyStart(actor, now), strategyOf(actor)]);
  const equipment: Prisma.EquipmentWhereInput = equipmentScope(actor, { focus: false });
  const unit = { select: { equipmentName: true, ...PLACE } } as const;
  const [callbacks, symptoms, notices] = await Promise.all([
    types.has('callback')
      ? db().callback.findMany({
          where: { equipment, jobUpdateDate: { gt: from }, ...callbacksLeft(start) },
          take,
          orderBy: { jobUpdateDate: 'desc' },
          select: { ...CALLBACK_FACT, equipment: unit },
        })
      : [],
    types.has('symptom')
      ? db().symptom.findMany({
          where: { equipment, createDate: { gt: from }, ...symptomsLeft(strategy, start) },
          take,
          orderBy: { createDate: 'desc' },
          select: { ...SYMPTOM_FACT, equipment: unit },
        })
      : [],
    types.has('instant') && since !== undefined
      ? readInstants(
          {
            AND: [
              noticesLeft(start),
              {
                OR: [
                  { username: actor.username },
                  { username: null, equipment },
                  { notificationType: 'announcement', objectId: { in: await announcementsSince(actor, from, take) } },
                ],
              },
            ],
          },
          from,
          take,
        )
      : [],
  ]);
  const items = [
    ...callbacks.map((fact) => ({
      at: fact.jobUpdateDate.getTime(),
      news: { kind: 'callback', fact, place: placeOf(fact.equipment) } as News,
    })),
    ...symptoms.map((fact) => ({
      at: fact.createDate.getTime(),
      news: { kind: 'symptom', fact, place: placeOf(fact.equipment) } as News,
    })),
  ]
    .sort((a, b) => a.at - b.at)
    .slice(-take);
  const instants = notices.map((news) => ({ at: news.notice.notificationDate.getTime(), news: news as News }));
  return [...items, ...instants].sort((a, b) => a.at - b.at).map(({ news }) => news);
}

/**
 * The last of a time, every entrapment that is not released: whoever opens a wall learns of it, however much came since (readings
 * 110), and those that were released meanwhile.
 */
async function readInstants(where: Prisma.NotificationWhereInput, from: Date, take: number) {
  const entrapment = (state: Prisma.NotificationWhereInput) =>
    readNotices({ AND: [where, { notificationType: 'entrapment' }, state] }, take);
  const [latest, trapped, released] = await Promise.all([
    readNotices({ AND: [where, { notificationDate: { gt: from } }] }, take),
    entrapment({ objectStatus: true }),
    entrapment({ objectStatus: false, endDate: { gt: from } }),
  ]);
  return [...new Map([...latest, ...trapped, ...released].map((news) => [news.notice.notificationId, news])).values()];
}

const EQUIPMENT_TYPES: readonly string[] = ['error', 'event', 'entrapment'];
/** The tab that an instant message belongs to. */
export const instantType = ({ notificationType }: Pick<Notice, 'notificationType'>): InstantMessage['type'] =>
  EQUIPMENT_TYPES.includes(notificationType)
    ? 'equipment'
    : notificationType === 'announcement'
      ? 'announcement'
      : 'service';

const INSTANT_READ = {
  equipment: 'CAMPUS_VIEW_EQUIPMENT_READ',
  service: 'CAMPUS_VIEW_SERVICE_READ',
  announcement: 'CAMPUS_VIEW_ANNOUNCEMENT_READ',
} as const satisfies Record<InstantMessage['type'], Authority>;

/** What was published for an audience (silent-screens C), not told to one account. */
export const isAnnouncement = ({
  notificationType,
  username,
}: Pick<Notice, 'notificationType' | 'username'>): boolean => notificationType === 'announcement' && username === null;

/** May this account hear it: its authority, its own message or a unit in its scope. Messages about the account need no authority (readings 70), incident notices one of three (readings 80), other own ones that of their kind (readings 195). */
export function mayHear(actor: Actor, news: News): boolean {
  if (news.kind === 'callback')
    return actor.authorities.has('CAMPUS_VIEW_CALLBACK_READ') && seesUnit(actor, news.place);
  if (news.kind === 'symptom') return actor.authorities.has('SYMPTOM_READ') && seesUnit(actor, news.place);
  const { notice, place } = news;
  if (notice.username !== null && notice.username !== actor.username) return false;
  // Who its audience is, is asked where it is worded for the listener.
  if (isAnnouncement(notice)) return may(actor, getAnnouncement);
  const isOwn = notice.username === actor.username;
  if (isOwn && notice.subType === 'account') return true;
  if (isOwn && notice.subType === 'sla')
    return hasAny(actor, INCIDENT_READ) && place !== null && seesUnit(actor, place);
  const { notificationType } = notice;
  if (isOwn && notificationType === 'maintenance') return hasAny(actor, OWN_READ.maintenance);
  if (isOwn && isOwnKind(notificationType) && hasAny(actor, OWN_READ[notificationType])) return true;
  return (
    actor.authorities.has(INSTANT_READ[instantType(notice)]) && (isOwn || (place !== null && seesUnit(actor, place)))
  );
}

/** Does the data strategy leave it? Entrapment is never withheld (silent-screens B2). */
export function isLeft(strategy: EffectiveStrategy, news: News): boolean {
  if (news.kind === 'callback') return true;
  if (news.kind === 'symptom') return showsCategory(strategy, news.fact.category) || tellsEntrapment(news.fact);
  const { notificationType } = news.notice;
  if (notificationType === 'error') return strategy.dataGroups.includes('faults');
  return notificationType !== 'event' || strategy.dataGroups.includes('otherEvents');
}

/** The switch that silences it; undefined: none does. */
export function switchOf(news: News): NoticeType | undefined {
  if (news.kind !== 'instant') return 'callback';
  // Whom a clock told had the switch on; a message about the account has none.
  return news.notice.subType === 'account' || news.notice.subType === 'sla'
    ? undefined
    : (news.notice.notificationType as NoticeType);
}

/** Its name and state: told once a socket. */
export function stateOf(news: News): { name: string; state: string } {
  switch (news.kind) {
    case 'callback':
      return { name: `CBK-${news.fact.callbackId}`, state: news.fact.jobStatus };
    case 'symptom':
      return { name: `SYMPTOM-${news.fact.symptomId}`, state: news.fact.symptomState };
    case 'instant':
      return { name: news.notice.guid, state: String(isOpen(news.notice)) };
  }
}

/** Does it last? What a box says when it starts up never does (doc3 §4.5). */
export const isOpen = ({ objectStatus, message }: Pick<Notice, 'objectStatus' | 'message'>): boolean =>
  objectStatus === true && message !== COMMISSIONED;

export function codeOf({ payload }: Pick<Notice, 'payload'>): string | undefined {
  const list = (payload as { gbCodeShowList?: { gbCode?: unknown }[] } | null)?.gbCodeShowList;
  const code = Array.isArray(list) ? list[0]?.gbCode : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** The symptom that an incident notice is about; undefined: it is about a call-out. */
export function symptomOf({ payload }: Pick<Notice, 'payload'>): string | undefined {
  const symptomId = (payload as { symptomId?: unknown } | null)?.symptomId;
  return typeof symptomId === 'string' ? symptomId : undefined;
}

/** The symptom rule of what the portal found out by itself. */
function ruleOf({ payload }: Pick<Notice, 'payload'>): string | undefined {
  const rule = (payload as { rule?: unknown } | null)?.rule;
  return typeof rule === 'string' ? rule : undefined;
}

/** Never delayed: trapped persons, fire, earthquake. */
export const isUrgent = (notice: Pick<Notice, 'notificationType' | 'payload'>, urgent: ReadonlySet<string>): boolean =>
  notice.notificationType === 'entrapment' || urgent.has(codeOf(notice) ?? '') || urgent.has(ruleOf(notice) ?? '');

/** How long what is over lasted, ms; undefined where nobody wrote its end. */
export const lastedMs = ({ endDate, notificationDate }: Pick<Notice, 'endDate' | 'notificationDate'>) =>
  endDate === null ? undefined : endDate.getTime() - notificationDate.getTime();
