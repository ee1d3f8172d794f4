import { equipmentFactScope } from '@/lib/live/scope/equipment-scope';
import type { Actor } from '@/lib/platform/contract/actor';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { sharedCount } from '@/lib/platform/db/shared-counts';
import { formatDate } from '@/lib/platform/i18n/format';
import { inspections, inspectionWhere, tabWhere, toRow } from '../list';

/**
 * Inspections that are attended or due on a day, and the number of overdue ones. The caller may read the lists.
 * @param now epoch ms
 */
export async function inspectionsDue(actor: Actor, now: number, pageSize: number) {
  const today = new Date(formatDate(now));
  const context = { notice: 0, now };
  const ofToday: Prisma.InspectionWhereInput = {
    AND: [
      equipmentFactScope(actor, { focus: true }),
      { OR: [{ plannedDate: today }, tabWhere('approaching', today, 0)] },
    ],
  };
  const expired = inspectionWhere(actor, 'expired', {}, context);
  const [{ total, rows }, overdue] = await Promise.all([
    inspections.page(actor, { pageIndex: 1, pageSize, sortField: 'nextInspectionDate', sortOrder: 'asc' }, ofToday),
    sharedCount(actor, 'queryInspections', expired, () => inspections.count(expired)),
  ]);
  return { rows: rows.map((row) => toRow(row, context)), total, overdue };
}
