'use client';

import IconButton from '@mui/material/IconButton';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { ThemeMenu } from '@/components/kit/layout/theme-menu';
import { ChevronLeftIcon, ChevronRightIcon } from '@/components/kit/ui/icons';
import { Mark } from '@/components/kit/ui/mark';
import { hrefOf } from '@/lib/routes';
import styles from './detail-page.module.css';

/** The page before or after this one. */
export interface NeighbourPage {
  readonly href: string;
  readonly label: string;
}

interface Props {
  readonly title: string;
  /** What the page belongs to: the unit, the project. */
  readonly subtitle?: ReactNode;
  /** The state, as pills. */
  readonly state?: ReactNode;
  readonly previous?: NeighbourPage;
  readonly next?: NeighbourPage;
  /** Above everything: what the user must see first. */
  readonly band?: ReactNode;
  /** The actions: in the head; on phones at the bottom, within reach of the thumb. */
  readonly actions?: ReactNode;
  /** Beside the content; below it on narrow screens. */
  readonly side?: ReactNode;
  readonly children: ReactNode;
}

/** A standalone page of one thing: head with its state, band, content beside its facts, actions. */
export function DetailPage({ title, subtitle, state, previous, next, band, actions, side, children }: Props) {
  const t = useTranslations('common');
  return (
    <div className={styles.page} data-actions={actions ? true : undefined}>
      <header className={styles.head}>
        <Link className={styles.home} href={hrefOf('home')} aria-label={t('product')}>
          <Mark size={26} />
        </Link>
        <div className={styles.identity}>
          <h1 className={styles.title}>{title}</h1>
          {subtitle && <div className={styles.subtitle}>{subtitle}</div>}
        </div>
        {state && <div className={styles.state}>{state}</div>}
        {(previous || next) && (
          <nav className={styles.neighbours} aria-label={t('detail.neighbours')}>
            {previous && (
              <IconButton component={Link} href={previous.href} aria-label={previous.label} title={previous.label}>
                <ChevronLeftIcon size={20} />
              </IconButton>
            )}
            {next && (
              <IconButton component={Link} href={next.href} aria-label={next.label} title={next.label}>
                <ChevronRightIcon size={20} />
              </IconButton>
            )}
          </nav>
        )}
        {actions && <div className={styles.actions}>{actions}</div>}
        <span className={styles.theme}>
          <ThemeMenu />
        </span>
      </header>
      {band}
      <div className={styles.body} data-side={side ? true : undefined}>
        <div className={styles.main}>{children}</div>
        {side && <aside className={styles.side}>{side}</aside>}
      </div>
    </div>
  );
}

/** A part of the page under its own heading. */
export function DetailSection({
  title,
  aside,
  children,
}: {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.sectionHead}>
        <h2 className={styles.sectionTitle}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
