'use client';

import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { useSms } from '@/lib/platform/client/hooks';
import { may, type Guarded } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import type { InputOf, Operation } from '@/lib/platform/contract/operation';
import type { FilterParsers } from './list-query';
import type { ResourceList } from './use-resource-list';
import styles from './list-tabs.module.css';

export interface ListTab {
  /** Of the filter; '' stands for no filter. */
  readonly value: string;
  readonly label: string;
  /** It is there for whoever may call this; for everybody where nothing is said. */
  readonly operation?: Guarded;
}

/** Rows by value of a filter; the count of all stands under ''. */
export type TabCounts = Readonly<Record<string, number>>;

interface Props<Row, F extends FilterParsers> {
  readonly list: ResourceList<Row, F>;
  /** The text filter that the tabs choose; it stands in the URL. */
  readonly name: keyof F & string;
  readonly label: string;
  readonly tabs: readonly ListTab[];
  readonly holder: Holder;
  readonly counts?: TabCounts;
}

/** The views of a list, above it: each is a value of one filter. Choosing one asks at once and keeps the other filters. */
export function ListTabs<Row, F extends FilterParsers>({ list, name, label, tabs, holder, counts }: Props<Row, F>) {
  const t = useTranslations('list.tabs');
  const own = tabs.filter(({ operation }) => operation === undefined || may(holder, operation));
  const asked = String(list.filters[name]);
  const current = own.some(({ value }) => value === asked) ? asked : false;
  return (
    <Tabs
      className={styles.tabs}
      value={current}
      onChange={(_, value: string) => list.search({ ...list.filters, [name]: value })}
      variant="scrollable"
      scrollButtons={false}
      aria-label={label}
    >
      {own.map(({ value, label: word }) => (
        <Tab
          key={value}
          value={value}
          label={
            counts?.[value] === undefined ? (
              word
            ) : (
              <span>
                {word} <span className={styles.count}>{t('count', { count: counts[value] })}</span>
              </span>
            )
          }
        />
      ))}
    </Tabs>
  );
}

/**
 * The counts of a list's tabs by an operation that takes the list's other filters. Asked anew when the list has another
 * number of rows; name the operation among those that a write makes stale.
 */
export function useTabCounts<T extends Operation, Row, F extends FilterParsers>(
  operation: T,
  { exportInput, total }: ResourceList<Row, F>,
  name: keyof F & string,
): TabCounts | undefined {
  const { sortField: _field, sortOrder: _order, [name]: _chosen, ...rest } = exportInput;
  const { data, mutate } = useSms(operation, rest as InputOf<T>);
  const seen = useRef(total);
  useEffect(() => {
    if (seen.current !== total) void mutate();
    seen.current = total;
  }, [mutate, total]);
  return data as TabCounts | undefined;
}
