import 'server-only';
import type { UnitData } from '@/components/equipment/detail/unit-data';
import { config } from '@/lib/config';
import { batchEquipmentStatus, getEquipment } from '@/lib/features/equipment/contract';
import { getEquipmentHistory } from '@/lib/features/equipment-history/contract';
import { getInspection } from '@/lib/features/inspections/contract';
import { getLastMaintenance } from '@/lib/features/maintenance/contract';
import { sms } from '@/lib/platform/door/call';
import { qrCode } from '@/lib/platform/qr/qr-code';
import { hrefOf } from '@/lib/routes';

/** What is wrong with a number: it cannot be one, nobody bears it, it is somebody else's, or the call failed. */
export type UnitProblem = 'notFound' | 'forbidden' | 'failed';

/** All that the page of one unit says before anybody touches it; only the unit itself must be there. */
export async function loadUnit(equipmentNo: string): Promise<UnitData | UnitProblem> {
  const equipment = await sms(getEquipment, { equipmentNo });
  if (equipment.code === 511) return 'forbidden';
  // 400: the number is not one that can exist.
  if (equipment.code === 404 || equipment.code === 400) return 'notFound';
  if (!equipment.data) return 'failed';
  const [statuses, maintenance, inspection, history] = await Promise.all([
    sms(batchEquipmentStatus, { equipmentNoList: [equipmentNo] }),
    sms(getLastMaintenance, { equipmentNo }),
    sms(getInspection, { equipmentNo }),
    sms(getEquipmentHistory, { equipmentNo }),
  ]);
  return {
    equipment: equipment.data,
    // The first entry of the batch (doc2 §7).
    status: statuses.data?.[0] ?? null,
    maintenance: maintenance.data,
    inspection: inspection.data,
    history: history.data,
    qr: qrCode(`${config().publicUrl}${hrefOf('equipmentDetail', { equipmentNo })}`),
  };
}
