import { queryAccessLog } from '@/lib/features/access-log/contract';
import { queryAnnouncements, searchAnnouncementNotices } from '@/lib/features/announcements/contract';
import { queryApprovals } from '@/lib/features/approvals/contract';
import { searchAuthorities } from '@/lib/features/authorities/contract';
import { searchBranches } from '@/lib/features/branches/contract';
import { queryCallbacks } from '@/lib/features/callbacks/contract';
import { queryCameras } from '@/lib/features/cameras/contract';
import { queryCampusApply } from '@/lib/features/campus-applications/contract';
import { queryEquipment } from '@/lib/features/equipment/contract';
import { queryErrorInspection } from '@/lib/features/error-inspection/contract';
import { queryFeedback } from '@/lib/features/feedback/contract';
import { queryCubes } from '@/lib/features/gateways/contract';
import { queryJobs } from '@/lib/features/jobs/contract';
import { queryProGateways } from '@/lib/features/pro-gateways/contract';
import { queryProjects } from '@/lib/features/projects/contract';
import { searchRoles } from '@/lib/features/roles/contract';
import { queryStrategies } from '@/lib/features/strategies/contract';
import { querySymptoms } from '@/lib/features/symptoms/contract';
import { querySmsLog } from '@/lib/features/text-messages/contract';
import { queryUsers } from '@/lib/features/users/contract';
import { may, type Guarded } from '@/lib/platform/contract/access';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError } from '@/lib/platform/contract/errors';
import type { ViewedList } from './value-sets';

/** The operation of each list, which decides who may read it. A test compares it with the lists of the screens. */
export const LIST_OPERATIONS: Readonly<Record<ViewedList, Guarded & { readonly name: string }>> = {
  accessLog: queryAccessLog,
  announcementEdits: queryAnnouncements,
  announcements: searchAnnouncementNotices,
  approvals: queryApprovals,
  authorities: searchAuthorities,
  branches: searchBranches,
  callbacks: queryCallbacks,
  cameras: queryCameras,
  campusApplications: queryCampusApply,
  equipment: queryEquipment,
  errorInspection: queryErrorInspection,
  feedback: queryFeedback,
  gateways: queryCubes,
  jobs: queryJobs,
  proGateways: queryProGateways,
  projects: queryProjects,
  roles: searchRoles,
  smsLog: querySmsLog,
  strategies: queryStrategies,
  symptoms: querySymptoms,
  users: queryUsers,
};

/** @throws access_denied for a list that the caller may not read */
export function requireList(actor: Actor, list: ViewedList): void {
  if (!may(actor, LIST_OPERATIONS[list])) throw new AppError('access_denied');
}
