'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useId, type ReactNode } from 'react';
import { useAutoRetry } from '@/components/kit/layout/use-auto-retry';
import { LoadingState } from '@/components/kit/ui/states';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import type { Answer } from './use-answer';
import styles from './block.module.css';

interface BlockProps<T> {
  readonly name: string;
  readonly title: ReactNode;
  readonly note?: ReactNode;
  readonly aside?: ReactNode;
  readonly answer: Answer<T>;
  readonly className?: string | undefined;
  readonly children: (data: T) => ReactNode;
}

/** One part of a dashboard. What failed stands grey with a retry and takes no other part with it. */
export function Block<T>({ name, title, note, aside, answer, className, children }: BlockProps<T>) {
  const id = useId();
  return (
    <section className={`${styles.block} ${className ?? ''}`} aria-labelledby={id} data-block={name}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        {note && <span className={styles.note}>{note}</span>}
        {aside && <span className={styles.aside}>{aside}</span>}
      </header>
      <Content answer={answer}>{children}</Content>
    </section>
  );
}

/** The same without a heading of its own. */
export function Content<T>({ answer, children }: Pick<BlockProps<T>, 'answer' | 'children'>) {
  const { data, error, isLoading } = answer;
  if (data === undefined) return error ? <Failed answer={answer} /> : <LoadingState />;
  return (
    <div className={styles.content} data-stale={(error !== undefined && !isLoading) || undefined}>
      {error && <Failed answer={answer} />}
      {children(data)}
    </div>
  );
}

function Failed<T>({ answer: { error, isLoading, retry } }: { readonly answer: Answer<T> }) {
  const t = useTranslations('dashboards');
  const textOf = useFailureText();
  useAutoRetry(error !== undefined, retry);
  return (
    <p className={styles.failed} role="alert">
      <span>{error?.code === 403 || error?.code === 511 ? textOf(error) : `${t('failed')} ${textOf(error)}`}</span>
      <Button size="small" loading={isLoading} onClick={retry}>
        {t('retry')}
      </Button>
    </p>
  );
}

/** What the caller may not read, or what there is none of: said, never left out in silence. */
export function Quiet({ children }: { readonly children: ReactNode }) {
  return <p className={styles.quiet}>{children}</p>;
}
