'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useState, type CSSProperties } from 'react';
import { EntryLink } from '@/components/kit/charts/entry-link';
import { StatusShapeMark } from '@/components/kit/ui/status-shape';
import type { MapLevel } from '@/lib/features/map/shared/drill-down';
import { sharePercent, type Counted, type MapRow } from './map-rows';
import { OpenCalls } from './open-calls';
import { useRowWords } from './use-row-words';
import styles from './area-table.module.css';

/** The lists behind the numbers of a row; absent: there is none, or the reader may not open it. */
export interface RowLinks {
  readonly units?: string | undefined;
  readonly calls?: string | undefined;
  readonly unhealthy?: string | undefined;
}

interface Props {
  readonly level: MapLevel;
  readonly rows: readonly MapRow[];
  /** All of them together. */
  readonly sum: Counted;
  readonly sumLinks: RowLinks;
  readonly linksOf: (row: MapRow) => RowLinks;
  readonly marked: string | undefined;
  readonly onMark: (key: string | undefined) => void;
  readonly onEnter: (row: MapRow) => void;
}

/** More rows are drawn when somebody asks for them. */
const ROWS = 40;
/** The bar is full at this share, percent: the tenth stands in its middle. */
const FULL = 20;

/** What the map shows, in words: the way for the keyboard and screen readers. */
export function AreaTable({ level, rows, sum, sumLinks, linksOf, marked, onMark, onEnter }: Props) {
  const t = useTranslations('map');
  const format = useFormatter();
  const { wordsOf, shareOf } = useRowWords();
  const [limit, setLimit] = useState(ROWS);
  const hasHealth = rows.some(({ unhealthy }) => unhealthy !== undefined);
  const numbers = (counted: Counted, { units, calls, unhealthy }: RowLinks) => (
    <>
      <td data-number="total">
        <EntryLink href={units}>{format.number(counted.total)}</EntryLink>
      </td>
      <td data-number="malfunction">
        <OpenCalls counted={counted} href={calls} />
      </td>
      {hasHealth && (
        <td data-number="unhealthy">
          <EntryLink href={unhealthy}>{format.number(counted.unhealthy ?? 0)}</EntryLink>
        </td>
      )}
    </>
  );
  return (
    <div className={styles.scroll} role="group" aria-label={t('table')} tabIndex={0}>
      <table className={styles.table} onPointerLeave={() => onMark(undefined)}>
        <caption className="visually-hidden">{t('table')}</caption>
        <thead>
          <tr>
            <th scope="col">{t(level === 'buildings' ? 'column.building' : 'column.area')}</th>
            <th scope="col">{t('column.total')}</th>
            <th scope="col">{t('column.malfunction')}</th>
            {hasHealth && <th scope="col">{t('column.unhealthy')}</th>}
            <th scope="col">{t('column.share')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, limit).map((row) => (
            <tr
              key={row.key}
              data-area={row.key}
              data-alarm={row.alarm}
              data-trapped={row.trapped || undefined}
              data-marked={row.key === marked || undefined}
              onPointerEnter={() => onMark(row.key)}
            >
              <th scope="row">
                <button type="button" onClick={() => onEnter(row)} onFocus={() => onMark(row.key)}>
                  {wordsOf(row)}
                </button>
                {row.trapped && (
                  <span className={styles.trapped}>
                    <StatusShapeMark status="trapped" size={11} />
                    {t('trapped')}
                  </span>
                )}
              </th>
              {numbers(row, linksOf(row))}
              <td>
                <span className={styles.share}>
                  <Bar row={row} />
                  {shareOf(row)}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('sum')}</th>
            {numbers(sum, sumLinks)}
            <td>{shareOf(sum)}</td>
          </tr>
        </tfoot>
      </table>
      {rows.length > limit && (
        <button type="button" className={styles.more} onClick={() => setLimit((before) => before + 10 * ROWS)}>
          {t('moreRows', { count: rows.length - limit })}
        </button>
      )}
    </div>
  );
}

function Bar({ row }: { readonly row: MapRow }) {
  const share = sharePercent(row);
  if (share === null) return null;
  return (
    <span
      className={styles.bar}
      style={{ '--share': `${Math.min(100, (share / FULL) * 100)}%` } as CSSProperties}
      aria-hidden="true"
    >
      <i />
    </span>
  );
}
