import { getAnnouncement } from '@/lib/features/announcements/contract';
import { announcementsSince } from '@/lib/features/announcements/internal/read';
import { may } from '@/lib/platform/contract/access';
import { historyStart, strategyOf } from '@/lib/platform/strategy/limits';
import type { EffectiveStrategy } from '@/lib/platform/strategy/data-strategy';
import type { Actor } from '@/lib/platform/contract/actor';
import type { Authority } from '@/lib/platform/contract/authorities';
import { equipmentScope, seesUnit } from '@/lib/live/scope/equipment-scope';
import type { UnitPlace } from '@/lib/live/scope/equipment-scope';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { InstantMessage, ChannelType } from '@/lib/live/realtime/shared/notices';
import { hasAny, hasAuthority } from '@/lib/platform/contract/authorities';
import { ACKS } from './internal/ack-items';
import { CALLBACK_FACT, SYMPTOM_FACT } from './notice-rows';
import type { NoticeCallback, SymptomFact } from './notice-rows';
import type { OutboxRow } from './outbox-tail';
import { tellsEntrapment } from '@/lib/live/units/entrapment-rules';
import { visibleCallbacks, visibleNotices, showsCategory, visibleSymptoms } from './internal/notification-limits';
import { COMMISSIONED, INCIDENT_READ, isOwnKind, OWN_READ, TYPES_OF_TAB } from './value-sets';
import type { NoticeType } from './value-sets';

/** The items of the message channel, read from the database, and who may receive them (api.md §3.6). */

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

export type StoredNotice = Prisma.NotificationGetPayload<{ select: typeof NOTICE }>;

/** An item of the channel; `place` is the place of its unit, null for a message without one. */
export type ChannelItem =
  | { readonly kind: 'callback'; readonly place: UnitPlace; readonly fact: NoticeCallback }
  | { readonly kind: 'symptom'; readonly place: UnitPlace; readonly fact: SymptomFact }
  | { readonly kind: 'instant'; readonly place: UnitPlace | null; readonly notice: StoredNotice };

/** Topics of the outbox that are items of the channel. */
export const CHANNEL_TOPICS = ['notification', 'callback', 'symptom'] as const;

interface PlacedUnit {
  branchCode: string;
  deletedAt: Date | null;
  projects: { projectId: string }[];
}
const placeOf = ({ branchCode, projects }: PlacedUnit): UnitPlace => ({
  branchCode,
  projectIds: projects.map(({ projectId }) => projectId),
});

/** The present rows, in the order in which they were written; each once, however often it changed meanwhile. */
export async function readChannelItems(rows: readonly OutboxRow[]): Promise<ChannelItem[]> {
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
  const byKey = new Map<string, ChannelItem>([
    ...notices.map((news): [string, ChannelItem] => [`notification ${news.notice.notificationId}`, news]),
    ...callbacks.map((fact): [string, ChannelItem] => [
      `callback ${fact.callbackId}`,
      { kind: 'callback', fact, place: placeOf(fact.equipment) },
    ]),
    ...symptoms.map((fact): [string, ChannelItem] => [
      `symptom ${fact.symptomId}`,
      { kind: 'symptom', fact, place: placeOf(fact.equipment) },
    ]),
  ]);
  return [...new Set(rows.map(({ topic, key }) => `${topic} ${key}`))].flatMap((name) => byKey.get(name) ?? []);
}

/** Messages that somebody has acknowledged, with everybody who did. @param keys their numbers */
export const readAcknowledged = (keys: readonly string[]): Promise<Extract<ChannelItem, { kind: 'instant' }>[]> =>
  keys.length === 0 ? Promise.resolve([]) : readNotices({ notificationId: { in: numbersOf(keys) } });

const numbersOf = (keys: readonly string[]) => keys.filter((key) => /^\d{1,19}$/.test(key)).map(BigInt);

async function readNotices(
  where: Prisma.NotificationWhereInput,
  take?: number,
): Promise<Extract<ChannelItem, { kind: 'instant' }>[]> {
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

/** The places of these units; deleted units are left out. */
export async function placesOf(equipmentNos: readonly string[]): Promise<UnitPlace[]> {
  const units = await db().equipment.findMany({
    where: { equipmentNo: { in: [...equipmentNos] }, deletedAt: null },
    select: { branchCode: true, deletedAt: true, projects: { select: { projectId: true } } },
  });
  return units.map(placeOf);
}

/** One message in its present state; undefined when it is deleted. */
export async function readNotice(
  notificationId: bigint,
): Promise<Extract<ChannelItem, { kind: 'instant' }> | undefined> {
  return (await readNotices({ notificationId }))[0];
}

/**
 * What the account would have received, oldest first: without `since` the last 10 items of 24 h, with it everything
 * later, at most 100 of each.
 */
export async function readReplay(
  actor: Actor,
  types: ReadonlySet<ChannelType>,
  since: number | undefined,
  now: number,
): Promise<ChannelItem[]> {
  const from = new Date(since ?? now - 24 * 3600_000);
  const take = since === undefined ? 10 : 100;
  const [start, strategy] = await Promise.all([historyStart(actor, now), strategyOf(actor)]);
  const equipment: Prisma.EquipmentWhereInput = equipmentScope(actor, { focus: false });
  const unit = { select: { equipmentName: true, ...PLACE } } as const;
  const [callbacks, symptoms, notices] = await Promise.all([
    types.has('callback')
      ? db().callback.findMany({
          where: { equipment, jobUpdateDate: { gt: from }, ...visibleCallbacks(start) },
          take,
          orderBy: { jobUpdateDate: 'desc' },
          select: { ...CALLBACK_FACT, equipment: unit },
        })
      : [],
    types.has('symptom')
      ? db().symptom.findMany({
          where: { equipment, createDate: { gt: from }, ...visibleSymptoms(strategy, start) },
          take,
          orderBy: { createDate: 'desc' },
          select: { ...SYMPTOM_FACT, equipment: unit },
        })
      : [],
    types.has('instant') && since !== undefined
      ? readInstants(
          {
            AND: [
              visibleNotices(start),
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
      news: { kind: 'callback', fact, place: placeOf(fact.equipment) } as ChannelItem,
    })),
    ...symptoms.map((fact) => ({
      at: fact.createDate.getTime(),
      news: { kind: 'symptom', fact, place: placeOf(fact.equipment) } as ChannelItem,
    })),
  ]
    .sort((a, b) => a.at - b.at)
    .slice(-take);
  const instants = notices.map((news) => ({ at: news.notice.notificationDate.getTime(), news: news as ChannelItem }));
  return [...items, ...instants].sort((a, b) => a.at - b.at).map(({ news }) => news);
}

/**
 * The last messages of a time span, every entrapment that is not released (whoever opens a wall learns of it, however
 * many messages came since, readings 110), and those that were released meanwhile.
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

const EQUIPMENT_TYPES: readonly string[] = TYPES_OF_TAB.event;
/** The tab of an instant message. */
export const instantType = ({ notificationType }: Pick<StoredNotice, 'notificationType'>): InstantMessage['type'] =>
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

/** It was published for an audience (silent-screens C), not sent to one account. */
export const isAnnouncement = ({
  notificationType,
  username,
}: Pick<StoredNotice, 'notificationType' | 'username'>): boolean =>
  notificationType === 'announcement' && username === null;

/** May this account hear it: its authority, its own message or a unit in its scope. Messages about the account need no authority (readings 70), incident notices one of three (readings 80), other own ones that of their kind (readings 195). */
export function mayHear(actor: Actor, news: ChannelItem): boolean {
  if (news.kind === 'callback') return hasAuthority(actor, 'CAMPUS_VIEW_CALLBACK_READ') && seesUnit(actor, news.place);
  if (news.kind === 'symptom') return hasAuthority(actor, 'SYMPTOM_READ') && seesUnit(actor, news.place);
  const { notice, place } = news;
  if (notice.username !== null && notice.username !== actor.username) return false;
  // Whether the listener is in the audience is decided when it is worded.
  if (isAnnouncement(notice)) return may(actor, getAnnouncement);
  const isOwn = notice.username === actor.username;
  if (isOwn && notice.subType === 'account') return true;
  if (isOwn && notice.subType === 'sla')
    return hasAny(actor, INCIDENT_READ) && place !== null && seesUnit(actor, place);
  if (isOwn && notice.subType === 'schedule' && hasAuthority(actor, 'START_STOP_CONFIG_READ')) return true;
  const { notificationType } = notice;
  if (isOwn && notificationType === 'maintenance') return hasAny(actor, OWN_READ.maintenance);
  if (isOwn && isOwnKind(notificationType) && hasAny(actor, OWN_READ[notificationType])) return true;
  return (
    hasAuthority(actor, INSTANT_READ[instantType(notice)]) && (isOwn || (place !== null && seesUnit(actor, place)))
  );
}

/** Does the data strategy allow it? An entrapment is never withheld (silent-screens B2). */
export function isWithinStrategy(strategy: EffectiveStrategy, news: ChannelItem): boolean {
  if (news.kind === 'callback') return true;
  if (news.kind === 'symptom') return showsCategory(strategy, news.fact.category) || tellsEntrapment(news.fact);
  const { notificationType } = news.notice;
  if (notificationType === 'error') return strategy.dataGroups.includes('faults');
  return notificationType !== 'event' || strategy.dataGroups.includes('otherEvents');
}

/** The switch that silences it; undefined: none. */
export function switchOf(news: ChannelItem): NoticeType | undefined {
  if (news.kind !== 'instant') return 'callback';
  // A person notified by a clock had the switch on; a message about the account has no switch.
  return news.notice.subType === 'account' || news.notice.subType === 'sla'
    ? undefined
    : (news.notice.notificationType as NoticeType);
}

/** Its name and state: a socket receives each once. */
export function stateOf(news: ChannelItem): { name: string; state: string } {
  switch (news.kind) {
    case 'callback':
      return { name: `CBK-${news.fact.callbackId}`, state: news.fact.jobStatus };
    case 'symptom':
      return { name: `SYMPTOM-${news.fact.symptomId}`, state: news.fact.symptomState };
    case 'instant':
      return { name: news.notice.guid, state: String(isOpen(news.notice)) };
  }
}

/** Does it last? What a box reports when it starts up never does (doc3 §4.5). */
export const isOpen = ({ objectStatus, message }: Pick<StoredNotice, 'objectStatus' | 'message'>): boolean =>
  objectStatus === true && message !== COMMISSIONED;

export function codeOf({ payload }: Pick<StoredNotice, 'payload'>): string | undefined {
  const list = (payload as { gbCodeShowList?: { gbCode?: unknown }[] } | null)?.gbCodeShowList;
  const code = Array.isArray(list) ? list[0]?.gbCode : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** The symptom of an incident notice; undefined: it is about a call-out. */
export function symptomOf({ payload }: Pick<StoredNotice, 'payload'>): string | undefined {
  const symptomId = (payload as { symptomId?: unknown } | null)?.symptomId;
  return typeof symptomId === 'string' ? symptomId : undefined;
}

/** The symptom rule of something that the portal found itself. */
function ruleOf({ payload }: Pick<StoredNotice, 'payload'>): string | undefined {
  const rule = (payload as { rule?: unknown } | null)?.rule;
  return typeof rule === 'string' ? rule : undefined;
}

/** Never delayed: trapped persons, fire, earthquake. */
export const isNeverDelayed = (
  notice: Pick<StoredNotice, 'notificationType' | 'payload'>,
  urgent: ReadonlySet<string>,
): boolean =>
  notice.notificationType === 'entrapment' || urgent.has(codeOf(notice) ?? '') || urgent.has(ruleOf(notice) ?? '');

/** How long it lasted, ms; undefined when its end is not stored. */
export const lastedMs = ({ endDate, notificationDate }: Pick<StoredNotice, 'endDate' | 'notificationDate'>) =>
  endDate === null ? undefined : endDate.getTime() - notificationDate.getTime();
