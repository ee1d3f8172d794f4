'use client';

import IconButton from '@mui/material/IconButton';
import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { EntryLink } from '@/components/kit/charts/entry-link';
import { CloseIcon } from '@/components/kit/ui/icons';
import { ErrorState, LoadingState } from '@/components/kit/ui/states';
import { StatusShapeMark } from '@/components/kit/ui/status-shape';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { detailHref } from '@/lib/features/equipment/shared/links';
import { listMapBuildings, MOST_OF_BUILDING, type MapBuilding } from '@/lib/features/map/contract';
import type { MapView } from '@/lib/features/map/shared/map-moves';
import { useSms } from '@/lib/platform/client/hooks';
import type { Holder } from '@/lib/platform/contract/authorities';
import type { MapLinks } from './map-links';
import { buildingRows } from './shared/map-rows';
import { OpenCalls } from './shared/open-calls';
import { buildingsOf } from './shared/use-map-rows';
import styles from './building-card.module.css';

const EVERY_MS = 5 * 60_000;

interface Props {
  readonly building: string;
  readonly view: MapView;
  readonly holder: Holder;
  readonly links: MapLinks;
  readonly onClose: () => void;
}

/** One building: its counts by kind, open call-outs and units (silent-screens D5). */
export function BuildingCard({ building, view, holder, links, onClose }: Props) {
  const t = useTranslations('map');
  const id = useId();
  const textOf = useFailureText();
  const asked = buildingsOf(view);
  const { data, error, mutate, isValidating } = useSms(listMapBuildings, asked && { ...asked, building }, {
    refreshInterval: EVERY_MS,
  });
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    card.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  const [found] = data ?? [];
  return (
    <section
      className={styles.card}
      aria-labelledby={id}
      ref={card}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      data-card={building}
    >
      <header className={styles.head}>
        {found?.trapped && (
          <p className={styles.trapped}>
            <StatusShapeMark status="trapped" />
            {t('trapped')}
          </p>
        )}
        <h2 id={id}>{found?.building || found?.address || t('card.title')}</h2>
        <IconButton size="small" aria-label={t('card.close')} onClick={onClose}>
          <CloseIcon size={16} />
        </IconButton>
        {found?.building && found.address && <p className={styles.address}>{found.address}</p>}
      </header>
      {found ? (
        <Content found={found} view={view} holder={holder} links={links} />
      ) : error ? (
        <ErrorState text={textOf(error)} onRetry={() => void mutate()} isRetrying={isValidating} />
      ) : data ? (
        <p className={styles.address}>{t('card.gone')}</p>
      ) : (
        <LoadingState />
      )}
    </section>
  );
}

interface ContentProps extends Pick<Props, 'view' | 'holder' | 'links'> {
  readonly found: MapBuilding;
}

function Content({ found, view, holder, links }: ContentProps) {
  const t = useTranslations('map');
  const format = useFormatter();
  const [row] = buildingRows([found]);
  if (!row) return null;
  const lists = links.ofBuilding(view, row);
  const { units = [], callbackIds = [] } = found;
  return (
    <>
      <dl className={styles.counts}>
        <div>
          <dt>{t('card.total')}</dt>
          <dd>
            <EntryLink href={lists.units}>{format.number(found.total)}</EntryLink>
          </dd>
        </div>
        {(['elevator', 'escalator', 'sidewalk'] as const).map((kind) => (
          <div key={kind} data-kind={kind}>
            <dt>{t(`card.${kind}`)}</dt>
            <dd>{format.number(found[kind])}</dd>
          </div>
        ))}
      </dl>
      {found.malfunction !== null && (
        <>
          <h3>
            {t('card.withOpen')} <OpenCalls counted={row} href={lists.calls} />
          </h3>
          {callbackIds.length > 0 && (
            <ul className={styles.callbacks}>
              {callbackIds.map((callbackId) => (
                <li key={callbackId}>
                  <EntryLink href={links.callback(callbackId)}>{callbackId}</EntryLink>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      <h3>{t('card.units')}</h3>
      <ul className={styles.units}>
        {units.map(({ equipmentNo, equipmentName, trapped, malfunction }) => {
          const to = detailHref(holder, equipmentNo);
          return (
            <li key={equipmentNo} data-trapped={trapped || undefined}>
              {trapped && <StatusShapeMark status="trapped" size={11} />}
              {to ? <Link href={to}>{equipmentName}</Link> : equipmentName}
              {trapped ? <em>{t('trapped')}</em> : malfunction && <em>{t('card.open')}</em>}
            </li>
          );
        })}
      </ul>
      {found.total > units.length && units.length === MOST_OF_BUILDING && (
        <p className={styles.address}>{t('card.first', { count: MOST_OF_BUILDING })}</p>
      )}
    </>
  );
}
