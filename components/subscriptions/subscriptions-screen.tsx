'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { parseAsString, useQueryState } from 'nuqs';
import { useMemo, useState, type ReactNode } from 'react';
import { ROW_HEIGHTS } from '@/components/kit/list/columns';
import { FilterBar, FilterText } from '@/components/kit/list/filter-bar';
import { ListPage } from '@/components/kit/list/list-page';
import { PAGE_SIZES } from '@/components/kit/list/list-query';
import { Pager } from '@/components/kit/list/pager';
import { PlainTable } from '@/components/kit/list/plain-table';
import { Age } from '@/components/kit/ui/age';
import { Check } from '@/components/kit/ui/check';
import { ConfirmDialog } from '@/components/kit/ui/confirm-dialog';
import { OfflineIcon, RefreshIcon, SearchOffIcon } from '@/components/kit/ui/icons';
import { EmptyState, ErrorState, LoadingState } from '@/components/kit/ui/states';
import { toast } from '@/components/kit/ui/toast';
import type { SubscriptionRow, UnsubscribeItem } from '@/lib/live/realtime/shared/events';
import { numbersOf } from './numbers';
import { useStreamColumns } from './use-stream-columns';
import { useStreams, type StreamsConnection } from './use-streams';
import styles from './subscriptions.module.css';
import type { Holder } from '@/lib/platform/contract/authorities';

interface Props {
  readonly holder: Holder;
  /** Above the list: what this browser receives itself. */
  readonly above?: ReactNode;
  /** How the page connects to the live server; default: the portal's own. */
  readonly connection?: StreamsConnection;
}

/** The action that waits for confirmation: all streams, the chosen ones, or the end of one. */
type UnsubscribeQuestion =
  | { readonly kind: 'all' }
  | { readonly kind: 'chosen'; readonly rows: readonly SubscriptionRow[] }
  | { readonly kind: 'end'; readonly row: SubscriptionRow };

const MAX_FILTER = 8000;
const MOST_USERS = { field: 'clientSize', order: 'desc' } as const;
const itemOf = ({ equipmentNo, equipmentType }: SubscriptionRow, refresh?: true): UnsubscribeItem => ({
  equipmentNo,
  equipmentType,
  ...(refresh ? { refresh } : {}),
});

/** Who watches which unit live, and the means to refresh or end it (doc3 §2.8, silent-screens B9). */
export function SubscriptionsScreen({ holder, above, connection }: Props) {
  const t = useTranslations('subscriptions');
  const common = useTranslations('common');
  const [filter, setFilter] = useQueryState('equipmentNo', parseAsString.withDefault(''));
  const numbers = useMemo(() => numbersOf(filter), [filter]);
  const streams = useStreams(numbers, () => toast.error(t('denied')), connection);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [place, setPlace] = useState<{ page: number; size: number }>({ page: 1, size: PAGE_SIZES[0] });
  const [question, setQuestion] = useState<UnsubscribeQuestion>();

  const { rows, state } = streams;
  const pages = Math.max(1, Math.ceil((rows?.length ?? 0) / place.size));
  const page = Math.min(place.page, pages);
  const shown = rows?.slice((page - 1) * place.size, page * place.size) ?? [];
  const chosenRows = rows?.filter(({ equipmentNo }) => chosen.has(equipmentNo)) ?? [];
  const choose = (some: readonly SubscriptionRow[], isChosen: boolean) =>
    setChosen((before) => {
      const next = new Set(before);
      for (const { equipmentNo } of some)
        if (isChosen) next.add(equipmentNo);
        else next.delete(equipmentNo);
      return next;
    });
  const columns = useStreamColumns(holder, chosen, choose, (row) => setQuestion({ kind: 'end', row }));
  const answer = async (asked: UnsubscribeQuestion) => {
    const items =
      asked.kind === 'all'
        ? []
        : asked.kind === 'end'
          ? [itemOf(asked.row)]
          : asked.rows.map((row) => itemOf(row, true));
    const { isDone, message } = await streams.send(items);
    setQuestion(undefined);
    if (!isDone) return void toast.error(message || t('noAnswer'));
    setChosen(new Set());
    toast.success(common('success.operation'));
  };

  const isReady = state === 'ready';
  const body = () => {
    if (state === 'disconnected')
      return (
        <ErrorState
          icon={<OfflineIcon />}
          title={t('disconnected')}
          text={t('disconnectedHint')}
          onRetry={streams.retry}
          size="row"
        />
      );
    if (!rows) return <LoadingState title={t('connecting')} size="row" />;
    if (rows.length === 0)
      return filter === '' ? (
        <EmptyState title={t('empty')} text={t('emptyHint')} size="row" />
      ) : (
        <EmptyState icon={<SearchOffIcon />} title={t('noMatch')} size="row" />
      );
    return (
      <PlainTable
        label={t('table')}
        columns={columns}
        rows={shown}
        rowKey={({ equipmentNo }) => equipmentNo}
        rowHeight={ROW_HEIGHTS.standard}
        sort={MOST_USERS}
      />
    );
  };

  return (
    <ListPage
      title={t('title')}
      actions={
        <>
          <Button
            startIcon={<RefreshIcon size={16} />}
            disabled={!isReady || chosenRows.length === 0}
            onClick={() => setQuestion({ kind: 'chosen', rows: chosenRows })}
          >
            {t('refreshChosen')}
          </Button>
          <Button
            startIcon={<RefreshIcon size={16} />}
            disabled={!isReady || !rows}
            onClick={() => setQuestion({ kind: 'all' })}
          >
            {t('refreshAll')}
          </Button>
        </>
      }
    >
      {above}
      <FilterBar
        values={{ equipmentNo: filter }}
        onSearch={({ equipmentNo }) => {
          setPlace(({ size }) => ({ page: 1, size }));
          // Repeating the same search means that the user wants fresh data.
          if (equipmentNo === filter) void streams.load();
          else void setFilter(equipmentNo || null);
        }}
      >
        <FilterText name="equipmentNo" label={t('filter')} maxLength={MAX_FILTER} />
      </FilterBar>
      <section className={styles.panel} aria-label={t('table')}>
        <div className={styles.tools}>
          <label className={styles.all}>
            <Check
              disabled={!isReady || shown.length === 0}
              checked={shown.length > 0 && shown.every(({ equipmentNo }) => chosen.has(equipmentNo))}
              onChange={(event) => choose(shown, event.target.checked)}
            />
            {t('choosePage')}
          </label>
          <span aria-live="polite">{t('chosen', { count: chosenRows.length })}</span>
          <span className={styles.note}>
            {state === 'connecting' && rows
              ? t('connecting')
              : streams.at !== undefined && (
                  <Age at={streams.at} isPrecise wrap={(age) => common('age.updated', { age })} />
                )}
          </span>
        </div>
        <div className={styles.body}>{body()}</div>
        {rows && isReady && (
          <Pager
            page={page}
            size={place.size}
            total={rows.length}
            onPage={(next) => setPlace({ page: next, size: place.size })}
            onSize={(size) => setPlace({ page: 1, size })}
          />
        )}
      </section>
      {question && (
        <ConfirmDialog
          isOpen
          isDangerous={question.kind !== 'all'}
          onConfirm={() => answer(question)}
          onClose={() => setQuestion(undefined)}
          title={t(`confirm.${question.kind}.title`)}
          text={
            question.kind === 'all'
              ? t('confirm.all.text')
              : question.kind === 'chosen'
                ? t('confirm.chosen.text', { count: question.rows.length })
                : t('confirm.end.text', { no: question.row.equipmentNo, count: question.row.clientSize })
          }
          confirmLabel={t(`confirm.${question.kind}.yes`)}
        />
      )}
    </ListPage>
  );
}
