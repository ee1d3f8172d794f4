import type { Actor } from '@/lib/platform/contract/actor';
import { formatDate } from '@/lib/platform/i18n/format';
import { findMaintenancePage } from '../list';

const DAY_MS = 86_400_000;

/**
 * Open jobs of a day and before, the oldest first. It uses the list's filters, so that the numbers agree. The caller
 * may read the list.
 * @param today `yyyy-MM-dd` @returns overdue: how many of them are of earlier days
 */
export async function jobsDue(actor: Actor, today: string, pageSize: number) {
  const all = {
    equipmentNo: undefined,
    key: undefined,
    maintenanceType: undefined,
    projectId: undefined,
    branchCode: undefined,
    city: undefined,
  };
  const asked = { ...all, jobStatus: 'PLAN', pageIndex: 1, sortField: 'turn', sortOrder: 'asc' } as const;
  const dayBefore = formatDate(Date.parse(today) - DAY_MS);
  const [{ records, total }, { total: overdue }] = await Promise.all([
    findMaintenancePage(actor, { ...asked, endDate: today, pageSize }),
    findMaintenancePage(actor, { ...asked, endDate: dayBefore, pageSize: 1 }),
  ]);
  return { rows: records, total, overdue };
}
