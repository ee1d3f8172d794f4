'use client';

import { Fragment } from 'react';
import { cellOf } from './cell';
import type { Column } from './columns';
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

/**
 * The rows as a plain table: what the server draws, before the grid is there, and what phones keep. Where the room is
 * narrow each row is a card with its labels.
 */
export function PlainTable<Row>({ label, columns, rows, rowKey, rowHeight, sort, details }: Props<Row>) {
  const minWidth = columns.reduce((sum, column) => sum + column.minWidth, 0);
  const titleAt = Math.max(
    0,
    columns.findIndex(({ isTitle }) => isTitle),
  );
  return (
    <div className={styles.scroller} tabIndex={-1}>
      <table
        className={styles.table}
        aria-label={label}
        style={{ minWidth, '--row-height': `${rowHeight}px` } as React.CSSProperties}
      >
        <colgroup>
          {/* A fixed layout takes percentages, not sums of them: what is left goes to the columns by their least widths. */}
          {columns.map(({ field, minWidth: least }) => (
            <col key={field} style={{ width: `${(least / minWidth) * 100}%` }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map(({ field, label: name, head, align }) => (
              <th
                key={field}
                scope="col"
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
              <tr data-row={rowKey(row)}>
                {columns.map(({ field, label: name, cell, align }, index) => {
                  const content = <div className={styles.cell}>{cellOf(cell(row))}</div>;
                  return index === titleAt ? (
                    <th key={field} scope="row" data-field={field}>
                      {content}
                    </th>
                  ) : (
                    <td key={field} data-field={field} data-align={align} data-label={name}>
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
