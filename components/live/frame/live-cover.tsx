'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Cover } from '@/components/kit/ui/cover';
import type { CoverTone } from '@/components/kit/ui/cover';
import { BoxIcon, LockIcon, OfflineIcon, PlugIcon, RefreshIcon } from '@/components/kit/ui/icons';
import type { FrameCover } from '@/lib/live/units/cover';
import { UnitIcon } from '@/components/kit/ui/unit-icon';
import { LiveAge } from './live-age';
import { Moment } from './moment';
import type { LiveUnit } from './use-live-unit';

interface CoverLook {
  readonly icon: ReactNode;
  readonly tone: CoverTone;
}
type HidingCover = Exclude<FrameCover, 0>;

const LOOKS: Readonly<Record<Exclude<HidingCover, 1>, CoverLook>> = {
  2: { icon: <RefreshIcon size={40} />, tone: 'warning' },
  4: { icon: <LockIcon size={40} />, tone: 'neutral' },
  6: { icon: <OfflineIcon size={40} />, tone: 'offline' },
  7: { icon: <PlugIcon size={40} />, tone: 'warning' },
  8: { icon: <BoxIcon size={40} />, tone: 'offline' },
};
/** Covers that say when the unit last reported. */
const SAYS_WHEN: readonly number[] = [2, 6, 7];

/** Is it a cover of the frame, which hides the picture? */
export const isHiding = (cover: number): cover is HidingCover => cover === 1 || cover in LOOKS;

/** The cover that hides the picture, the same for every kind of unit; a kind draws its own covers itself. */
export function LiveCover({ unit, cover }: { readonly unit: LiveUnit; readonly cover: number }) {
  const t = useTranslations('live.frame');
  const { newestAt, equipment, retry } = unit;
  if (!isHiding(cover)) return null;
  const look: CoverLook =
    cover === 1 ? { icon: <UnitIcon kind={equipment.displayType} size={40} />, tone: 'neutral' } : LOOKS[cover];
  const saysWhen = SAYS_WHEN.includes(cover) && (newestAt !== undefined || equipment.lastDataAt !== null);
  const wrap = (age: string) => t('lastData', { age });
  return (
    <Cover
      name={`cover-${cover}`}
      {...look}
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
