import 'server-only';
import type { CenterData } from '@/components/campus/center/use-center';
import { CENTER_MOST } from '@/lib/features/campus/center';
import { pageCampusEquipment } from '@/lib/features/campus/contract';
import { batchEquipmentStatus } from '@/lib/features/equipment/contract';
import { sms } from '@/lib/platform/door/call';
import { pageFocus } from '@/lib/platform/focus/page-focus';

/** What the screen knows when it is drawn; null is what failed, or what an unknown focus may narrow: the browser asks for it. */
export async function loadCenter(): Promise<CenterData> {
  const [at, focus] = [Date.now(), await pageFocus()];
  if (focus === undefined) return { at, focus: null, units: null, total: 0, statuses: null };
  const page = await sms(pageCampusEquipment, { pageIndex: 1, pageSize: CENTER_MOST, displayType: 'ES' });
  const list = page.data?.equipmentList;
  const equipmentNoList = list?.records.map(({ equipmentNo }) => equipmentNo) ?? [];
  const statuses = equipmentNoList.length > 0 ? await sms(batchEquipmentStatus, { equipmentNoList }) : null;
  return {
    at,
    focus,
    units: list?.records ?? null,
    total: list?.total ?? 0,
    statuses: statuses?.data ?? null,
  };
}
