'use client';

import { useTranslations } from 'next-intl';
import { PersonTrappedIcon } from '@/components/kit/ui/lift-icons';
import { trappedSince } from '@/lib/live/units/condition';
import { readText } from '@/lib/live/units/values';
import { AlarmBand } from './frame/alarm-band';
import { LiveDuration } from './frame/live-duration';
import { useShownMoment } from './frame/page-clock';
import { useShownIncident } from './frame/use-unit-incident';
import type { LiveElevator } from './use-elevator';
import { useWords } from './use-words';

/** Cover 5, the strongest alarm of the product. Floor and door stay visible, because the rescue needs them. */
export function Entrapment({ state: { live, floorLabel } }: { readonly state: LiveElevator }) {
  const t = useTranslations('live.elevator');
  const words = useWords();
  const incident = useShownIncident()?.row;
  // A box that repeats the value updates its time, so the start comes from the event.
  const since = (incident?.condition === 'trapped' ? incident.since : null) ?? trappedSince(live);
  // No rescue is called for persons who were released long ago.
  const isPast = useShownMoment() !== undefined;
  return (
    <AlarmBand
      name="cover-5"
      icon={<PersonTrappedIcon size={52} />}
      title={t(isPast ? 'entrapment.pastTitle' : 'entrapment.title')}
      text={t(isPast ? 'entrapment.pastText' : 'entrapment.text')}
      isNow={!isPast}
      facts={[
        ...(since === undefined
          ? []
          : [{ key: 'since', label: t('entrapment.since'), value: <LiveDuration since={since} /> }]),
        { key: 'where', label: t('entrapment.where'), value: floorLabel ?? '--' },
        { key: 'door', label: t('rows.door'), value: words.door(readText(live.door)) ?? '--' },
      ]}
    />
  );
}
