'use client';

import IconButton from '@mui/material/IconButton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslations } from 'next-intl';
import { Fragment, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ChevronDownIcon, ChevronRightIcon } from '@/components/kit/ui/icons';
import { cellOf } from './cell';
import { ACTIONS, CARDS, ROW_TOOLS, type Column, type TableView } from './columns';
import { HeadWords } from './head-words';
import type { Sort } from './list-query';
import type { OpenDetails } from './row-detail';
import { measureWords, tracksOf } from './widths';
import styles from './plain-table.module.css';

interface Props<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly rowHeight: number;
  readonly sort: Sort;
  readonly details?: OpenDetails<Row>;
  /** px, where a person drew a column. */
  readonly widths?: TableView['widths'];
  /** What the words of these rows need, before anything is painted; on phones nobody asks. @param room px of the table */
  readonly onMeasured?: (words: Readonly<Record<string, number>>, room: number) => void;
}

const NO_WIDTHS: TableView['widths'] = {};

/** Columns that an upright sheet has room for. */
const UPRIGHT = 10;

/** Values of a record that a card shows beside its title, in two lines of two. */
const ON_CARD = 4;

/** What a card shows before somebody asks for the whole record: the columns that say so, else the first ones. */
function fieldsOnCard<Row>(columns: readonly Column<Row>[], titleAt: number): ReadonlySet<string> {
  const values = columns.filter(({ field }, index) => index !== titleAt && !ROW_TOOLS.has(field) && field !== ACTIONS);
  const chosen = values.filter(({ onCard }) => onCard !== undefined);
  return new Set((chosen.length > 0 ? chosen : values.slice(0, ON_CARD)).map(({ field }) => field));
}

interface WholeProps {
  readonly name: string;
  readonly isWhole: boolean;
  readonly onToggle: () => void;
}

/** Shows the rest of a record on its card. Wide tables show everything and have none. */
function Whole({ name, isWhole, onToggle }: WholeProps) {
  const t = useTranslations('list.row');
  const label = t(isWhole ? 'less' : 'whole', { name });
  return (
    <span className={styles.whole}>
      <IconButton size="small" aria-label={label} title={label} aria-expanded={isWhole} onClick={onToggle}>
        {isWhole ? <ChevronDownIcon size={16} /> : <ChevronRightIcon size={16} />}
      </IconButton>
    </span>
  );
}

/**
 * The rows as a plain table: what the server draws, before the grid is there, and what phones keep. Where the room is
 * narrow each row is a card of three lines: title, four values, the main action; the rest comes on request.
 */
export function PlainTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  rowHeight,
  sort,
  details,
  widths = NO_WIDTHS,
  onMeasured,
}: Props<Row>) {
  const table = useRef<HTMLTableElement>(null);
  const titleAt = Math.max(
    0,
    columns.findIndex(({ isTitle }) => isTitle),
  );
  const isPhone = useMediaQuery(CARDS);
  const report = useRef(onMeasured);
  useEffect(() => {
    report.current = onMeasured;
  });
  const fields = columns.map(({ field }) => field).join(' ');
  useLayoutEffect(() => {
    const { current } = table;
    if (!current || isPhone || matchMedia(CARDS).matches) return;
    report.current?.(measureWords(current), current.parentElement?.clientWidth ?? 0);
  }, [fields, isPhone]);
  const [whole, setWhole] = useState<ReadonlySet<string>>(new Set());
  const toggle = (row: Row) =>
    setWhole((before) => {
      const next = new Set(before);
      if (!next.delete(rowKey(row))) next.add(rowKey(row));
      return next;
    });
  const nameOf = (row: Row) => {
    const title = columns[titleAt]?.cell(row);
    return typeof title === 'string' ? title : rowKey(row);
  };
  const shown = fieldsOnCard(columns, titleAt);
  const isMore = (field: string, index: number) =>
    index !== titleAt && field !== ACTIONS && !ROW_TOOLS.has(field) && !shown.has(field);
  const hasMore = columns.some(({ field }, index) => isMore(field, index));
  return (
    <div className={styles.scroller} tabIndex={-1}>
      <table
        ref={table}
        className={styles.table}
        aria-label={label}
        data-many={columns.length > UPRIGHT || undefined}
        data-becomes-grid={onMeasured !== undefined || undefined}
        style={
          { '--row-height': `${rowHeight}px`, '--columns': tracksOf(columns, widths).join(' ') } as React.CSSProperties
        }
      >
        <thead>
          <tr>
            {columns.map(({ field, label: name, head, align }) => (
              <th
                key={field}
                scope="col"
                data-field={field}
                data-align={align}
                aria-sort={sort.field === field ? (sort.order === 'asc' ? 'ascending' : 'descending') : undefined}
              >
                {head ?? <HeadWords>{name}</HeadWords>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Fragment key={rowKey(row)}>
              <tr data-row={rowKey(row)} data-whole={whole.has(rowKey(row)) || undefined}>
                {columns.map(({ field, label: name, cell, isSentence, align, onCard, flex }, index) => {
                  const content = <div className={styles.cell}>{cellOf({ cell, isSentence }, row)}</div>;
                  return index === titleAt ? (
                    <th key={field} scope="row" data-field={field} data-gives={flex}>
                      {content}
                      {isPhone && hasMore && (
                        <Whole name={nameOf(row)} isWhole={whole.has(rowKey(row))} onToggle={() => toggle(row)} />
                      )}
                    </th>
                  ) : (
                    <td
                      key={field}
                      data-field={field}
                      data-gives={flex}
                      data-align={align}
                      data-label={name}
                      data-more={isMore(field, index) || undefined}
                      data-on-card={onCard}
                    >
                      {content}
                    </td>
                  );
                })}
              </tr>
              {details?.isOpen(row) && (
                <tr className={styles.detail}>
                  <td colSpan={columns.length}>{details.draw(row)}</td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}
