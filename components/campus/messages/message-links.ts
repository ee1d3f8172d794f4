import type { NoticeItem } from '@/lib/live/realtime/shared/notices';
import { hrefOf } from '@/lib/routes';

/** The tabs of the wall's messages (doc3 §2.3). */
export const TABS = ['diagnose', 'equipment', 'service', 'announcement'] as const;
export type TabName = (typeof TABS)[number];

/** Routes of the details by kind of message; absent: the page does not exist or is not permitted. */
export type MessageLinks = Readonly<Partial<Record<NoticeItem['type'] | 'JOB', string>>>;

const KEY_OF = { CBK: 'callbackId', SYMPTOM: 'symptomId', JOB: 'jobNo' } as const;

export function messageHref(
  { type, objectId }: { readonly type: keyof typeof KEY_OF; readonly objectId: string },
  links: MessageLinks,
): string | undefined {
  const route = links[type];
  return route === undefined ? undefined : hrefOf(route, { [KEY_OF[type]]: objectId });
}
