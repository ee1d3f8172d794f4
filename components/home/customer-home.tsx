'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Age } from '@/components/kit/ui/age';
import { CheckIcon, InfoIcon, OfflineIcon, WarningIcon } from '@/components/kit/ui/icons';
import { ErrorState, LoadingState } from '@/components/kit/ui/states';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { queryHomeBuildings } from '@/lib/features/home/contract';
import type { HomeBuildings } from '@/lib/features/home/contract';
import { verdictOf, type HomeVerdict } from '@/lib/features/home/verdict';
import type { IncidentConnection } from '@/lib/features/incidents/shared/incident-channel';
import type { Holder } from '@/lib/platform/contract/authorities';
import { useHeldSms } from '@/lib/platform/client/use-held-sms';
import { Building } from './customer-building';
import { Pager } from './pager';
import { useHomeBell } from './use-home-bell';
import styles from './customer-home.module.css';

/** What the server read for the first rendering. */
export interface FirstBuildings {
  readonly data: HomeBuildings;
  /** epoch ms */
  readonly at: number;
}

interface Props {
  readonly first?: FirstBuildings;
  readonly holder: Holder;
  /** How the page hears about changes; default: the portal's own connection. */
  readonly connection?: IncidentConnection;
}

const EVERY_MS = 60_000;

const ICONS: Readonly<Record<HomeVerdict, typeof CheckIcon>> = {
  troubled: WarningIcon,
  calm: CheckIcon,
  partly: CheckIcon,
  unknown: OfflineIcon,
  blind: InfoIcon,
  nothing: InfoIcon,
};

/**
 * A customer's buildings: what is wrong in plain words, and what is being done. When nothing is wrong, one true
 * sentence says so (readings 142).
 */
export function CustomerHome({ first, holder, connection }: Props) {
  const t = useTranslations('home.customer');
  const failureText = useFailureText();
  const [pageIndex, setPageIndex] = useState(1);
  const [readAt, setReadAt] = useState(first?.at);
  const isFirst = pageIndex === 1;
  const { data, error, refreshError, isLoading, refresh } = useHeldSms(
    queryHomeBuildings,
    { pageIndex },
    {
      fallbackData: isFirst ? first?.data : undefined,
      revalidateOnMount: !first || !isFirst,
      refreshInterval: EVERY_MS,
      onSuccess: () => setReadAt(Date.now()),
    },
  );
  useHomeBell(refresh, connection);
  if (!data)
    return error ? (
      <ErrorState title={t('failed')} text={failureText(error)} onRetry={refresh} isRetrying={isLoading} size="row" />
    ) : (
      <LoadingState size="row" />
    );
  const { buildings } = data;
  return (
    <section className={styles.customer} aria-labelledby="buildings-title" data-testid="customer-home">
      <div className={styles.head}>
        <h2 className={styles.title} id="buildings-title">
          {t('title')}
        </h2>
        <p className={styles.fresh}>
          {refreshError ? (
            <span className={styles.warning}>{t('stale')}</span>
          ) : (
            readAt !== undefined && (
              <Age at={readAt} isPrecise wrap={(age) => t('refreshed', { age })} staleAfterMs={120_000} />
            )
          )}
        </p>
      </div>
      <Sentence data={data} />
      <ul className={styles.buildings}>
        {buildings.records.map((building) => (
          <Building
            key={`${building.projectId ?? ''} ${building.buildingName ?? ''}`}
            building={building}
            showsFaults={data.showsFaults}
            showsCallbacks={data.showsCallbacks}
            holder={holder}
          />
        ))}
      </ul>
      {buildings.total > buildings.size && (
        <Pager
          page={pageIndex}
          pages={buildings.pages}
          total={t('total', { count: buildings.total })}
          onChange={setPageIndex}
        />
      )}
    </section>
  );
}

/** The one sentence about all buildings. Screen readers announce it when it changes. */
function Sentence({ data: { totals, showsFaults } }: { readonly data: HomeBuildings }) {
  const t = useTranslations('home.customer');
  const verdict = verdictOf(totals, showsFaults);
  const Icon = ICONS[verdict];
  return (
    <p className={styles.sentence} data-verdict={verdict} role="status">
      <Icon size={20} />
      <span>
        {t(`sentence.${verdict}`, { ...totals })}
        {verdict === 'troubled' && totals.unknown > 0 && t('andUnknown', { unknown: totals.unknown })}
      </span>
    </p>
  );
}
