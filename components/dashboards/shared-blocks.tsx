'use client';

import { useTranslations } from 'next-intl';
import { EntryLink } from '@/components/kit/charts/entry-link';
import { OPEN_STATUSES } from '@/lib/features/callbacks/state';
import type { getDashboardOpen } from '@/lib/features/dashboards/contract';
import type { OutputOf } from '@/lib/platform/contract/operation';
import { Block } from './block';
import { DispatchBoard } from './dispatch-board';
import { SlaQueue } from './sla-queue';
import { TopUnits } from './top-units';
import type { Dashboard } from './use-dashboard';
import { WeekHours } from './week-hours';

/** Blocks that several dashboards show. */

interface BlockProps {
  readonly dashboard: Dashboard;
  readonly className?: string | undefined;
}

type Board = NonNullable<OutputOf<typeof getDashboardOpen>['board']>;
const openOf = (board: Board) => OPEN_STATUSES.reduce((sum, status) => sum + board[status as keyof Board], 0);

export function QueueBlock({ dashboard: { view, open, links, today }, className }: BlockProps) {
  const t = useTranslations('dashboards.queue');
  const { duty, board } = open.data ?? {};
  // Where symptoms wait in the queue, the list of call-outs is not all of it.
  const href = board && duty && duty.total > 0 && duty.total === openOf(board) ? links.open(today) : undefined;
  return (
    <Block
      name="queue"
      title={
        <>
          {t('title')}
          {duty && (
            <b>
              <EntryLink href={href}>{duty.total}</EntryLink>
            </b>
          )}
        </>
      }
      note={t('note')}
      answer={open}
      className={className}
    >
      {(data) => (
        <SlaQueue
          duty={data.duty}
          readAt={open.readAt}
          links={links}
          progress={view === 'kaProject' ? data.progress : undefined}
        />
      )}
    </Block>
  );
}

export function BoardBlock({ dashboard: { open, links, today } }: BlockProps) {
  const t = useTranslations('dashboards.board');
  const board = open.data?.board;
  const count = board ? openOf(board) : 0;
  return (
    <Block name="board" title={t('title')} note={board && t('note', { open: count, done: board.done })} answer={open}>
      {(data) => <DispatchBoard data={data} today={today} links={links} />}
    </Block>
  );
}

export function WeekBlock({ dashboard: { trend, links } }: BlockProps) {
  const t = useTranslations('dashboards.week');
  const sum = (pick: 'callbacks' | 'entrapments') =>
    (trend.data?.week ?? []).reduce((all, day) => all + day[pick].reduce((one, hour) => one + hour, 0), 0);
  return (
    <Block
      name="week"
      title={t('title')}
      note={trend.data && t('note', { count: sum('callbacks'), trapped: sum('entrapments') })}
      answer={trend}
    >
      {(data) => <WeekHours week={data.week} links={links} />}
    </Block>
  );
}

export function TopBlock({ dashboard: { ranking, links }, className }: BlockProps) {
  const t = useTranslations('dashboards.top');
  return (
    <Block name="top" title={t('title')} note={t('note')} answer={ranking} className={className}>
      {(data) => <TopUnits data={data} links={links} />}
    </Block>
  );
}
