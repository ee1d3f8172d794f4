'use client';

import Button from '@mui/material/Button';
import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { Fragment } from 'react';
import { ChevronRightIcon } from '@/components/kit/ui/icons';
import { crumbsOf, type MapView } from '@/lib/features/map/shared/map-moves';
import { formatTime } from '@/lib/platform/i18n/format';
import type { MapLinks } from './map-links';
import type { MapRow } from './shared/map-rows';
import type { MapRows } from './shared/use-map-rows';
import styles from './map.module.css';

interface Props {
  readonly view: MapView;
  readonly shown: MapRows;
  readonly links: MapLinks;
  readonly onGo: (view: MapView) => void;
}

const sumOf = (rows: MapRows['rows']) => ({
  total: rows.reduce((sum, { total }) => sum + total, 0),
  malfunction: rows.some(({ malfunction }) => malfunction === null)
    ? null
    : rows.reduce((sum, row) => sum + (row.malfunction ?? 0), 0),
});

/** What is shown, added up, with its list; a part of a place has none. */
export function sumsOf({ rows, isPart }: MapRows, view: MapView, links: MapLinks): Sums {
  const sum = sumOf(rows);
  return { ...sum, href: isPart ? undefined : links.ofPlace(view, sum.total) };
}
interface Sums extends Pick<MapRow, 'total' | 'malfunction'> {
  readonly href: string | undefined;
}

/** The way back, the sums of what is shown, and how fresh it is. */
export function MapHead({ view, shown, links, onGo }: Props) {
  const t = useTranslations('map');
  const format = useFormatter();
  const crumbs = crumbsOf(view);
  const { total, malfunction, href } = sumsOf(shown, view, links);
  const loud = shown.rows.filter(({ alarm }) => alarm === 'strong').length;
  const fact = (count: number, text: string, to?: string) => (
    <span className={styles.fact}>
      {to ? <Link href={to}>{format.number(count)}</Link> : <b>{format.number(count)}</b>} {text}
    </span>
  );
  return (
    <header className={styles.head}>
      <h1 className="visually-hidden">{t('title')}</h1>
      <nav aria-label={t('way')} className={styles.crumbs}>
        {crumbs.map(({ name, view: to }, index) => (
          <Fragment key={index}>
            {index > 0 && <ChevronRightIcon size={14} />}
            {index === crumbs.length - 1 ? (
              <b aria-current="page">{name === null ? t('country') : name || t('unnamed')}</b>
            ) : (
              <button type="button" onClick={() => onGo(to)}>
                {name ?? t('country')}
              </button>
            )}
          </Fragment>
        ))}
      </nav>
      {shown.isThere && (
        <div className={styles.facts}>
          {fact(total, t('units'), href)}
          {malfunction !== null && fact(malfunction, t('withOpen'))}
          {malfunction !== null && (
            <span className={styles.fact}>
              <b>{loud}</b> {t(shown.level === 'buildings' ? 'loudBuildings' : 'loudAreas')}
            </span>
          )}
        </div>
      )}
      <Freshness shown={shown} />
    </header>
  );
}

function Freshness({ shown: { readAt, error, isLoading, retry } }: Pick<Props, 'shown'>) {
  const t = useTranslations('map');
  if (readAt === undefined) return null;
  const time = formatTime(readAt).slice(0, 5);
  return (
    <span className={styles.fresh} data-stale={error !== undefined || undefined} data-testid="updated">
      {t(error ? 'stale' : 'updated', { time })}
      {error && (
        <Button size="small" loading={isLoading} onClick={retry}>
          {t('retry')}
        </Button>
      )}
    </span>
  );
}

/** What the look of a bubble means; never by colour alone. */
export function Legend() {
  const t = useTranslations('map');
  return (
    <details className={styles.legend} open>
      <summary>{t('legend.title')}</summary>
      <ul>
        {(['trapped', 'strong', 'weak', 'none'] as const).map((kind) => (
          <li key={kind}>
            <i data-kind={kind} aria-hidden="true" />
            {t(`legend.${kind}`)}
          </li>
        ))}
      </ul>
      <p>{t('legend.size')}</p>
    </details>
  );
}
