import { columnKinds, type ListTexts } from '@/components/kit/list/column-kinds';
import type { Column } from '@/components/kit/list/columns';
import { taskColumn, type RowTask } from '@/components/kit/list/row-tasks';
import { PinIcon } from '@/components/kit/ui/icons';
import { MiddleText } from '@/components/kit/ui/middle-text';
import type { AnnouncementRow } from '@/lib/features/announcements/contract';
import type { Holder } from '@/lib/platform/contract/authorities';
import { announcementHref } from './links';
import styles from './notice-screen.module.css';

/** The columns of the reader's list (silent-screens C). A title is bold and has a dot until it is read. */
export function noticeColumnsOf(t: ListTexts, holder: Holder): readonly Column<AnnouncementRow>[] {
  const { own, time } = columnKinds<AnnouncementRow>(t);
  const tasks: readonly RowTask<AnnouncementRow, 'view'>[] = [
    { kind: 'view', href: ({ id }) => announcementHref(holder, id) },
  ];
  return [
    own(
      'title',
      ({ title, pinned, readStatus }) => (
        <span className={styles.title} data-unread={readStatus === 0 || undefined}>
          {readStatus === 0 && <span className={styles.dot} />}
          {pinned && (
            <PinIcon size={16} className={styles.pin} role="img" aria-hidden={undefined} aria-label={t('pinned')} />
          )}
          <span className={styles.word}>
            <MiddleText>{title}</MiddleText>
          </span>
        </span>
      ),
      { minWidth: 240, flex: true, isTitle: true },
    ),
    time('publishDate', { onCard: 1 }),
    own(
      'readStatus',
      ({ readStatus, mustRead }) =>
        mustRead && readStatus === 0 ? `${t('readStatus.0')} · ${t('mustRead')}` : t(`readStatus.${readStatus}`),
      { onCard: 2 },
    ),
    ...taskColumn(t, { holder, tasks, nameOf: ({ title }) => title, start: () => undefined }),
  ];
}
