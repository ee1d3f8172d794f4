'use client';

import { useTranslations } from 'next-intl';
import { memo, useEffect, useRef, useState, type RefObject } from 'react';
import { MiddleText } from '@/components/kit/ui/middle-text';
import { StatusPill } from '@/components/kit/ui/status-pill';
import type { StatusKind } from '@/components/kit/ui/status';
import { careOf } from '@/lib/features/campus/needs-care';
import type { CareSummary, CareNeed } from '@/lib/features/campus/needs-care';
import { useUnheard } from './use-unheard';
import type { Wall } from './use-wall';
import styles from './summary-panel.module.css';

const KINDS: Readonly<Record<CareNeed, StatusKind>> = {
  trapped: 'trapped',
  fault: 'fault',
  disconnected: 'disconnected',
  held: 'offline',
  offline: 'offline',
};

/** The units of this page that are not normal, worst first, so that they are found at once among a hundred. */
export const NeedsCare = memo(function NeedsCare({
  units,
  statusOf,
  isStale,
}: Pick<Wall, 'units' | 'statusOf' | 'isStale'>) {
  const t = useTranslations('campus');
  const { lost, silent } = useUnheard(units);
  const care = careOf(units, statusOf, lost, silent);
  const list = useRef<HTMLUListElement>(null);
  const below = useBelow(list, care.needs.length);
  return (
    <section className={styles.care} aria-labelledby="campus-care">
      <h2 className={styles.title} id="campus-care">
        {t('care.title')}
        <span className={styles.number}>{care.needs.length > 0 && care.needs.length}</span>
      </h2>
      {care.needs.length === 0 ? (
        <Verdict care={care} isStale={isStale} />
      ) : (
        <ul
          ref={list}
          className={styles.list}
          data-more={below > 0 || undefined}
          tabIndex={0}
          aria-labelledby="campus-care"
        >
          {care.needs.map(({ unit, need }) => (
            <li key={unit.equipmentNo} className={styles.item} data-need={need}>
              <span className={styles.unit} title={unit.equipmentNickName}>
                <MiddleText>{unit.equipmentNickName}</MiddleText>
              </span>
              <StatusPill status={KINDS[need]} look="plain" size="small">
                {t(`care.${need}`)}
              </StatusPill>
            </li>
          ))}
        </ul>
      )}
      {below > 0 && (
        <button
          type="button"
          className={styles.below}
          onClick={() => list.current?.scrollBy({ top: list.current.clientHeight })}
        >
          {t('care.below', { count: below })}
        </button>
      )}
    </section>
  );
});

/** How many entries of the list stand below its visible part. */
function useBelow(list: RefObject<HTMLUListElement | null>, count: number): number {
  const [below, setBelow] = useState(0);
  useEffect(() => {
    const { current } = list;
    if (!current) return undefined;
    const measure = () => {
      const end = current.scrollTop + current.clientHeight + 1;
      setBelow(
        [...current.children].filter(
          (item) => item instanceof HTMLElement && item.offsetTop - current.offsetTop + item.offsetHeight > end,
        ).length,
      );
    };
    measure();
    current.addEventListener('scroll', measure, { passive: true });
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(measure);
    observer?.observe(current);
    return () => {
      current.removeEventListener('scroll', measure);
      observer?.disconnect();
    };
  }, [list, count]);
  return count === 0 ? 0 : below;
}

/** The sentence when no unit needs care. It says that all is well only about units that report now (readings 122). */
function Verdict({
  care: { verdict, unknown },
  isStale,
}: {
  readonly care: CareSummary<unknown>;
  readonly isStale: boolean;
}) {
  const t = useTranslations('campus.care');
  const status = useTranslations('common.status');
  if (verdict === 'nothing') return null;
  return (
    <p className={styles.calm}>
      {isStale ? status('unknown') : verdict === 'calm' ? t('none') : t('unknown', { count: unknown })}
    </p>
  );
}
