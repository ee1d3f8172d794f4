'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { KeyIcon } from '@/components/kit/ui/icons';
import type { StepForm, StepWay } from '@/lib/live/units/step-page';
import { LastDay } from '../day/last-day';
import { useUnitDay } from '../day/use-unit-day';
import { WeekFaults } from '../day/week-faults';
import { AlarmBand } from '../frame/alarm-band';
import { FaultList } from '../frame/incident-list';
import { LiveFrame } from '../frame/live-frame';
import { TrappedBand } from '../frame/trapped-band';
import type { LiveUnit } from '../frame/use-live-unit';
import { StepEvents } from './step-events';
import { StepOverview } from './step-overview';
import { StepPill } from './step-pill';
import { StepRows } from './step-rows';
import { StepStage } from './step-stage';
import { TestButtons } from './test-buttons';
import { useSteps } from './use-steps';

interface Props {
  readonly unit: LiveUnit;
  readonly form: StepForm;
  /** A user who may see the test buttons has asked for them (readings 86). */
  readonly showsTests: boolean;
  readonly footer?: ReactNode;
}

/** An escalator or a walk in pictures and words (doc2 §2.6, §2.7). */
export function StepView({ unit, form, showsTests, footer }: Props) {
  const t = useTranslations('live.steps');
  const [tried, setTried] = useState<StepWay>();
  const state = useSteps(unit, form, showsTests ? tried : undefined);
  const day = useUnitDay(state);
  const { cover, hit } = state;
  return (
    <LiveFrame
      unit={state}
      cover={cover}
      run={state.icon}
      pill={<StepPill state={state} />}
      alarm={state.condition.isTrapped && <TrappedBand unit={state} facts={[]} />}
      notice={
        cover === 5 && (
          <AlarmBand
            name="cover-5"
            tone="notice"
            icon={<KeyIcon size={36} />}
            title={t('key.title')}
            text={t('key.text')}
            facts={[]}
          />
        )
      }
      {...(cover === 3 ? { fault: { name: 'cover-3', note: form === 'custom' ? t('outOfService') : undefined } } : {})}
      facts={hit ? [{ key: 'switch', label: t('switch.title'), value: t(`switch.${hit}`) }] : []}
      stage={
        <StepStage
          state={state}
          tests={form !== 'escalator' && <TestButtons isShown={showsTests} tried={tried} onTry={setTried} />}
        />
      }
      left={
        <>
          <StepOverview state={state} />
          {day && <LastDay day={day} lanes="running" />}
        </>
      }
      right={
        <>
          <StepRows state={state} />
          <StepEvents state={state} />
          <FaultList unit={state} />
          {day && <WeekFaults day={day} holder={state.holder} />}
        </>
      }
      footer={footer}
    />
  );
}
