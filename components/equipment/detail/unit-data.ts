import type { EquipmentDetail, StatusEntry } from '@/lib/features/equipment/contract';
import type { EquipmentHistory } from '@/lib/features/equipment-history/contract';
import type { InspectionRow } from '@/lib/features/inspections/contract';
import type { getLastMaintenance } from '@/lib/features/maintenance/contract';
import type { OutputOf } from '@/lib/platform/contract/operation';
import type { QrCode } from '@/lib/platform/qr/qr-code';

/** What the server knew when it drew the page; null: that call failed, and its place says so. */
export interface UnitData {
  readonly equipment: EquipmentDetail;
  readonly status: StatusEntry | null;
  readonly maintenance: OutputOf<typeof getLastMaintenance> | null;
  readonly inspection: InspectionRow | null;
  readonly history: EquipmentHistory | null;
  readonly qr: QrCode;
}
