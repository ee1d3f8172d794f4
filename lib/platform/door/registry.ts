import { accessLogOperations } from '@/lib/features/access-log/contract';
import { accountOperations } from '@/lib/features/account/contract';
import { approvalOperations } from '@/lib/features/approvals/contract';
import { authorityOperations } from '@/lib/features/authorities/contract';
import { branchOperations } from '@/lib/features/branches/contract';
import { callbackOperations } from '@/lib/features/callbacks/contract';
import { dictionaryOperations } from '@/lib/features/dictionaries/contract';
import { symptomOperations } from '@/lib/features/symptoms/contract';
import { campusApplicationOperations } from '@/lib/features/campus-applications/contract';
import { campusOperations } from '@/lib/features/campus/contract';
import { equipmentOperations } from '@/lib/features/equipment/contract';
import { activityOperations } from '@/lib/features/activities/contract';
import { equipmentHistoryOperations } from '@/lib/features/equipment-history/contract';
import { equipmentLogOperations } from '@/lib/features/equipment-log/contract';
import { inspectionOperations } from '@/lib/features/inspections/contract';
import { maintenanceOperations } from '@/lib/features/maintenance/contract';
import { errorInspectionOperations } from '@/lib/features/error-inspection/contract';
import { errorLogOperations } from '@/lib/features/error-log/contract';
import { feedbackOperations } from '@/lib/features/feedback/contract';
import { smsLogOperations } from '@/lib/features/text-messages/contract';
import { storedFileOperations } from '@/lib/features/stored-files/contract';
import { strategyOperations } from '@/lib/features/strategies/contract';
import { notificationOperations } from '@/lib/features/notifications/contract';
import { integrationOperations } from '@/lib/features/integration/contract';
import { mailOperations } from '@/lib/features/subscriptions/contract';
import { projectOperations } from '@/lib/features/projects/contract';
import { roleOperations } from '@/lib/features/roles/contract';
import { sessionOperations } from '@/lib/features/session/contract';
import { systemOperations } from '@/lib/features/system/contract';
import { telemetryOperations } from '@/lib/live/telemetry/contract';
import { userOperations } from '@/lib/features/users/contract';
import { realtimeOperations } from '@/lib/live/realtime/shared/contract';
import type { Operation } from '@/lib/platform/contract/operation';

/** Every operation of the contract that exists; the door, the OpenAPI document and the access matrix walk this list. */
export const OPERATIONS: readonly Operation[] = [
  ...sessionOperations,
  ...realtimeOperations,
  ...accountOperations,
  ...roleOperations,
  ...authorityOperations,
  ...branchOperations,
  ...projectOperations,
  ...integrationOperations,
  ...equipmentOperations,
  ...activityOperations,
  ...equipmentHistoryOperations,
  ...equipmentLogOperations,
  ...inspectionOperations,
  ...maintenanceOperations,
  ...callbackOperations,
  ...symptomOperations,
  ...errorInspectionOperations,
  ...dictionaryOperations,
  ...campusOperations,
  ...notificationOperations,
  ...userOperations,
  ...campusApplicationOperations,
  ...mailOperations,
  ...approvalOperations,
  ...feedbackOperations,
  ...strategyOperations,
  ...smsLogOperations,
  ...accessLogOperations,
  ...errorLogOperations,
  ...storedFileOperations,
  ...telemetryOperations,
  ...systemOperations,
];
