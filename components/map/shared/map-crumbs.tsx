'use client';

import { useTranslations } from 'next-intl';
import { Fragment } from 'react';
import { ChevronRightIcon } from '@/components/kit/ui/icons';
import { crumbsOf, type MapView } from '@/lib/features/map/shared/map-moves';
import styles from './map-crumbs.module.css';

interface Props {
  readonly view: MapView;
  readonly onGo: (view: MapView) => void;
}

/** The way back: the country, the area, the city. */
export function MapCrumbs({ view, onGo }: Props) {
  const t = useTranslations('map');
  const crumbs = crumbsOf(view);
  return (
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
  );
}
