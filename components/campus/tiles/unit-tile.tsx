'use client';

import { memo } from 'react';
import { ElevatorTileView } from './elevator-tile';
import { EscalatorTileView } from './escalator-tile';
import type { UnitTileProps } from './unit-tile-props';

/** One unit on the wall. */
export const UnitTile = memo(function UnitTile(props: UnitTileProps) {
  return props.displayType === 'EV' ? (
    <ElevatorTileView {...props} />
  ) : (
    <EscalatorTileView {...props} displayType={props.displayType} />
  );
});
