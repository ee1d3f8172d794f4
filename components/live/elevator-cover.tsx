'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Cover } from '@/components/kit/ui/cover';
import type { CoverTone } from '@/components/kit/ui/cover';
import { BoxIcon, ElevatorIcon, LockIcon, OfflineIcon, PlugIcon, RefreshIcon } from '@/components/kit/ui/icons';
import type { Cover as CoverNumber } from '@/lib/live/units/elevator';
import { LiveAge } from './live-age';
import { Moment } from './moment';
import type { ElevatorState } from './use-elevator';

interface Look {
  readonly icon: ReactNode;
  readonly tone: CoverTone;
}

const LOOKS: Readonly<Record<Exclude<CoverNumber, 0 | 5>, Look>> = {
  1: { icon: <ElevatorIcon size={40} />, tone: 'neutral' },
  2: { icon: <RefreshIcon size={40} />, tone: 'warning' },
  4: { icon: <LockIcon size={40} />, tone: 'neutral' },
  6: { icon: <OfflineIcon size={40} />, tone: 'offline' },
  7: { icon: <PlugIcon size={40} />, tone: 'warning' },
  8: { icon: <BoxIcon size={40} />, tone: 'offline' },
};

/** The cover that hides the picture, by the precedence of doc2 §4.4. */
export function ElevatorCover({ state }: { readonly state: ElevatorState }) {
  const t = useTranslations('live.elevator');
  const { cover, newestAt, equipment, retry } = state;
  // An entrapment has a form of its own, because floor and door must stay in sight.
  if (cover === 0 || cover === 5) return null;
  const saysWhen =
    (cover === 2 || cover === 6 || cover === 7) && (newestAt !== undefined || equipment.lastDataAt !== null);
  const wrap = (age: string) => t('lastData', { age });
  return (
    <Cover
      name={`cover-${cover}`}
      {...LOOKS[cover]}
      title={t(`cover.${cover}.title`)}
      text={
        <>
          {t(`cover.${cover}.text`)}
          {saysWhen && (
            <>
              <br />
              {newestAt !== undefined ? (
                <LiveAge at={newestAt} wrap={wrap} />
              ) : (
                <Moment at={equipment.lastDataAt} wrap={wrap} />
              )}
            </>
          )}
        </>
      }
      action={
        cover === 2 && (
          <Button variant="contained" color="primary" onClick={retry}>
            {t('cover.2.action')}
          </Button>
        )
      }
    />
  );
}
