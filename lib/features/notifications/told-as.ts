import type { Acknowledged, InstantMessage, NoticeItem } from '@/lib/live/realtime/shared/notices';
import type { Actor } from '@/lib/platform/contract/actor';
import { formatDateTime } from '@/lib/platform/i18n/format';
import type { Language } from '@/lib/platform/i18n/languages';
import type { ShownTime } from '@/lib/platform/strategy/limits';
import { ackItems } from './ack-items';
import { instantType, isOpen, symptomOf } from './news';
import type { News, Notice } from './news';
import { callbackItem, symptomItem } from './notice-rows';

/** News as the channel words them for one account (api.md §3.6). */

/** How the account sees what it is told. */
export interface Manner {
  /** Its way to write times; those of trapped persons are always whole (silent-screens B2). */
  readonly time: ShownTime;
  readonly hasVideo: boolean;
  readonly language: Language;
}

export function itemOf(news: Exclude<News, { kind: 'instant' }>, actor: Actor, { time, language }: Manner): NoticeItem {
  return news.kind === 'callback'
    ? callbackItem(news.fact, time, language)
    : symptomItem(news.fact, actor, time, language);
}

/** Who has acknowledged it, as this reader sees it. */
export function acksOf(notice: Notice, actor: Actor, manner: Pick<Manner, 'time'>): Acknowledged {
  const time = notice.notificationType === 'entrapment' ? formatDateTime : manner.time;
  return {
    notificationId: String(notice.notificationId),
    guid: notice.guid,
    acks: ackItems(notice.acks, actor, time),
  };
}

export function instantOf(notice: Notice, actor: Actor, manner: Manner): InstantMessage {
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
