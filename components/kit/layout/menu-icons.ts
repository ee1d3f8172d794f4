import {
  AnnouncementIcon,
  AuditIcon,
  CallbackIcon,
  MaintenanceIcon,
  MonitoringIcon,
  ReportIcon,
  StatisticsIcon,
  SymptomIcon,
  UsersIcon,
} from '@/components/kit/ui/icons';
import { EquipmentIcon } from '@/components/kit/ui/lift-icons';
import type { MenuGroup } from '@/lib/routes';

export const MENU_ICONS: Readonly<Record<MenuGroup, typeof EquipmentIcon>> = {
  monitoring: MonitoringIcon,
  equipment: EquipmentIcon,
  callback: CallbackIcon,
  symptom: SymptomIcon,
  maintenance: MaintenanceIcon,
  statistics: StatisticsIcon,
  users: UsersIcon,
  operationReport: ReportIcon,
  announcement: AnnouncementIcon,
  audit: AuditIcon,
};
