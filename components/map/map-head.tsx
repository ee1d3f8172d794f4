'use client';

import Button from '@mui/material/Button';
import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import type { MapView } from '@/lib/features/map/shared/map-moves';
import { formatTime } from '@/lib/platform/i18n/format';
import type { MapLinks } from './map-links';
import type { RowLinks } from './shared/area-table';
import { MapCrumbs } from './shared/map-crumbs';
import { sumOf } from './shared/map-rows';
import { OpenCalls } from './shared/open-calls';
import type { MapRows } from './shared/use-map-rows';
import styles from './map.module.css';

interface Props {
  readonly view: MapView;
  readonly shown: MapRows;
  readonly links: MapLinks;
  readonly onGo: (view: MapView) => void;
}

/** The lists behind the sums of what is shown; a part of a place has none. */
export const sumLinks = ({ rows, isPart }: MapRows, view: MapView, links: MapLinks): RowLinks =>
  isPart ? {} : links.ofPlace(view, sumOf(rows));

/** The way back, the sums of what is shown, and how fresh it is. */
export function MapHead({ view, shown, links, onGo }: Props) {
  const t = useTranslations('map');
  const format = useFormatter();
  const sum = sumOf(shown.rows);
  const lists = sumLinks(shown, view, links);
  const loud = shown.rows.filter(({ alarm }) => alarm === 'strong').length;
  const fact = (count: number, text: string, to?: string) => (
    <span className={styles.fact}>
      {to ? <Link href={to}>{format.number(count)}</Link> : <b>{format.number(count)}</b>} {text}
    </span>
  );
  return (
    <header className={styles.head}>
      <h1 className="visually-hidden">{t('title')}</h1>
      <MapCrumbs view={view} onGo={onGo} />
      {shown.isThere && (
        <div className={styles.facts}>
          {fact(sum.total, t('units'), lists.units)}
          {sum.malfunction !== null && (
            <span className={styles.fact}>
              <b>
                <OpenCalls counted={sum} href={lists.calls} />
              </b>{' '}
              {t('withOpen')}
            </span>
          )}
          {sum.malfunction !== null && (
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
