import { accessLogOperations } from '@/lib/access-log/contract';
import { accountOperations } from '@/lib/account/contract';
import { approvalOperations } from '@/lib/approvals/contract';
import { authorityOperations } from '@/lib/authorities/contract';
import { branchOperations } from '@/lib/branches/contract';
import { campusApplicationOperations } from '@/lib/campus-applications/contract';
import { campusOperations } from '@/lib/campus/contract';
import { equipmentOperations } from '@/lib/equipment/contract';
import { errorLogOperations } from '@/lib/error-log/contract';
import { feedbackOperations } from '@/lib/feedback/contract';
import { smsLogOperations } from '@/lib/sms-log/contract';
import { storedFileOperations } from '@/lib/stored-files/contract';
import { strategyOperations } from '@/lib/strategies/contract';
import { notificationOperations } from '@/lib/notifications/contract';
import { integrationOperations } from '@/lib/integration/contract';
import { mailOperations } from '@/lib/mail/contract';
import { projectOperations } from '@/lib/projects/contract';
import { roleOperations } from '@/lib/roles/contract';
import { sessionOperations } from '@/lib/session/contract';
import { systemOperations } from '@/lib/system/contract';
import { telemetryOperations } from '@/lib/telemetry/contract';
import { userOperations } from '@/lib/users/contract';
import type { Operation } from './operation';

/** Every operation of the contract that exists; the door, the OpenAPI document and the access matrix walk this list. */
export const OPERATIONS: readonly Operation[] = [
  ...sessionOperations,
  ...accountOperations,
  ...roleOperations,
  ...authorityOperations,
  ...branchOperations,
  ...projectOperations,
  ...integrationOperations,
  ...equipmentOperations,
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
