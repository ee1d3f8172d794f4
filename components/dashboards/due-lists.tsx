'use client';

import { useTranslations } from 'next-intl';
import { EntryLink } from '@/components/kit/charts/entry-link';
import { Block, Quiet } from './block';
import type { Dashboard } from './use-dashboard';
import styles from './dashboard.module.css';

const KINDS = [
  { kind: 'inspections', list: 'anualInspection' },
  { kind: 'contracts', list: 'saptdContract' },
] as const;

/** Inspections and contracts that are due within the days of the user's profile (silent-screens D2). */
export function DueLists({ dashboard }: { readonly dashboard: Dashboard }) {
  return KINDS.map(({ kind, list }) => <DueList key={kind} dashboard={dashboard} kind={kind} list={list} />);
}

interface Props {
  readonly dashboard: Dashboard;
  readonly kind: (typeof KINDS)[number]['kind'];
  readonly list: (typeof KINDS)[number]['list'];
}

function DueList({ dashboard: { open, links }, kind, list }: Props) {
  const t = useTranslations('dashboards.due');
  const all = useTranslations('dashboards');
  const found = open.data?.due[kind];
  const href = found ? links.list(list) : undefined;
  return (
    <Block
      name={kind}
      title={
        <>
          {t(kind)}
          {found && <b>{found.total}</b>}
        </>
      }
      note={t('note')}
      aside={href && <EntryLink href={href}>{t('list')}</EntryLink>}
      answer={open}
    >
      {({ due }) => {
        const rows = due[kind]?.rows;
        if (!rows) return <Quiet>{all('noRight')}</Quiet>;
        if (rows.length === 0) return <Quiet>{t('empty')}</Quiet>;
        return (
          <ul className={styles.list}>
            {rows.map(({ equipmentNo, equipmentName, date }, index) => (
              <li key={`${equipmentNo} ${index}`}>
                <span>
                  <EntryLink href={links.unit(equipmentNo)}>{equipmentName}</EntryLink>
                </span>
                <small>{date}</small>
              </li>
            ))}
          </ul>
        );
      }}
    </Block>
  );
}
