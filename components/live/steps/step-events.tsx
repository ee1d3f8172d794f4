'use client';

import { useTranslations } from 'next-intl';
import { SectionTitle } from '@/components/kit/ui/section-title';
import type { StatusKind } from '@/components/kit/ui/status';
import { readText, readTime } from '@/lib/live/units/values';
import { ageOf, Calm, Entries, Entry } from '../frame/incident-list';
import { Moment } from '../frame/moment';
import { useStepWords } from './use-step-words';
import type { StepState } from './use-steps';

const lookOf = (icon: StepState['icon'], mode: string): StatusKind =>
  mode === 'Fault' ? 'fault' : mode === 'Inspection' ? 'inspection' : icon === 'running' ? 'running' : 'standby';

/** What applies now and is no fault: a warning, the current mode, open codes. */
export function StepEvents({ state: { live, condition, faults, mode, icon } }: { readonly state: StepState }) {
  const t = useTranslations('live.steps');
  const words = useStepWords();
  // Without code and text there is nothing to say.
  const others = faults.entries.filter(({ error, gbCode, text }) => !error && `${gbCode}${text}` !== '');
  const warning = readText(live.warning);
  const isWarned = condition.isFresh && warning !== undefined && warning !== 'None';
  const isMode = condition.isFresh && mode !== undefined;
  return (
    <section data-testid="events">
      <SectionTitle>{t('sections.events')}</SectionTitle>
      {!isWarned && !isMode && others.length === 0 ? (
        <Calm isFresh={condition.isFresh}>{t('noEvents')}</Calm>
      ) : (
        <Entries>
          {isWarned && (
            <Entry
              look="attention"
              code={warning}
              title={words.warning(warning)}
              when={ageOf(readTime(live.warning?.at))}
              note={t('warning.title')}
            />
          )}
          {isMode && (
            <Entry
              look={lookOf(icon, mode)}
              code={mode}
              title={words.mode(mode)}
              when={ageOf(readTime(live.operationmode?.at))}
              note={t('rows.mode')}
            />
          )}
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
