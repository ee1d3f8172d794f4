'use client';

import { useMemo, useState } from 'react';
import { coverOf, eventsOf, runIcon, travelOf } from '@/lib/live/units/elevator';
import type { ElevatorCover, LiveEvent, RunIcon, TravelDirection } from '@/lib/live/units/elevator';
import { floorIndex, floorsOf } from '@/lib/live/units/floors';
import type { Floor } from '@/lib/live/units/floors';
import { readText } from '@/lib/live/units/values';
import type { LiveUnit } from './frame/use-live-unit';

export interface LiveElevator extends LiveUnit {
  readonly cover: ElevatorCover;
  readonly icon: RunIcon;
  readonly travel: TravelDirection;
  readonly events: readonly LiveEvent[];
  readonly floors: readonly Floor[];
  /** Index of the reported landing. */
  readonly current: number | undefined;
  /** The landing's name: as reported, else from the mapping. */
  readonly floorLabel: string | undefined;
}

/** Everything the elevator page shows: the unit's data, and what it means for an elevator. */
export function useElevator(unit: LiveUnit): LiveElevator {
  const { equipment, live, condition, link, faults } = unit;
  const { floorMapping, totalFloors } = equipment;
  const physical = live.position?.physicalvalue;
  const shown = readText(live.position);
  const observed = useObserved(physical);
  const floors = useMemo(
    () => floorsOf({ floorMapping, totalFloors }, observed),
    [floorMapping, totalFloors, observed],
  );
  const current = floorIndex(floors, physical, shown);
  return {
    ...unit,
    floors,
    current,
    cover: coverOf(condition, link),
    icon: runIcon(condition, readText(live.mode)),
    travel: travelOf({
      direction: readText(live.direction),
      drive: readText(live.drive),
      onlineStatus: condition.onlineStatus,
      isFresh: condition.isFresh,
    }),
    events: eventsOf(condition, live, faults.entries),
    floorLabel: shown ?? (current === undefined ? undefined : floors[current]?.label),
  };
}

/** Lowest and highest landing reported; without a mapping the drawn building only grows. */
function useObserved(physical: number | undefined): { min: number; max: number } | null {
  const [seen, setSeen] = useState<{ min: number; max: number } | null>(null);
  const isNew =
    physical !== undefined &&
    Number.isInteger(physical) &&
    (seen === null || physical < seen.min || physical > seen.max);
  if (!isNew) return seen;
  const next = { min: Math.min(physical, seen?.min ?? physical), max: Math.max(physical, seen?.max ?? physical) };
  setSeen(next);
  return next;
}
