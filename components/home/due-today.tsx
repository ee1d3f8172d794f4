'use client';

import { useTranslations } from 'next-intl';
import { SectionTitle } from '@/components/kit/ui/section-title';
import { ErrorState } from '@/components/kit/ui/states';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { detailHref } from '@/lib/features/equipment/shared/links';
import type { HomeDay } from '@/lib/features/home/contract';
import type { Holder } from '@/lib/platform/contract/authorities';
import { hrefOf } from '@/lib/routes';
import { SlaLine } from './sla-line';
import { StepMini } from './step-mini';
import type { Day } from './use-day';
import styles from './due-today.module.css';
import work from './work-rows.module.css';

/**
 * Call-outs whose deadline is today, except those of units in the block above (readings 141). Renders nothing when
 * there is none.
 */
export function DueToday({ day, holder }: { readonly day: Day; readonly holder: Holder }) {
  const t = useTranslations('home.due');
  const failureText = useFailureText();
  const { data, error, readAt, refresh, isLoading } = day;
  if (!data && error)
    return (
      <ErrorState title={t('failed')} text={failureText(error)} onRetry={refresh} isRetrying={isLoading} size="row" />
    );
  if (!data || data.dueTotal === 0) return null;
  return (
    <section className={styles.due} aria-labelledby="due-title" data-testid="due-today">
      <SectionTitle id="due-title" aside={<a href={hrefOf('callbacklist', { tab: 'duty' })}>{t('all')}</a>}>
        {t('title', { count: data.dueTotal })}
      </SectionTitle>
      <ul className={work.rows}>
        {data.due.map((row) => (
          <DueRow key={row.callbackId} row={row} readAt={readAt} holder={holder} />
        ))}
      </ul>
      {data.dueTotal > data.due.length && (
        <p className={work.rest}>{t('rest', { count: data.dueTotal - data.due.length })}</p>
      )}
    </section>
  );
}

interface DueRowProps {
  readonly row: HomeDay['due'][number];
  readonly readAt: number | undefined;
  readonly holder: Holder;
}

function DueRow({ row, readAt, holder }: DueRowProps) {
  const words = useTranslations('callbacks');
  const t = useTranslations('home.action');
  const { callbackId, equipmentNo, equipmentName, status, title, technicianName } = row;
  const href = detailHref(holder, equipmentNo);
  return (
    <li className={`${work.row} ${styles.row}`}>
      <span className={`${work.unit} ${styles.unit}`}>
        {href ? <a href={href}>{equipmentName || equipmentNo}</a> : equipmentName || equipmentNo}
      </span>
      <span className={styles.what}>{title}</span>
      <span className={styles.step}>
        <StepMini status={status} label={words(`status.${status}`)} />
        <a href={hrefOf('callbackDetail', { callbackId })}>{words(`status.${status}`)}</a>
      </span>
      <span className={styles.who}>{technicianName ?? t('nobodyYet')}</span>
      <span className={styles.clock}>
        <SlaLine row={row} readAt={readAt} />
      </span>
    </li>
  );
}
