import { accessLogServices } from '@/lib/access-log/service';
import { accountServices } from '@/lib/account/service';
import { approvalServices } from '@/lib/approvals/service';
import { authorityServices } from '@/lib/authorities/service';
import { branchServices } from '@/lib/branches/service';
import { campusApplicationServices } from '@/lib/campus-applications/service';
import { campusServices } from '@/lib/campus/service';
import { equipmentServices } from '@/lib/equipment/service';
import { errorLogServices } from '@/lib/error-log/service';
import { feedbackServices } from '@/lib/feedback/service';
import { smsLogServices } from '@/lib/sms-log/service';
import { storedFileServices } from '@/lib/stored-files/service';
import { strategyServices } from '@/lib/strategies/service';
import { notificationServices } from '@/lib/notifications/service';
import { integrationServices } from '@/lib/integration/service';
import { mailServices } from '@/lib/mail/service';
import { projectServices } from '@/lib/projects/service';
import { roleServices } from '@/lib/roles/service';
import { sessionServices } from '@/lib/session/service';
import { systemServices } from '@/lib/system/service';
import { userServices } from '@/lib/users/service';
import type { Service } from './serve';

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
