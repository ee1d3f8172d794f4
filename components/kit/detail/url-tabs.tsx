'use client';

import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { parseAsString, useQueryStates } from 'nuqs';
import { useId, type ReactNode } from 'react';
import { may, type Guarded } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import styles from './url-tabs.module.css';

export interface UrlTab {
  /** In the URL. */
  readonly value: string;
  readonly label: string;
  /** Shown to users who may call this operation; absent: shown to everybody. */
  readonly operation?: Guarded;
  readonly content: ReactNode;
}

interface Props {
  readonly label: string;
  readonly tabs: readonly UrlTab[];
  readonly holder: Holder;
  /** Parameter of the URL. */
  readonly name?: string;
  /** Parameters that belong to the content of a tab: another tab starts without them. */
  readonly clears?: readonly string[];
}

/** The parts of a page, of which one is open. The URL keeps which one; default is the first that the user may see. */
export function UrlTabs({ label, tabs, holder, name = 'tab', clears = [] }: Props) {
  const id = useId();
  const own = tabs.filter(({ operation }) => operation === undefined || may(holder, operation));
  const [params, setParams] = useQueryStates(Object.fromEntries([name, ...clears].map((one) => [one, parseAsString])));
  const current = own.find(({ value }) => value === params[name]) ?? own[0];
  if (!current) return null;
  return (
    <section className={styles.tabs} aria-label={label}>
      <Tabs
        className={styles.bar}
        value={current.value}
        onChange={(_, value: string) =>
          void setParams({
            ...Object.fromEntries(clears.map((one) => [one, null])),
            [name]: value === own[0]?.value ? null : value,
          })
        }
        variant="scrollable"
        scrollButtons={false}
        aria-label={label}
      >
        {own.map((tab) => (
          <Tab
            key={tab.value}
            value={tab.value}
            label={tab.label}
            id={`${id}-tab-${tab.value}`}
            aria-controls={`${id}-panel`}
          />
        ))}
      </Tabs>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${current.value}`}>
        {current.content}
      </div>
    </section>
  );
}
