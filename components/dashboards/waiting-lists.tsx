'use client';

import { useLocale, useTranslations } from 'next-intl';
import { EntryLink } from '@/components/kit/charts/entry-link';
import { queryEquipment } from '@/lib/features/equipment/contract';
import { querySymptoms } from '@/lib/features/symptoms/contract';
import { titleFor } from '@/lib/features/symptoms/shared/shown-title';
import { WAITING_STATES } from '@/lib/live/detector/symptom-state';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { Block, Quiet } from './block';
import type { DashboardLinks, Units } from './dashboard-links';
import { useAnswer } from './use-answer';
import styles from './dashboard.module.css';

interface Props {
  readonly holder: Holder;
  readonly units: Units;
  readonly links: DashboardLinks;
}

const SHOWN = 8;

/** The filters of the lists themselves, so that their total is the number. */
const narrowed = ({ branchCode, projectIds }: Units) => ({
  ...(branchCode ? { branchCode: [branchCode] } : {}),
  ...(projectIds ? { projectId: [...projectIds] } : {}),
});
/** Without a project there is nothing to list; an empty filter would list everything. */
const isSome = ({ projectIds }: Units) => projectIds === null || projectIds.length > 0;

/** Open diagnoses of the units, newest first (silent-screens D3). */
export function OpenDiagnoses({ holder, units, links }: Props) {
  const t = useTranslations('dashboards.diagnoses');
  const all = useTranslations('dashboards');
  const titleOf = titleFor(useTranslations('symptoms'), holder, useLocale() === 'en');
  const maySee = may(holder, querySymptoms);
  const answer = useAnswer(
    querySymptoms,
    maySee && isSome(units)
      ? {
          categoryList: ['D'],
          symptomStateList: [...WAITING_STATES],
          ...narrowed(units),
          pageIndex: 1,
          pageSize: SHOWN,
          sortField: 'createDate',
          sortOrder: 'desc',
        }
      : null,
  );
  if (!maySee) return <Denied title={t('title')}>{all('noRight')}</Denied>;
  const href = links.symptoms({ categoryList: 'D' });
  return (
    <Block
      name="diagnoses"
      title={<Counted title={t('title')} total={answer.data?.total} href={href} />}
      answer={answer}
    >
      {({ records }) =>
        records.length === 0 ? (
          <Quiet>{t('empty')}</Quiet>
        ) : (
          <ul className={styles.list}>
            {records.map(({ symptomId, equipmentText, symptomTitle, createDate }) => (
              <li key={symptomId}>
                <span className={styles.named}>
                  <EntryLink href={links.symptom(symptomId)}>{equipmentText}</EntryLink> {titleOf({ symptomTitle })}
                </span>
                <small>{createDate.slice(5, 16)}</small>
              </li>
            ))}
          </ul>
        )
      }
    </Block>
  );
}

/** Units that are offline, and nothing worse. */
export function SilentUnits({ holder, units, links }: Props) {
  const t = useTranslations('dashboards.silent');
  const all = useTranslations('dashboards');
  const maySee = may(holder, queryEquipment);
  const answer = useAnswer(
    queryEquipment,
    maySee && isSome(units)
      ? {
          state: 'offline',
          ...narrowed(units),
          pageIndex: 1,
          pageSize: SHOWN,
          sortField: 'equipmentName',
          sortOrder: 'asc',
        }
      : null,
  );
  if (!maySee) return <Denied title={t('title')}>{all('noRight')}</Denied>;
  return (
    <Block
      name="silent"
      title={<Counted title={t('title')} total={answer.data?.total} href={links.units({ state: 'offline' })} />}
      answer={answer}
    >
      {({ records }) =>
        records.length === 0 ? (
          <Quiet>{t('empty')}</Quiet>
        ) : (
          <ul className={styles.list}>
            {records.map(({ equipmentNo, equipmentName, branchName }) => (
              <li key={equipmentNo}>
                <span>
                  <EntryLink href={links.unit(equipmentNo)}>{equipmentName}</EntryLink>
                </span>
                <small>{branchName}</small>
              </li>
            ))}
          </ul>
        )
      }
    </Block>
  );
}

function Counted({
  title,
  total,
  href,
}: {
  readonly title: string;
  readonly total: number | undefined;
  readonly href: string | undefined;
}) {
  return (
    <>
      {title}
      {total !== undefined && (
        <b>
          <EntryLink href={total > 0 ? href : undefined}>{total}</EntryLink>
        </b>
      )}
    </>
  );
}

function Denied({ title, children }: { readonly title: string; readonly children: string }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <Quiet>{children}</Quiet>
    </section>
  );
}
