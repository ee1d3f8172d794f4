'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { Age } from '@/components/kit/ui/age';
import { SearchOffIcon } from '@/components/kit/ui/icons';
import { SearchBox } from '@/components/kit/ui/search-box';
import { EmptyState, ErrorState, LoadingState } from '@/components/kit/ui/states';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import type { IncidentConnection } from '@/lib/features/incidents/shared/incident-channel';
import { Pager } from './pager';
import { StateFilter } from './state-filter';
import { UnitTable } from './unit-table';
import { FIRST_UNITS, UNIT_PAGE_SIZE, type FirstUnits } from './unit-query';
import { useUnitFilter } from './use-unit-filter';
import { useUnits } from './use-units';
import styles from './unit-finder.module.css';
import type { Holder } from '@/lib/platform/contract/authorities';

interface Props {
  readonly first?: FirstUnits;
  readonly holder: Holder;
  /** How the page hears about changes; default: the portal's own connection. */
  readonly connection?: IncidentConnection;
}

/** The caller's units with their state, searchable by name, number and state. Each opens its live page. */
export function UnitFinder({ first, holder, connection }: Props) {
  const t = useTranslations('home.units');
  const failureText = useFailureText();
  const [filter, setFilter] = useUnitFilter();
  const { units, statuses, counts } = useUnits(filter, first, connection);
  const rows = units.data?.records ?? [];
  const total = units.data?.total ?? 0;
  const isFiltered = filter.key !== '' || filter.state !== 'all' || filter.page > 1;
  const clear = (
    <Button size="small" onClick={() => setFilter(FIRST_UNITS)}>
      {t('clear')}
    </Button>
  );

  return (
    <section className={styles.finder} aria-labelledby="units-title">
      <div className={styles.head}>
        <h2 className={styles.title} id="units-title">
          {t('title')}
        </h2>
        <p className={styles.fresh}>
          {statuses.error ? (
            <span className={styles.warning}>{t('statusFailed')}</span>
          ) : (
            statuses.at !== undefined && (
              <Age at={statuses.at} isPrecise wrap={(age) => t('refreshed', { age })} staleAfterMs={60_000} />
            )
          )}
        </p>
      </div>
      <StateFilter value={filter.state} counts={counts} onChange={(state) => setFilter({ state })} />
      <div className={styles.search}>
        <SearchBox value={filter.key} label={t('search')} onSearch={(key) => setFilter({ key })} />
      </div>
      <div className={styles.body} aria-busy={units.isLoading} data-waiting={units.isLoading || undefined}>
        {units.error ? (
          <ErrorState
            title={t('failed')}
            text={failureText(units.error)}
            onRetry={units.refresh}
            isRetrying={units.isLoading}
            size="row"
          />
        ) : !units.data ? (
          <LoadingState size="row" />
        ) : rows.length > 0 ? (
          <UnitTable rows={rows} statuses={statuses.data} holder={holder} />
        ) : isFiltered ? (
          <EmptyState
            icon={<SearchOffIcon />}
            title={filter.key ? t('noMatch', { key: filter.key }) : t('noState')}
            text={t('noMatchHint')}
            action={clear}
            size="row"
          />
        ) : (
          <EmptyState title={t('empty')} text={t('emptyHint')} size="row" />
        )}
      </div>
      {total > UNIT_PAGE_SIZE && (
        <Pager
          page={filter.page}
          pages={Math.ceil(total / UNIT_PAGE_SIZE)}
          total={t('total', { count: total })}
          onChange={(page) => setFilter({ page })}
        />
      )}
    </section>
  );
}
