'use client';

import { useTranslations } from 'next-intl';
import { SectionTitle } from '@/components/kit/ui/section-title';
import type { StatusKind } from '@/components/kit/ui/status';
import type { LiveEvent } from '@/lib/live/units/elevator';
import { ageOf, Calm, Entries, Entry } from './frame/incident-list';
import { Moment } from './frame/moment';
import type { LiveElevator } from './use-elevator';
import { useWords } from './use-words';

const EVENT_LOOKS: Readonly<Record<string, StatusKind>> = {
  ETM: 'trapped',
  ETQ: 'fault',
  CTP: 'disconnected',
  ALM: 'fault',
  RNO: 'disconnected',
};

function lookOf({ kind, code }: LiveEvent): StatusKind {
  if (kind === 'event') return EVENT_LOOKS[code] ?? 'unknown';
  return code === 'N' ? 'running' : 'inspection';
}

/** What applies now: event codes, the current mode, and open codes that are no faults (doc2 §4.4, §7). */
export function EventList({ state: { events, faults, condition } }: { readonly state: LiveElevator }) {
  const t = useTranslations('live.elevator');
  const words = useWords();
  // Without code and text there is nothing to say.
  const others = faults.entries.filter(({ error, gbCode, text }) => !error && `${gbCode}${text}` !== '');
  return (
    <section data-testid="events">
      <SectionTitle>{t('sections.events')}</SectionTitle>
      {events.length + others.length === 0 ? (
        <Calm isFresh={condition.isFresh}>{t('empty.events')}</Calm>
      ) : (
        <Entries>
          {events.map((event) => (
            <Entry
              key={event.code}
              look={lookOf(event)}
              code={event.code}
              when={ageOf(event.at)}
              title={words.event(event)}
              note={event.kind === 'mode' && words.mode(event.code) !== undefined ? t('event.mode') : undefined}
            />
          ))}
          {others.map(({ gbCode, text, at }) => (
            <Entry
              key={`${gbCode}/${text}`}
              look="service"
              code={gbCode}
              title={text || gbCode}
              when={<Moment at={at} />}
            />
          ))}
        </Entries>
      )}
    </section>
  );
}
