'use client';

import { ElevatorView } from './elevator-view';
import { useLiveUnit } from './frame/use-live-unit';
import type { LiveUnitConnection, LiveUnitData } from './frame/use-live-unit';

/** The live elevator page (doc2 §2.5). `data` is what the server read while rendering; everything after comes live. */
export function ElevatorPage({
  data,
  connection,
}: {
  readonly data: LiveUnitData;
  readonly connection?: LiveUnitConnection;
}) {
  return <ElevatorView unit={useLiveUnit(data, connection)} />;
}
