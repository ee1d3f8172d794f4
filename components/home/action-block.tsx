'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useIncidentTasks, type IncidentTasks } from '@/components/incidents/shared/use-incident-tasks';
import { later } from '@/components/kit/layout/later';
import { Age } from '@/components/kit/ui/age';
import { CheckIcon, OfflineIcon } from '@/components/kit/ui/icons';
import { EmptyState, ErrorState, LoadingState } from '@/components/kit/ui/states';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { queryDuty } from '@/lib/features/incidents/duty-contract';
import type { HomeDay } from '@/lib/features/home/contract';
import { INCIDENTS_SHOWN, type FirstIncidents } from '@/lib/features/home/first-data';
import type { IncidentConnection } from '@/lib/features/incidents/shared/incident-channel';
import type { IncidentRow } from '@/lib/features/incidents/contract';
import { useIncidentCounts, useIncidents } from '@/lib/features/incidents/shared/use-incidents';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { hrefOf, mayOpen, routeOf } from '@/lib/routes';
import { ActionRow } from './action-row';
import styles from './action-block.module.css';

const DispatchDialog = later(
  async () => (await import('@/components/incidents/shared/dispatch-dialog')).DispatchDialog,
  ['callbacks', 'incidents'],
);

interface Props {
  readonly first?: FirstIncidents;
  readonly holder: Holder;
  /** What was done today; undefined while unknown, or when the reader may not see it. */
  readonly day: HomeDay | undefined;
  /** False: the data strategy withholds faults, so none are known. */
  readonly showsFaults: boolean;
  /** How the page hears about changes; default: the portal's own connection. */
  readonly connection?: IncidentConnection;
}

/**
 * What needs a person now: trapped, faulty and disconnected units, worst first (readings 135), each with one next step.
 */
export function ActionBlock({ first, holder, day, showsFaults, connection }: Props) {
  const t = useTranslations('home.action');
  const failureText = useFailureText();
  const [readAt, setReadAt] = useState(first?.at);
  const { data, error, isValidating, mutate } = useIncidents(
    { pageSize: INCIDENTS_SHOWN },
    { fallbackData: first?.page, revalidateOnMount: !first, onSuccess: () => setReadAt(Date.now()) },
    connection,
  );
  const tasks = useIncidentTasks(holder, mutate);
  const total = data?.total ?? 0;
  return (
    <section className={styles.block} aria-labelledby="action-title" data-testid="needs-action">
      <div className={styles.head}>
        <h2 className={styles.title} id="action-title">
          {t('title')} {data && <span className={styles.count}>{total}</span>}
        </h2>
        <p className={styles.order}>{t('order')}</p>
        <p className={styles.fresh}>
          {error && data ? (
            <span className={styles.warning}>{t('stale')}</span>
          ) : (
            readAt !== undefined && (
              <Age at={readAt} isPrecise wrap={(age) => t('refreshed', { age })} staleAfterMs={120_000} />
            )
          )}
        </p>
      </div>
      {!data ? (
        error ? (
          <ErrorState
            title={t('failed')}
            text={failureText(error)}
            onRetry={() => void mutate()}
            isRetrying={isValidating}
            size="row"
          />
        ) : (
          <LoadingState size="row" />
        )
      ) : (
        total > 0 && <ActionTable {...{ holder, readAt, tasks }} rows={data.records} />
      )}
      <Foot
        {...{ first, holder, day, showsFaults, connection }}
        isCalm={data !== undefined && total === 0}
        rest={total - (data?.records.length ?? 0)}
      />
      {tasks.dispatch && <DispatchDialog holder={holder} dispatch={tasks.dispatch} onClose={tasks.closeDispatch} />}
    </section>
  );
}

const COLUMNS = ['state', 'unit', 'reason', 'floor', 'lasting', 'callback', 'technician', 'sla'] as const;

interface IncidentTableProps {
  readonly rows: readonly IncidentRow[];
  readonly readAt: number | undefined;
  readonly holder: Holder;
  readonly tasks: IncidentTasks;
}

function ActionTable({ rows, readAt, holder, tasks }: IncidentTableProps) {
  const t = useTranslations('home.action');
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" className={styles[column]}>
              {t(`column.${column}`)}
            </th>
          ))}
          <th scope="col" className={styles.act}>
            <span className="visually-hidden">{t('column.act')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <ActionRow
            key={row.equipmentNo}
            row={row}
            readAt={readAt}
            holder={holder}
            isFirst={index === 0}
            isBusy={tasks.busy === row.equipmentNo}
            onSend={(chosen) => void tasks.send(chosen)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface FootProps extends Props {
  /** None of the states that are checked occurs. */
  readonly isCalm: boolean;
  /** Incidents that are not shown. */
  readonly rest: number;
}

/** What else is known: further incidents, units without current values, and what was done today. */
function Foot({ first, holder, day, showsFaults, connection, isCalm, rest }: FootProps) {
  const t = useTranslations('home.action');
  const { data: counts } = useIncidentCounts({}, connection);
  const list = routeOf('callbacklist');
  const mayList = list.isBuilt && mayOpen(holder, list);
  const offline = counts?.offline ?? first?.offline;
  return (
    <>
      {isCalm && (
        <EmptyState
          icon={showsFaults && offline === 0 ? <CheckIcon /> : <OfflineIcon />}
          title={t(showsFaults ? 'none' : 'noneOfShown')}
          text={offline ? t('noneButOffline', { count: offline }) : undefined}
          size="row"
        />
      )}
      <p className={styles.foot}>
        {rest > 0 && (
          <span>
            {t.rich('rest', { count: rest, b: (text) => <b>{text}</b> })}{' '}
            {may(holder, queryDuty) && mayList && <a href={hrefOf('callbacklist', { tab: 'duty' })}>{t('restLink')}</a>}
          </span>
        )}
        {offline !== undefined && !isCalm && (
          <span>{t.rich('offline', { count: offline, b: (text) => <b>{text}</b> })}</span>
        )}
        {day && <span>{t.rich('done', { count: day.doneTotal, b: (text) => <b>{text}</b> })}</span>}
        {mayList && <a href={list.path}>{t('allCallbacks')}</a>}
      </p>
    </>
  );
}
