import type { NotificationAcknowledged, InstantMessage, NoticeItem } from '@/lib/live/realtime/shared/notices';
import type { Actor } from '@/lib/platform/contract/actor';
import { formatDateTime } from '@/lib/platform/i18n/format';
import type { Language } from '@/lib/platform/i18n/languages';
import type { ShownTime } from '@/lib/platform/strategy/limits';
import { ackItems } from './internal/ack-items';
import { instantType, isOpen, symptomOf } from './channel-items';
import type { ChannelItem, StoredNotice } from './channel-items';
import { callbackItem, symptomItem } from './notice-rows';

/** Channel items worded for one account (api.md §3.6). */

/** How the account sees messages. */
export interface NoticeDisplay {
  /** How the account sees times; those of trapped persons are always complete (silent-screens B2). */
  readonly time: ShownTime;
  readonly hasVideo: boolean;
  readonly language: Language;
}

export function itemOf(
  news: Exclude<ChannelItem, { kind: 'instant' }>,
  actor: Actor,
  { time, language }: NoticeDisplay,
): NoticeItem {
  return news.kind === 'callback'
    ? callbackItem(news.fact, time, language)
    : symptomItem(news.fact, actor, time, language);
}

/** Who has acknowledged it, as this reader may see it. */
export function acksOf(
  notice: StoredNotice,
  actor: Actor,
  manner: Pick<NoticeDisplay, 'time'>,
): NotificationAcknowledged {
  const time = notice.notificationType === 'entrapment' ? formatDateTime : manner.time;
  return {
    notificationId: String(notice.notificationId),
    guid: notice.guid,
    acks: ackItems(notice.acks, actor, time),
  };
}

export function instantOf(notice: StoredNotice, actor: Actor, manner: NoticeDisplay): InstantMessage {
  const time = notice.notificationType === 'entrapment' ? formatDateTime : manner.time;
  const type = instantType(notice);
  const { title, message, subType, objectId, equipment, equipmentNo } = notice;
  const notificationDate = time(notice.notificationDate);
  return {
    type,
    notificationId: String(notice.notificationId),
    title,
    message,
    notificationDate,
    ...(subType === null ? {} : { subType }),
    ...(objectId === null ? {} : { objectId }),
    ...(symptomOf(notice) === undefined ? {} : { symptomId: symptomOf(notice) }),
    ...(type === 'equipment' && equipment && equipmentNo
      ? {
          gbError: {
            guid: notice.guid,
            objectStatus: isOpen(notice) ? 'true' : 'false',
            subType: notice.notificationType === 'event' ? 'event' : 'error',
            title,
            message,
            equipmentName: equipment.equipmentName,
            equipmentNo,
            equipmentType: equipment.equipmentType,
            eventDate: time(notice.eventDate ?? notice.notificationDate),
            notificationDate,
            camera: manner.hasVideo ? notice.camera : 0,
            entrapment: notice.notificationType === 'entrapment',
            ...(notice.acks.length > 0 ? { acks: ackItems(notice.acks, actor, time) } : {}),
          },
        }
      : {}),
  };
}
