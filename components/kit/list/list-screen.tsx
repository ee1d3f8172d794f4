'use client';

import { useDeferredValue, useRef, type ReactNode } from 'react';
import type { Operation } from '@/lib/platform/contract/operation';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import type { ListTexts } from './column-kinds';
import { ExportButton } from './export-button';
import { FilterBar } from './filter-bar';
import { ListPage } from './list-page';
import type { FilterParsers, FirstPage, RowOf } from './list-query';
import { ResourceTable, type ResourceTableProps } from './resource-table';
import type { ResourceList } from './use-resource-list';

/** What a page gives to the screen of its list. */
export interface ListScreenProps<D extends { readonly operation: Operation }> {
  readonly first: FirstPage<RowOf<D['operation']>>;
  readonly holder: Holder;
}

interface Props<Row, F extends FilterParsers> extends Omit<ResourceTableProps<Row>, 'label' | 'emptyTitle' | 'list'> {
  /** The list's texts: `title`, `table`, `empty` where an empty one says something of its own. */
  readonly t: ListTexts;
  readonly list: ResourceList<Row, F>;
  readonly filters: ReactNode;
  /** The operation of its file, and who asks: the button is there for whoever may call it. */
  readonly file?: { readonly operation: Operation; readonly holder: Holder };
  /** Beside the title, before the file's button. */
  readonly actions?: ReactNode;
  /** Between title and filters: tabs. */
  readonly tabs?: ReactNode;
  /** Dialogs. */
  readonly children?: ReactNode;
}

/** A whole list screen: title, actions, filters, rows with all their states, dialogs. */
export function ListScreen<Row, F extends FilterParsers>({
  t,
  list,
  filters,
  file,
  actions,
  tabs,
  children,
  ...table
}: Props<Row, F>) {
  const check = useRef<() => boolean>(null);
  // Another page or order changes no filter, and they cost as much as the rows: whoever clicks does not wait for them.
  const bar = useDeferredValue(
    <FilterBar t={t} values={list.filters} unfiltered={list.unfiltered} onSearch={list.search} check={check}>
      {filters}
    </FilterBar>,
  );
  return (
    <ListPage
      title={t('title')}
      actions={
        <>
          {file && may(file.holder, file.operation) && (
            <ExportButton
              operation={file.operation}
              input={list.exportInput}
              isReady={() => check.current?.() ?? true}
            />
          )}
          {actions}
        </>
      }
    >
      {tabs}
      {bar}
      <ResourceTable label={t('table')} emptyTitle={t.has('empty') ? t('empty') : undefined} list={list} {...table} />
      {children}
    </ListPage>
  );
}
