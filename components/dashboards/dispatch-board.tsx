'use client';

import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { EntryLink } from '@/components/kit/charts/entry-link';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { PhoneLink } from '@/components/callbacks/shared/phone-link';
import type { getDashboardOpen } from '@/lib/features/dashboards/contract';
import type { DutyRow } from '@/lib/features/incidents/duty-contract';
import type { OutputOf } from '@/lib/platform/contract/operation';
import { timeOfDay } from '@/lib/platform/i18n/shown-moment';
import { Quiet } from './block';
import type { DashboardLinks } from './dashboard-links';
import { byGravity } from './sla-queue';
import styles from './dispatch-board.module.css';

type Open = OutputOf<typeof getDashboardOpen>;

/** The columns in the order of the work (silent-screens D3). */
const COLUMNS = [
  { name: 'waiting', states: ['INIT', 'REQU'] },
  { name: 'paged', states: ['PAGE'] },
  { name: 'onWay', states: ['DISP'] },
  { name: 'onSite', states: ['SITE'] },
  { name: 'paused', states: ['INTR'] },
] as const;
/** Cards of a column; the list has them all. */
const SHOWN = 5;
const DONE_SHOWN = 8;

interface Props {
  readonly data: Open;
  readonly today: string;
  readonly links: DashboardLinks;
}

/** Open call-outs by what is done about them, and what was done today. Nothing is moved here. */
export function DispatchBoard({ data: { board, duty, done }, today, links }: Props) {
  const t = useTranslations('dashboards.board');
  const all = useTranslations('dashboards');
  const format = useFormatter();
  if (board === null || duty === null) return <Quiet>{all('noRight')}</Quiet>;
  const calls = byGravity(duty.rows.filter(({ callbackId }) => callbackId !== null));
  return (
    <div className={styles.board}>
      {COLUMNS.map(({ name, states }) => {
        const count = states.reduce((sum, state) => sum + board[state], 0);
        const cards = calls.filter(({ status }) => states.some((state) => state === status)).slice(0, SHOWN);
        return (
          <section key={name} className={styles.column} aria-label={t(name)} data-column={name}>
            <h3>
              {t(name)}
              <b>
                <EntryLink href={count > 0 ? links.open(today, states) : undefined}>{format.number(count)}</EntryLink>
              </b>
            </h3>
            {count === 0 && <p className={styles.none}>{all('none')}</p>}
            {cards.map((row) => (
              <CallCard key={row.callbackId} row={row} links={links} />
            ))}
            {count > cards.length && <p className={styles.none}>{t('more', { count: count - cards.length })}</p>}
          </section>
        );
      })}
      <section className={styles.column} aria-label={t('done')} data-column="done">
        <h3>
          {t('done')}
          <b>
            <EntryLink href={board.done > 0 ? links.closedToday(today) : undefined}>
              {format.number(board.done)}
            </EntryLink>
          </b>
        </h3>
        {board.done === 0 && <p className={styles.none}>{all('none')}</p>}
        <ul className={styles.done}>
          {done.slice(0, DONE_SHOWN).map(({ callbackId, equipmentName, closeDate }) => (
            <li key={callbackId}>
              <EntryLink href={links.call(callbackId)}>{equipmentName}</EntryLink>
              <time>{timeOfDay(closeDate)}</time>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function CallCard({ row, links }: { readonly row: DutyRow; readonly links: DashboardLinks }) {
  const t = useTranslations('dashboards');
  const { callbackId, equipmentName, personTrapped, technicianName, technicianPhone, createDate } = row;
  const href = callbackId === null ? undefined : links.call(callbackId);
  return (
    <div className={styles.card} data-trapped={personTrapped || undefined} data-row={callbackId}>
      {href ? <Link href={href}>{equipmentName}</Link> : <b>{equipmentName}</b>}
      <p>
        {personTrapped && (
          <StatusPill status="trapped" look="plain" size="small">
            {t('queue.trapped')}
          </StatusPill>
        )}
        <time>{createDate.slice(5, 16)}</time>
      </p>
      <p>
        <span>{technicianName ?? t('board.nobody')}</span>
        {technicianPhone && <PhoneLink phone={technicianPhone} />}
      </p>
    </div>
  );
}
