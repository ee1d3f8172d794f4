'use client';

import { useTranslations } from 'next-intl';
import { PersonTrappedIcon } from '@/components/kit/ui/lift-icons';
import { trappedSince } from '@/lib/live/units/condition';
import { AlarmBand } from './alarm-band';
import type { BandFact } from './alarm-band';
import { LiveDuration } from './live-duration';
import { useShownMoment } from './page-clock';
import type { LiveUnit } from './use-live-unit';
import { useShownIncident } from './use-unit-incident';

interface Props {
  readonly unit: LiveUnit;
  /** A stable name for tests, when the kind has a cover for it. */
  readonly name?: string;
  /** What the rescue needs to know of this kind of unit: its floor, its door. Unknown if the box was silent already then. */
  readonly facts: readonly BandFact[];
}

/**
 * Somebody is trapped, the strongest alarm of the product. It stands above whatever covers the picture: a person may have
 * reported it of a unit that is offline or has no box (readings 284).
 */
export function TrappedBand({ unit: { live, equipment, condition }, name = 'band-trapped', facts }: Props) {
  const t = useTranslations('live.trapped');
  const incident = useShownIncident()?.row;
  // A box that repeats the value updates its time, so the start comes from the event.
  const reported = incident?.condition === 'trapped' ? incident : undefined;
  const since = reported?.since ?? trappedSince(live);
  // What is heard now is so. Else the server knows whether the box was heard when it began; without its word, a box that tells of it was.
  const isKnown = condition.isFresh || (reported ? reported.floor !== null : trappedSince(live) !== undefined);
  // No rescue is called for persons who were released long ago.
  const isPast = useShownMoment() !== undefined;
  const place = equipment.displayType === 'EV' ? 'car' : 'unit';
  return (
    <AlarmBand
      name={name}
      icon={<PersonTrappedIcon size={52} />}
      title={t(isPast ? `past.${place}` : `title.${place}`)}
      text={isPast ? t('past.text') : t(`text.${place}`)}
      isNow={!isPast}
      facts={[
        ...(since === undefined ? [] : [{ key: 'since', label: t('since'), value: <LiveDuration since={since} /> }]),
        ...facts.map((fact) => (isKnown ? fact : { ...fact, value: '--' })),
      ]}
    />
  );
}
