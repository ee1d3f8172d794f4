'use client';

import { ElevatorCover } from './elevator-cover';
import { ElevatorHeader } from './elevator-header';
import { ElevatorOverview } from './elevator-overview';
import { ElevatorStage } from './elevator-stage';
import { Entrapment } from './entrapment';
import { EventList, FaultList } from './incident-lists';
import { OperationState, SafetyState } from './operation-state';
import { StaleNotice } from './stale-notice';
import { useElevator } from './use-elevator';
import type { ElevatorConnection, ElevatorData } from './use-elevator';
import styles from './elevator-page.module.css';

/** The live elevator page (doc2 §2.5). `data` is what the server knew when it rendered; the rest follows live. */
export function ElevatorPage({
  data,
  connection,
}: {
  readonly data: ElevatorData;
  readonly connection?: ElevatorConnection;
}) {
  const state = useElevator(data, connection);
  return (
    <div className={styles.page} data-cover={state.cover} data-run-icon={state.icon}>
      <ElevatorHeader state={state} />
      <div className={styles.stage} data-cover={state.cover}>
        {state.cover === 5 && <Entrapment state={state} />}
        <StaleNotice state={state} />
        <ElevatorStage state={state} />
        <ElevatorCover state={state} />
      </div>
      <div className={styles.left}>
        <ElevatorOverview state={state} />
        <SafetyState state={state} />
      </div>
      <div className={styles.right}>
        <OperationState state={state} />
        <EventList state={state} />
        <FaultList state={state} />
      </div>
    </div>
  );
}
