import 'server-only';
import type { UnitData } from '@/components/equipment/detail/unit-data';
import { problemOf, type DetailProblem } from '@/components/kit/detail/detail-problem';
import { config } from '@/lib/config';
import { batchEquipmentStatus, getEquipment } from '@/lib/features/equipment/contract';
import { getEquipmentHistory } from '@/lib/features/equipment-history/contract';
import { getInspection } from '@/lib/features/inspections/contract';
import { getLastMaintenance } from '@/lib/features/maintenance/contract';
import { sms } from '@/lib/platform/door/call';
import { qrCode } from '@/lib/platform/qr/qr-code';
import { hrefOf } from '@/lib/routes';

interface RefusedDetail {
  readonly problem: DetailProblem;
  /** The server's message (doc2 §8). */
  readonly message: string;
}

/**
 * Everything that the page of one unit shows before the first click. Only the unit itself is required; other parts may
 * fail.
 */
export async function loadUnit(equipmentNo: string): Promise<UnitData | RefusedDetail> {
  const equipment = await sms(getEquipment, { equipmentNo });
  if (!equipment.data) return { problem: problemOf(equipment.code), message: equipment.message };
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
