'use client';

import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import type { Column } from '@/components/kit/list/columns';
import { FilterBar, FilterSelect, FilterText } from '@/components/kit/list/filter-bar';
import { Pager } from '@/components/kit/list/pager';
import { PlainTable } from '@/components/kit/list/plain-table';
import { RowAction, RowActions } from '@/components/kit/list/row-actions';
import { ConfirmDialog } from '@/components/kit/ui/confirm-dialog';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { PropertyList } from '@/components/kit/ui/property-list';
import { EmptyState, LoadingState } from '@/components/kit/ui/states';
import type { StatusKind } from '@/components/kit/ui/status';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { saveFile } from '@/lib/platform/client/save-file';
import { formatDateTime, formatTime } from '@/lib/platform/i18n/format';
import {
  keptDays,
  lineOf,
  LOG_LEVELS,
  LOG_MODULES,
  MAX_DAY_BYTES,
  type LocalLogEntry,
  type LogLevel,
} from '@/lib/platform/local-log/rules';
import { clearEntries, readDay } from '@/lib/platform/local-log/store';
import styles from './local-log.module.css';
import { useLocalLog } from './use-local-log';

const LOOK: Readonly<Record<LogLevel, StatusKind>> = {
  debug: 'unknown',
  info: 'normal',
  warn: 'attention',
  error: 'fault',
};
const SORT = { field: 'at', order: 'desc' } as const;
const MEGABYTE = 1024 * 1024;
const ROW_HEIGHT = 42;

const keep = (name: string, text: string) => saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), name);

const textOf = (entries: readonly LocalLogEntry[]) => entries.map((entry) => lineOf(entry, formatDateTime)).join('\n');
const pretty = (details: string) => {
  try {
    return JSON.stringify(JSON.parse(details), null, 2);
  } catch {
    return details;
  }
};

/** The log that this browser keeps for the signed-in user (silent-screens B6). It makes no calls. */
export function LocalLogPanel({ username }: { readonly username: string }) {
  const t = useTranslations('localLog');
  const common = useTranslations('common.action');
  const [days] = useState(() => keptDays(Date.now()));
  const [filters, setFilters] = useState({ day: days[0] ?? '', level: '', module: '', key: '' });
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(15);
  const [shown, setShown] = useState<LocalLogEntry>();
  const [asked, setAsked] = useState<'day' | 'all'>();
  const day = filters.day || (days[0] ?? '');
  const { state, refresh } = useLocalLog(username, day);
  const all = state.kind === 'ready' ? state.entries : [];
  const key = filters.key.toLowerCase();
  const found = all.filter(
    (entry) =>
      (filters.level === '' || entry.level === filters.level) &&
      (filters.module === '' || entry.module === filters.module) &&
      (key === '' || `${entry.message} ${entry.details}`.toLowerCase().includes(key)),
  );
  const used = all.reduce((sum, entry) => sum + entry.size, 0);

  const columns = useMemo<readonly Column<LocalLogEntry>[]>(
    () => [
      {
        field: 'at',
        label: t('column.at'),
        cell: (entry) => (
          <RowActions>
            <RowAction label={t('open', { time: formatTime(entry.at) })} onClick={() => setShown(entry)}>
              {formatTime(entry.at)}
            </RowAction>
          </RowActions>
        ),
      },
      {
        field: 'level',
        label: t('column.level'),
        onCard: 2,
        cell: (entry) => (
          <StatusPill status={LOOK[entry.level]} look="plain">
            {t(`level.${entry.level}`)}
          </StatusPill>
        ),
      },
      { field: 'module', label: t('column.module'), onCard: 3, cell: (entry) => t(`module.${entry.module}`) },
      {
        field: 'message',
        label: t('column.message'),
        onCard: 1,
        minWidth: 240,
        flex: true,
        cell: (entry) => entry.message,
      },
    ],
    [t],
  );

  const exportAll = async () => {
    const entries = (await Promise.all([...days].reverse().map((one) => readDay(username, one)))).flat();
    keep(
      `locallog-${(days.at(-1) ?? '').replaceAll('-', '')}-${(days[0] ?? '').replaceAll('-', '')}.txt`,
      textOf(entries),
    );
  };
  const clear = async () => {
    await clearEntries(username, asked === 'day' ? day : undefined).catch(() => undefined);
    setAsked(undefined);
    setPage(1);
    await refresh();
  };

  if (state.kind === 'blocked') return <EmptyState title={t('blocked')} size="block" />;
  const last = Math.max(1, Math.ceil(found.length / size));
  return (
    <>
      <p className={styles.note}>{t('note')}</p>
      <FilterBar
        values={filters}
        unfiltered={{ day: days[0] ?? '', level: '', module: '', key: '' }}
        onSearch={(next) => {
          setFilters({ ...next, day: next.day || (days[0] ?? '') });
          setPage(1);
        }}
      >
        <FilterSelect
          name="day"
          label={t('filter.day')}
          hasAll={false}
          choices={days.map((value) => ({ value, label: value }))}
        />
        <FilterSelect
          name="level"
          label={t('filter.level')}
          choices={LOG_LEVELS.map((value) => ({ value, label: t(`level.${value}`) }))}
        />
        <FilterSelect
          name="module"
          label={t('filter.module')}
          choices={LOG_MODULES.map((value) => ({ value, label: t(`module.${value}`) }))}
        />
        <FilterText name="key" label={t('filter.key')} />
      </FilterBar>
      <div className={styles.tools}>
        <div className={styles.usage}>
          <LinearProgress
            variant="determinate"
            value={Math.min(100, (used / MAX_DAY_BYTES) * 100)}
            aria-label={t('usageLabel')}
          />
          <span>{t('usage', { used: (used / MEGABYTE).toFixed(1), max: MAX_DAY_BYTES / MEGABYTE })}</span>
        </div>
        <div className={styles.buttons}>
          <Button
            size="small"
            disabled={all.length === 0}
            onClick={() => keep(`locallog-${day.replaceAll('-', '')}.txt`, textOf([...all].reverse()))}
          >
            {t('action.exportDay')}
          </Button>
          <Button size="small" onClick={() => void exportAll()}>
            {t('action.exportAll')}
          </Button>
          <Button size="small" disabled={all.length === 0} onClick={() => setAsked('day')}>
            {t('action.clearDay')}
          </Button>
          <Button size="small" onClick={() => setAsked('all')}>
            {t('action.clearAll')}
          </Button>
        </div>
      </div>
      <div className={styles.list}>
        {state.kind === 'loading' ? (
          <LoadingState size="row" />
        ) : found.length === 0 ? (
          <EmptyState title={t('empty')} size="row" />
        ) : (
          <>
            <PlainTable
              label={t('title')}
              columns={columns}
              rows={found.slice((page - 1) * size, page * size)}
              rowKey={(entry) => `${entry.at}-${entry.message}-${found.indexOf(entry)}`}
              rowHeight={ROW_HEIGHT}
              sort={SORT}
            />
            <Pager
              page={Math.min(page, last)}
              size={size}
              total={found.length}
              onPage={setPage}
              onSize={(next) => {
                setSize(next);
                setPage(1);
              }}
            />
          </>
        )}
      </div>
      {shown && (
        <DetailDialog title={t('detail')} width="sm" onClose={() => setShown(undefined)}>
          <PropertyList
            isLined
            items={[
              { key: 'at', label: t('column.at'), value: formatDateTime(shown.at) },
              { key: 'level', label: t('column.level'), value: t(`level.${shown.level}`) },
              { key: 'module', label: t('column.module'), value: t(`module.${shown.module}`) },
              { key: 'message', label: t('column.message'), value: shown.message },
            ]}
          />
          {shown.details && (
            <pre className={styles.details} tabIndex={0} aria-label={t('detail')}>
              {pretty(shown.details)}
            </pre>
          )}
        </DetailDialog>
      )}
      {asked && (
        <ConfirmDialog
          isOpen
          isDangerous
          title={t(asked === 'day' ? 'confirm.clearDay' : 'confirm.clearAll')}
          text={asked === 'day' ? t('confirm.clearDayText', { day }) : t('confirm.clearAllText')}
          confirmLabel={common('clear')}
          onConfirm={clear}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
