'use client';

import type { ReactNode } from 'react';
import { useTranslations } from 'next-intl';
import { readText } from '@/lib/live/units/values';
import { LastDay } from './day/last-day';
import { useUnitDay } from './day/use-unit-day';
import { WeekFaults } from './day/week-faults';
import { ElevatorOverview } from './elevator-overview';
import { ElevatorStage } from './elevator-stage';
import { EventList } from './event-list';
import { FaultList } from './frame/incident-list';
import { LiveFrame } from './frame/live-frame';
import { TrappedBand } from './frame/trapped-band';
import type { LiveUnit } from './frame/use-live-unit';
import { OperationState, SafetyState } from './operation-state';
import { RunPill } from './run-pill';
import { useElevator } from './use-elevator';
import { useWords } from './use-words';

interface Props {
  /** The unit's data: of now, or of the replayed moment. */
  readonly unit: LiveUnit;
  /** On a page of the past: the band above the picture that says so. */
  readonly past?: ReactNode;
  /** A layer over the picture, whatever it shows. */
  readonly veil?: ReactNode;
}

/** An elevator in pictures and words (doc2 §2.5), from live or from recorded values. */
export function ElevatorView({ unit, past, veil }: Props) {
  const t = useTranslations('live.elevator');
  const words = useWords();
  const state = useElevator(unit);
  const day = useUnitDay(state);
  const facts = [
    { key: 'where', label: t('where'), value: state.floorLabel ?? '--' },
    { key: 'door', label: t('rows.door'), value: words.door(readText(state.live.door)) ?? '--' },
  ];
  return (
    <LiveFrame
      unit={state}
      cover={state.cover}
      run={state.icon}
      past={past}
      veil={veil}
      pill={<RunPill state={state} />}
      alarm={
        state.condition.isTrapped && (
          <TrappedBand unit={state} facts={facts} {...(state.cover === 5 ? { name: 'cover-5' } : {})} />
        )
      }
      facts={facts}
      stage={<ElevatorStage state={state} />}
      left={
        <>
          <ElevatorOverview state={state} />
          {day && <LastDay day={day} lanes="trips" />}
        </>
      }
      right={
        <>
          <OperationState state={state} />
          <SafetyState state={state} />
          <EventList state={state} />
          <FaultList unit={state} />
          {day && <WeekFaults day={day} holder={state.holder} />}
        </>
      }
    />
  );
}
