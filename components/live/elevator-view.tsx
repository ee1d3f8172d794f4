'use client';

import type { ReactNode } from 'react';
import { ElevatorOverview } from './elevator-overview';
import { ElevatorStage } from './elevator-stage';
import { Entrapment } from './entrapment';
import { EventList } from './event-list';
import { FaultList } from './frame/incident-list';
import { LiveFrame } from './frame/live-frame';
import type { LiveUnit } from './frame/use-live-unit';
import { OperationState, SafetyState } from './operation-state';
import { RunPill } from './run-pill';
import { useElevator } from './use-elevator';

interface Props {
  /** What is known of it: of now, or of the moment that is replayed. */
  readonly unit: LiveUnit;
  /** Of a page of the past: what says so, above the picture. */
  readonly past?: ReactNode;
  /** What lies over the picture whatever it shows. */
  readonly veil?: ReactNode;
}

/** An elevator in pictures and words (doc2 §2.5), wherever its values come from. */
export function ElevatorView({ unit, past, veil }: Props) {
  const state = useElevator(unit);
  return (
    <LiveFrame
      unit={state}
      cover={state.cover}
      run={state.icon}
      past={past}
      veil={veil}
      pill={<RunPill state={state} />}
      alarm={state.cover === 5 && <Entrapment state={state} />}
      stage={<ElevatorStage state={state} />}
      left={
        <>
          <ElevatorOverview state={state} />
          <SafetyState state={state} />
        </>
      }
      right={
        <>
          <OperationState state={state} />
          <EventList state={state} />
          <FaultList unit={state} />
        </>
      }
    />
  );
}
