'use client';

import IconButton from '@mui/material/IconButton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslations } from 'next-intl';
import { Fragment, useState } from 'react';
import { ChevronDownIcon, ChevronRightIcon } from '@/components/kit/ui/icons';
import { cellOf } from './cell';
import { ACTIONS, CARDS, ROW_TOOLS, type Column } from './columns';
import type { Sort } from './list-query';
import type { OpenDetails } from './row-detail';
import styles from './plain-table.module.css';

interface Props<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly rowHeight: number;
  readonly sort: Sort;
  readonly details?: OpenDetails<Row>;
}

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
export function PlainTable<Row>({ label, columns, rows, rowKey, rowHeight, sort, details }: Props<Row>) {
  const minWidth = columns.reduce((sum, column) => sum + column.minWidth, 0);
  // As the grid divides its width, so that nothing moves when it takes over.
  const tracks = columns
    .map(({ minWidth: least, flex }) => (flex ? `minmax(${least}px, ${flex}fr)` : `${least}px`))
    .join(' ');
  const titleAt = Math.max(
    0,
    columns.findIndex(({ isTitle }) => isTitle),
  );
  const isPhone = useMediaQuery(CARDS);
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
        className={styles.table}
        aria-label={label}
        style={{ minWidth, '--row-height': `${rowHeight}px`, '--columns': tracks } as React.CSSProperties}
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
                {head ?? name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Fragment key={rowKey(row)}>
              <tr data-row={rowKey(row)} data-whole={whole.has(rowKey(row)) || undefined}>
                {columns.map(({ field, label: name, cell, align, onCard }, index) => {
                  const content = <div className={styles.cell}>{cellOf(cell(row))}</div>;
                  return index === titleAt ? (
                    <th key={field} scope="row" data-field={field}>
                      {content}
                      {isPhone && hasMore && (
                        <Whole name={nameOf(row)} isWhole={whole.has(rowKey(row))} onToggle={() => toggle(row)} />
                      )}
                    </th>
                  ) : (
                    <td
                      key={field}
                      data-field={field}
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
