import { announcementFor } from '@/lib/features/announcements/internal/read';
import type { Actor } from '@/lib/platform/contract/actor';
import { db } from '@/lib/platform/db/client';
import { DEFAULT_LANGUAGE } from '@/lib/platform/i18n/languages';
import { strategyOf } from '@/lib/platform/strategy/limits';
import {
  CHANNEL_TOPICS,
  codeOf,
  isAnnouncement,
  isOpen,
  isNeverDelayed,
  isWithinStrategy,
  mayHear,
  readChannelItems,
  switchOf,
  type ChannelItem,
} from '../channel-items';
import { FloodBook } from '../flood';
import { tailOutbox, type OutboxRow, type OutboxTail } from '../outbox-tail';
import { PreferenceCache } from '../preferences';
import { urgentCodes } from '../urgent-codes';

/**
 * Notices that may reach a device whose browser is closed (decision 021), and who may hear them: the same checks as on
 * the message channel.
 */

export type PushableKind = 'entrapment' | 'fault' | 'escalation' | 'announcement';
export type InstantItem = Extract<ChannelItem, { kind: 'instant' }>;
export interface Pushable {
  readonly kind: PushableKind;
  readonly item: InstantItem;
}

/** The topic of the outbox that has them. */
const TOPIC = CHANNEL_TOPICS[0];
export type NoticeRow = OutboxRow;

/** Calls with rows of notices as they are written, from now on. */
export const followNotices = (onRows: (rows: readonly NoticeRow[]) => Promise<void>): OutboxTail =>
  tailOutbox({ topics: [TOPIC], onRows });

/** Switches and repeated faults, of this process. */
const preferences = new PreferenceCache();
const flood = new FloodBook();

async function kindOf({ notice }: InstantItem): Promise<PushableKind | undefined> {
  if (notice.subType === 'sla') return 'escalation';
  if (isAnnouncement(notice)) {
    const found = await db().announcement.findUnique({
      where: { id: notice.objectId ?? '' },
      select: { mustRead: true },
    });
    return found?.mustRead ? 'announcement' : undefined;
  }
  if (!isOpen(notice)) return undefined;
  if (notice.notificationType === 'entrapment') return 'entrapment';
  return notice.notificationType === 'error' ? 'fault' : undefined;
}

/** Those among rows of the outbox, in their present state. */
export async function readPushables(rows: readonly NoticeRow[]): Promise<Pushable[]> {
  const found: Pushable[] = [];
  for (const item of await readChannelItems(rows)) {
    if (item.kind !== 'instant') continue;
    const kind = await kindOf(item);
    if (kind) found.push({ kind, item });
  }
  return found;
}

/** Notices that began since a moment, as rows of the outbox. */
export async function noticesSince(since: number): Promise<NoticeRow[]> {
  const rows = await db().notification.findMany({
    where: { notificationDate: { gte: new Date(since) } },
    orderBy: { notificationId: 'desc' },
    take: 500,
    select: { notificationId: true },
  });
  return rows.map(({ notificationId }) => ({ topic: TOPIC, key: String(notificationId) }));
}

/** From when on an account is to hear of it, epoch ms; undefined: it may not, or wants not to. */
export async function heardFrom(actor: Actor, { kind, item }: Pushable, now: number): Promise<number | undefined> {
  const { notice } = item;
  const { username } = actor;
  if (!mayHear(actor, item) || !isWithinStrategy(await strategyOf(actor), item)) return undefined;
  const { off, delayMs } = await preferences.of(username);
  const silencer = switchOf(item);
  if (silencer !== undefined && off.has(silencer)) return undefined;
  if (kind === 'announcement')
    return (await announcementFor(actor, notice.objectId ?? '', DEFAULT_LANGUAGE)) ? now : undefined;
  if (kind !== 'fault') return now;
  const { equipmentNo, guid, title } = notice;
  const code = codeOf(notice) ?? title;
  if (equipmentNo !== null && !flood.admits(username, { equipmentNo, code, guid }, now)) return undefined;
  return isNeverDelayed(notice, await urgentCodes()) ? now : Math.max(now, notice.notificationDate.getTime() + delayMs);
}
