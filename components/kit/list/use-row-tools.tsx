'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Column } from './columns';
import { RowDetail, useOpenRows, type OpenDetails } from './row-detail';
import { DetailToggle, PageBox, RowBox } from './row-tools';
import type { ResourceList } from './use-resource-list';
import type { RowSelection } from './use-row-selection';

interface Tools<Row> {
  readonly selection?: RowSelection<Row>;
  readonly detail?: (row: Row) => ReactNode;
}

/** The columns with those for choosing and opening rows before them, and the details that are open. */
export function useRowTools<Row>(
  columns: readonly Column<Row>[],
  { rows = [], rowKey }: Pick<ResourceList<Row>, 'rows' | 'rowKey'>,
  { selection, detail }: Tools<Row>,
): { readonly columns: readonly Column<Row>[]; readonly details?: OpenDetails<Row> } {
  const t = useTranslations('list');
  const { isOpen, toggle, idOf } = useOpenRows();
  const titleAt = Math.max(
    0,
    columns.findIndex(({ isTitle }) => isTitle),
  );
  const nameOf = (row: Row) => {
    const title = columns[titleAt]?.cell(row);
    return typeof title === 'string' ? title : rowKey(row);
  };
  const before: Column<Row>[] = [
    ...(selection
      ? [
          {
            field: 'select',
            label: t('selection.column'),
            head: <PageBox selection={selection} rows={rows} />,
            isSortable: false,
            cell: (row: Row) => <RowBox selection={selection} row={row} name={nameOf(row)} />,
          },
        ]
      : []),
    ...(detail
      ? [
          {
            field: 'detail',
            label: t('detail.column'),
            isSortable: false,
            cell: (row: Row) => (
              <DetailToggle
                name={nameOf(row)}
                isOpen={isOpen(rowKey(row))}
                detailId={idOf(rowKey(row))}
                onToggle={() => toggle(rowKey(row))}
              />
            ),
          },
        ]
      : []),
  ];
  if (before.length === 0) return { columns };
  return {
    columns: [
      ...before,
      ...columns.map((column, index) => (index === titleAt ? { ...column, isTitle: true } : column)),
    ],
    details: detail && {
      isOpen: (row) => isOpen(rowKey(row)),
      draw: (row) => (
        <RowDetail id={idOf(rowKey(row))} label={t('detail.of', { name: nameOf(row) })}>
          {detail(row)}
        </RowDetail>
      ),
    },
  };
}
