'use client';

import { ElevatorOverview } from './elevator-overview';
import { ElevatorStage } from './elevator-stage';
import { Entrapment } from './entrapment';
import { EventList } from './event-list';
import { FaultList } from './frame/incident-list';
import { LiveFrame } from './frame/live-frame';
import type { LiveUnitConnection, LiveUnitData } from './frame/use-live-unit';
import { OperationState, SafetyState } from './operation-state';
import { RunPill } from './run-pill';
import { useElevator } from './use-elevator';

/** The live elevator page (doc2 §2.5). `data` is what the server knew when it rendered; the rest follows live. */
export function ElevatorPage({
  data,
  connection,
}: {
  readonly data: LiveUnitData;
  readonly connection?: LiveUnitConnection;
}) {
  const state = useElevator(data, connection);
  return (
    <LiveFrame
      unit={state}
      cover={state.cover}
      run={state.icon}
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
