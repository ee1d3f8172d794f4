import type { FirstBuildings } from '@/components/home/customer-home';
import { unitInput, type FirstUnits, type UnitFilter } from '@/components/home/unit-query';
import { batchEquipmentStatus, queryEquipment } from '@/lib/features/equipment/contract';
import { countUnitStates, queryHomeBuildings } from '@/lib/features/home/contract';
import { INCIDENTS_SHOWN, type FirstIncidents } from '@/lib/features/home/first-data';
import { queryIncidents } from '@/lib/features/incidents/contract';
import { sms } from '@/lib/platform/door/call';
import { pageFocus } from '@/lib/platform/focus/page-focus';

/** The data of home at rendering. When a call fails, the browser repeats it and shows the error. */

/** Maximum age of the totals at rendering, s: many users who open home share one query. */
const FIRST_FIGURES_SEC = 10;

/**
 * The finder's data at rendering; undefined when the focus is unknown or a call fails: the browser then asks and shows
 * the error.
 */
export async function firstUnitsOf(filter: UnitFilter): Promise<FirstUnits | undefined> {
  const focus = await pageFocus();
  if (focus === undefined) return undefined;
  const [page, states] = await Promise.all([
    sms(queryEquipment, unitInput(filter)),
    // The browser asks for those of this moment.
    sms(countUnitStates, { maxAge: FIRST_FIGURES_SEC }),
  ]);
  if (!page.data || !states.data) return undefined;
  const numbers = page.data.records.map(({ equipmentNo }) => equipmentNo);
  const statuses = numbers.length > 0 ? await sms(batchEquipmentStatus, { equipmentNoList: numbers }) : undefined;
  return {
    filter,
    focus,
    page: page.data,
    statuses: statuses?.data ?? [],
    states: states.data,
    at: Date.now(),
  };
}

/**
 * The data of the action block at rendering; undefined when the call fails: the browser then asks and shows the error.
 */
export async function firstIncidentsOf(): Promise<FirstIncidents | undefined> {
  const at = Date.now();
  const { data } = await sms(queryIncidents, { pageSize: INCIDENTS_SHOWN });
  return data ? { page: data, at } : undefined;
}

export async function firstBuildingsOf(): Promise<FirstBuildings | undefined> {
  const at = Date.now();
  const { data } = await sms(queryHomeBuildings, { pageIndex: 1 });
  return data ? { data, at } : undefined;
}
