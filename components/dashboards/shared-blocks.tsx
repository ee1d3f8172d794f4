'use client';

import { useTranslations } from 'next-intl';
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

export function QueueBlock({ dashboard: { view, open, links }, className }: BlockProps) {
  const t = useTranslations('dashboards.queue');
  return (
    <Block
      name="queue"
      title={
        <>
          {t('title')}
          {open.data?.duty && <b>{open.data.duty.total}</b>}
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
  const count = board ? board.INIT + board.REQU + board.PAGE + board.DISP + board.SITE + board.INTR : 0;
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
