import { columnKinds, type ListTexts } from '@/components/kit/list/column-kinds';
import type { Column } from '@/components/kit/list/columns';
import type { RowTask } from '@/components/kit/list/row-tasks';
import type { StatusKind } from '@/components/kit/ui/status';
import {
  deleteAnnouncement,
  listAnnouncementReaders,
  publishAnnouncement,
  saveAnnouncement,
  withdrawAnnouncement,
  type AnnouncementEdit,
} from '@/lib/features/announcements/contract';
import { isAllowed, type AnnouncementState } from '@/lib/features/announcements/value-sets';

export const STATE_LOOKS: Readonly<Record<AnnouncementState, StatusKind>> = {
  DRAFT: 'standby',
  SCHEDULED: 'service',
  PUBLISHED: 'normal',
  EXPIRED: 'offline',
  WITHDRAWN: 'unknown',
};

export type ManageTask = 'update' | 'publish' | 'preview' | 'readers' | 'copy' | 'withdraw' | 'delete';

/** What may be done with an announcement, by its state (silent-screens C). */
export const MANAGE_TASKS: readonly RowTask<AnnouncementEdit, ManageTask>[] = [
  { kind: 'update', operation: saveAnnouncement, isOffered: ({ state }) => isAllowed('save', state) },
  { kind: 'publish', operation: publishAnnouncement, isOffered: ({ state }) => isAllowed('publish', state) },
  { kind: 'preview' },
  {
    kind: 'readers',
    operation: listAnnouncementReaders,
    isOffered: ({ state }) => state === 'PUBLISHED' || state === 'EXPIRED' || state === 'WITHDRAWN',
  },
  { kind: 'copy', operation: saveAnnouncement, isFurther: true },
  {
    kind: 'withdraw',
    operation: withdrawAnnouncement,
    isOffered: ({ state }) => isAllowed('withdraw', state),
    isFurther: true,
  },
  {
    kind: 'delete',
    operation: deleteAnnouncement,
    isOffered: ({ state }) => isAllowed('delete', state),
    isFurther: true,
  },
];

/** The audience in words. */
export function audienceText(t: ListTexts, { audience, audienceNames }: AnnouncementEdit): string {
  if (audience.kind === 'all') return t('audience.all');
  const names = audience.kind === 'userType' ? audience.values.map((value) => t(`userType.${value}`)) : audienceNames;
  return names.join(', ');
}

/** The columns of the manage tab. */
export function manageColumnsOf(
  t: ListTexts,
  tasks: readonly Column<AnnouncementEdit>[],
): readonly Column<AnnouncementEdit>[] {
  const { own, text, time, option, status } = columnKinds<AnnouncementEdit>(t);
  return [
    text('id'),
    text('title', { minWidth: 200, flex: true, isTitle: true }),
    status('state', STATE_LOOKS, { onCard: 2 }),
    option('receivingMethod', { onCard: 3 }),
    own('audience', (row) => audienceText(t, row), { minWidth: 140, flex: true, onCard: 1 }),
    { ...time('publishDate'), label: t('column.planned') },
    time('validTo'),
    own('reads', ({ readTotal, audienceTotal }) => `${readTotal}/${audienceTotal}`, { align: 'right' }),
    text('createBy'),
    ...tasks,
  ];
}
