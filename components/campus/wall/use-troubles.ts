'use client';

import { useMemo, useState } from 'react';
import type { UnitClass } from '@/lib/features/campus/arrangement';
import type { CampusEquipment } from '@/lib/features/campus/contract';
import { troubleOf } from '@/lib/features/campus/trouble';
import type { UnitTrouble } from '@/lib/features/campus/trouble';
import { INCIDENT_CONDITIONS } from '@/lib/features/incidents/contract';
import { useIncidents } from '@/lib/features/incidents/shared/use-incidents';

/** What the user may see of a unit in trouble. */
interface IncidentRights {
  readonly seesIncidents: boolean;
  readonly seesCallouts: boolean;
}

/** Most units of one request (api.md §2.12); a page of the wall never has more. */
const MOST = 200;
const NOTHING: ReadonlyMap<string, UnitTrouble> = new Map();

/**
 * What is wrong with the units in trouble and who is coming. A unit keeps the same object until something of it
 * changes.
 */
export function useTroubles(
  units: readonly CampusEquipment[],
  classes: ReadonlyMap<string, UnitClass>,
  { seesIncidents, seesCallouts }: IncidentRights,
): ReadonlyMap<string, UnitTrouble> {
  const inTrouble = units
    .map(({ equipmentNo }) => equipmentNo)
    .filter((equipmentNo) => INCIDENT_CONDITIONS.some((condition) => condition === classes.get(equipmentNo)));
  const asked = seesIncidents ? inTrouble.sort().slice(0, MOST) : [];
  const { data } = useIncidents(asked.length > 0 ? { equipmentNos: asked, pageSize: MOST } : null);
  const [keeper] = useState(() => new TroubleKeeper());
  return useMemo(
    () =>
      data ? keeper.of(new Map(data.records.map((row) => [row.equipmentNo, troubleOf(row, seesCallouts)]))) : NOTHING,
    [data, seesCallouts, keeper],
  );
}

/** Keeps the old objects that have not changed, so that no other tile renders. */
class TroubleKeeper {
  #last: ReadonlyMap<string, UnitTrouble> = NOTHING;

  of(next: ReadonlyMap<string, UnitTrouble>): ReadonlyMap<string, UnitTrouble> {
    this.#last = new Map(
      [...next].map(([equipmentNo, trouble]) => {
        const held = this.#last.get(equipmentNo);
        return [equipmentNo, held && JSON.stringify(held) === JSON.stringify(trouble) ? held : trouble];
      }),
    );
    return this.#last;
  }
}
