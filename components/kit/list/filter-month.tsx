'use client';

import { MonthField } from '@/components/kit/form/month-field';
import { useFilterDraft } from './filter-bar';
import styles from './filter-bar.module.css';

/** A month as a filter, `yyyy-MM`. It is never empty: the list has a standing one. */
export function FilterMonth({
  name,
  label,
  max,
}: {
  readonly name: string;
  readonly label: string;
  readonly max?: string;
}) {
  const [value, setValue] = useFilterDraft(name);
  return <MonthField className={styles.month} label={label} value={String(value)} max={max} onChange={setValue} />;
}
