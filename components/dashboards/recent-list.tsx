'use client';

import { useTranslations } from 'next-intl';
import { EntryLink } from '@/components/kit/charts/entry-link';
import { StatusPill } from '@/components/kit/ui/status-pill';
import type { StatusKind } from '@/components/kit/ui/status';
import { knownCallbackStatus } from '@/lib/features/callbacks/state';
import type { Recent } from '@/lib/features/dashboards/contract';
import { Block, Quiet } from './block';
import type { Dashboard } from './use-dashboard';
import styles from './recent-list.module.css';

const LOOKS: Readonly<Record<Recent['kind'], StatusKind>> = {
  entrapment: 'trapped',
  error: 'fault',
  callback: 'attention',
};

/** What happened last, the newest on top (silent-screens D1). */
export function RecentBlock({ dashboard: { open, links } }: { readonly dashboard: Dashboard }) {
  const t = useTranslations('dashboards.recent');
  const states = useTranslations('callbacks.status');
  const wordsOf = ({ kind, text }: Recent) => {
    const known = kind === 'callback' ? knownCallbackStatus(text) : undefined;
    return known ? states(known) : text;
  };
  return (
    <Block name="recent" title={t('title')} note={t('note')} answer={open}>
      {({ recent }) =>
        recent.length === 0 ? (
          <Quiet>{t('empty')}</Quiet>
        ) : (
          <ol className={styles.rows}>
            {recent.map((row) => (
              <li key={`${row.kind} ${row.id}`} data-kind={row.kind}>
                <time>{row.date.slice(5, 16)}</time>
                <StatusPill status={LOOKS[row.kind]} look="plain" size="small">
                  {t(`kind.${row.kind}`)}
                </StatusPill>
                <span className={styles.what}>
                  <EntryLink href={row.kind === 'callback' ? links.call(row.id) : links.unit(row.equipmentNo)}>
                    {row.equipmentName}
                  </EntryLink>{' '}
                  <span>{wordsOf(row)}</span>
                </span>
              </li>
            ))}
          </ol>
        )
      }
    </Block>
  );
}
