import { accessLogServices } from '@/lib/features/access-log/service';
import { accountServices } from '@/lib/features/account/service';
import { approvalServices } from '@/lib/features/approvals/service';
import { authorityServices } from '@/lib/features/authorities/service';
import { branchServices } from '@/lib/features/branches/service';
import { callbackServices } from '@/lib/features/callbacks/service';
import { dictionaryServices } from '@/lib/features/dictionaries/service';
import { symptomServices } from '@/lib/features/symptoms/service';
import { campusApplicationServices } from '@/lib/features/campus-applications/service';
import { campusServices } from '@/lib/features/campus/service';
import { equipmentServices } from '@/lib/features/equipment/service';
import { activityServices } from '@/lib/features/activities/service';
import { equipmentHistoryServices } from '@/lib/features/equipment-history/service';
import { equipmentLogServices } from '@/lib/features/equipment-log/service';
import { inspectionServices } from '@/lib/features/inspections/service';
import { maintenanceServices } from '@/lib/features/maintenance/service';
import { errorInspectionServices } from '@/lib/features/error-inspection/service';
import { errorLogServices } from '@/lib/features/error-log/service';
import { feedbackServices } from '@/lib/features/feedback/service';
import { smsLogServices } from '@/lib/features/text-messages/service';
import { storedFileServices } from '@/lib/features/stored-files/service';
import { strategyServices } from '@/lib/features/strategies/service';
import { notificationServices } from '@/lib/features/notifications/service';
import { integrationServices } from '@/lib/features/integration/service';
import { mailServices } from '@/lib/features/subscriptions/service';
import { projectServices } from '@/lib/features/projects/service';
import { roleServices } from '@/lib/features/roles/service';
import { sessionServices } from '@/lib/features/session/service';
import { systemServices } from '@/lib/features/system/service';
import { userServices } from '@/lib/features/users/service';
import type { Service } from '@/lib/platform/contract/serve';

/** What the web process answers by itself. Ingest and broker hooks live in the gateway, which has its own list. */
export const WEB_SERVICES: readonly Service[] = [
  ...sessionServices,
  ...accountServices,
  ...roleServices,
  ...authorityServices,
  ...branchServices,
  ...projectServices,
  ...integrationServices,
  ...equipmentServices,
  ...activityServices,
  ...equipmentHistoryServices,
  ...equipmentLogServices,
  ...inspectionServices,
  ...maintenanceServices,
  ...callbackServices,
  ...symptomServices,
  ...errorInspectionServices,
  ...dictionaryServices,
  ...campusServices,
  ...notificationServices,
  ...userServices,
  ...campusApplicationServices,
  ...mailServices,
  ...approvalServices,
  ...feedbackServices,
  ...strategyServices,
  ...smsLogServices,
  ...accessLogServices,
  ...errorLogServices,
  ...storedFileServices,
  ...systemServices,
];
