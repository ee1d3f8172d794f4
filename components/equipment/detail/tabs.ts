import { queryActivity } from '@/lib/features/activities/contract';
import { queryCallbacks } from '@/lib/features/callbacks/contract';
import { queryEquipmentLog } from '@/lib/features/equipment-log/contract';
import { queryMaintenance } from '@/lib/features/maintenance/contract';
import { querySymptoms } from '@/lib/features/symptoms/contract';
import { may, type Guarded } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { hrefOf } from '@/lib/routes';

/** The tabs of a unit's page (doc2 §2.4): each is there for whoever may ask what stands in it. Pure. */

export const UNIT_TABS = ['activity', 'callbacks', 'symptoms', 'maintenance', 'log'] as const;
export type UnitTab = (typeof UNIT_TABS)[number];
export const TAB_OPERATIONS: Readonly<Record<UnitTab, Guarded>> = {
  activity: queryActivity,
  callbacks: queryCallbacks,
  symptoms: querySymptoms,
  maintenance: queryMaintenance,
  log: queryEquipmentLog,
};

export const hasTab = (holder: Holder, tab: UnitTab): boolean => may(holder, TAB_OPERATIONS[tab]);

/** Where the rows of the chosen tab stand on the page. */
export const ROWS_ID = 'rows';

/** A tab of the page with its filters; it opens at the rows. */
export const tabHref = (equipmentNo: string, tab: UnitTab, filters: Readonly<Record<string, string>> = {}): string =>
  `${hrefOf('equipmentDetail', { equipmentNo, tab, ...filters })}#${ROWS_ID}`;
