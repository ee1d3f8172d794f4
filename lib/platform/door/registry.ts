import { accessLogOperations } from '@/lib/features/access-log/contract';
import { accountOperations } from '@/lib/features/account/contract';
import { announcementOperations } from '@/lib/features/announcements/contract';
import { approvalOperations } from '@/lib/features/approvals/contract';
import { authorityOperations } from '@/lib/features/authorities/contract';
import { branchOperations } from '@/lib/features/branches/contract';
import { cameraOperations } from '@/lib/features/cameras/contract';
import { assignmentOperations } from '@/lib/features/assignments/contract';
import { callbackHistoryOperations } from '@/lib/features/callback-history/contract';
import { callbackOperations } from '@/lib/features/callbacks/contract';
import { dashboardOperations } from '@/lib/features/dashboards/contract';
import { detectorOperations } from '@/lib/features/detector/contract';
import { dictionaryOperations } from '@/lib/features/dictionaries/contract';
import { symptomOperations } from '@/lib/features/symptoms/contract';
import { campusApplicationOperations } from '@/lib/features/campus-applications/contract';
import { campusOperations } from '@/lib/features/campus/contract';
import { cubeOperations } from '@/lib/features/cubes/contract';
import { gatewayOperations } from '@/lib/features/gateways/contract';
import { equipmentGroupOperations } from '@/lib/features/equipment-groups/contract';
import { screenOperations } from '@/lib/features/screens/contract';
import { proGatewayOperations } from '@/lib/features/pro-gateways/contract';
import { thirdGatewayOperations } from '@/lib/features/third-gateways/contract';
import { equipmentOperations } from '@/lib/features/equipment/contract';
import { floorOperations } from '@/lib/features/equipment/floors-contract';
import { activityOperations } from '@/lib/features/activities/contract';
import { equipmentHistoryOperations } from '@/lib/features/equipment-history/contract';
import { equipmentReplayOperations } from '@/lib/features/equipment-replay/contract';
import { equipmentLogOperations } from '@/lib/features/equipment-log/contract';
import { incidentOperations } from '@/lib/features/incidents/contract';
import { contractOperations } from '@/lib/features/contracts/contract';
import { offMaintenanceOperations } from '@/lib/features/off-maintenance/contract';
import { inspectionOperations } from '@/lib/features/inspections/contract';
import { mapOperations } from '@/lib/features/map/contract';
import { maintenanceOperations } from '@/lib/features/maintenance/contract';
import { maintenanceReportOperations } from '@/lib/features/maintenance-reports/contract';
import { dutyOperations } from '@/lib/features/incidents/duty-contract';
import { homeOperations } from '@/lib/features/home/contract';
import { energySavingOperations } from '@/lib/features/energy-saving/contract';
import { errorInspectionOperations } from '@/lib/features/error-inspection/contract';
import { errorLogOperations } from '@/lib/features/error-log/contract';
import { listViewOperations } from '@/lib/features/list-views/contract';
import { jobOperations } from '@/lib/features/jobs/contract';
import { feedbackOperations } from '@/lib/features/feedback/contract';
import { smsLogOperations } from '@/lib/features/text-messages/contract';
import { unitDayOperations } from '@/lib/features/unit-day/contract';
import { unitReportOperations } from '@/lib/features/unit-reports/contract';
import { healthReportOperations } from '@/lib/features/health-report/contract';
import { reportSubscriptionOperations } from '@/lib/features/report-subscriptions/contract';
import { operationReportOperations } from '@/lib/features/operation-report/contract';
import { statisticsOperations } from '@/lib/features/statistics/contract';
import { settingOperations } from '@/lib/features/settings/contract';
import { storedFileOperations } from '@/lib/features/stored-files/contract';
import { strategyOperations } from '@/lib/features/strategies/contract';
import { notificationOperations } from '@/lib/features/notifications/contract';
import { integrationOperations } from '@/lib/features/integration/contract';
import { mailOperations } from '@/lib/features/subscriptions/contract';
import { mailLogOperations } from '@/lib/features/mails/contract';
import { projectOperations } from '@/lib/features/projects/contract';
import { roleOperations } from '@/lib/features/roles/contract';
import { sessionOperations } from '@/lib/features/session/contract';
import { webPushOperations } from '@/lib/features/web-push/contract';
import { systemOperations } from '@/lib/features/system/contract';
import { telemetryOperations } from '@/lib/live/telemetry/contract';
import { userOperations } from '@/lib/features/users/contract';
import { realtimeOperations } from '@/lib/live/realtime/shared/contract';
import type { Operation } from '@/lib/platform/contract/operation';
import type { Service } from '@/lib/platform/contract/serve';

/** A feature of the contract: its operations, and how the web process loads its services. */
interface Feature {
  readonly operations: readonly Operation[];
  /**
   * Loaded when the door opens, so that code that only needs operations loads no service. Absent: the gateway answers
   * them.
   */
  readonly load?: () => Promise<{ readonly services: readonly Service[] }>;
}

const feature = (operations: readonly Operation[], load?: Feature['load']): Feature => ({ operations, load });

/** Every feature registers here, in one line. The door, the OpenAPI document and the access matrix use this list. */
const FEATURES: readonly Feature[] = [
  feature([...sessionOperations, ...realtimeOperations], () => import('@/lib/features/session/service')),
  feature(accountOperations, () => import('@/lib/features/account/service')),
  feature(roleOperations, () => import('@/lib/features/roles/service')),
  feature(authorityOperations, () => import('@/lib/features/authorities/service')),
  feature(branchOperations, () => import('@/lib/features/branches/service')),
  feature(projectOperations, () => import('@/lib/features/projects/service')),
  feature(integrationOperations, () => import('@/lib/features/integration/service')),
  feature([...equipmentOperations, ...floorOperations], () => import('@/lib/features/equipment/service')),
  feature(activityOperations, () => import('@/lib/features/activities/service')),
  feature(equipmentHistoryOperations, () => import('@/lib/features/equipment-history/service')),
  feature(equipmentReplayOperations, () => import('@/lib/features/equipment-replay/service')),
  feature(unitDayOperations, () => import('@/lib/features/unit-day/service')),
  feature(equipmentLogOperations, () => import('@/lib/features/equipment-log/service')),
  feature(inspectionOperations, () => import('@/lib/features/inspections/service')),
  feature(contractOperations, () => import('@/lib/features/contracts/service')),
  feature(offMaintenanceOperations, () => import('@/lib/features/off-maintenance/service')),
  feature(maintenanceOperations, () => import('@/lib/features/maintenance/service')),
  feature(cameraOperations, () => import('@/lib/features/cameras/service')),
  feature(maintenanceReportOperations, () => import('@/lib/features/maintenance-reports/service')),
  feature(cubeOperations, () => import('@/lib/features/cubes/service')),
  feature(gatewayOperations, () => import('@/lib/features/gateways/service')),
  feature(equipmentGroupOperations, () => import('@/lib/features/equipment-groups/service')),
  feature(screenOperations, () => import('@/lib/features/screens/service')),
  feature(proGatewayOperations, () => import('@/lib/features/pro-gateways/service')),
  feature(thirdGatewayOperations, () => import('@/lib/features/third-gateways/service')),
  feature(callbackOperations, () => import('@/lib/features/callbacks/service')),
  feature(callbackHistoryOperations, () => import('@/lib/features/callback-history/service')),
  feature(detectorOperations, () => import('@/lib/features/detector/service')),
  feature(symptomOperations, () => import('@/lib/features/symptoms/service')),
  feature(errorInspectionOperations, () => import('@/lib/features/error-inspection/service')),
  feature(dictionaryOperations, () => import('@/lib/features/dictionaries/service')),
  feature(campusOperations, () => import('@/lib/features/campus/service')),
  feature([...dutyOperations, ...incidentOperations], () => import('@/lib/features/incidents/service')),
  feature(mapOperations, () => import('@/lib/features/map/service')),
  feature(dashboardOperations, () => import('@/lib/features/dashboards/service')),
  feature(homeOperations, () => import('@/lib/features/home/service')),
  feature(notificationOperations, () => import('@/lib/features/notifications/service')),
  feature(announcementOperations, () => import('@/lib/features/announcements/service')),
  feature(userOperations, () => import('@/lib/features/users/service')),
  feature(campusApplicationOperations, () => import('@/lib/features/campus-applications/service')),
  feature(assignmentOperations, () => import('@/lib/features/assignments/service')),
  feature(mailOperations, () => import('@/lib/features/subscriptions/service')),
  feature(approvalOperations, () => import('@/lib/features/approvals/service')),
  feature(feedbackOperations, () => import('@/lib/features/feedback/service')),
  feature(strategyOperations, () => import('@/lib/features/strategies/service')),
  feature(smsLogOperations, () => import('@/lib/features/text-messages/service')),
  feature(mailLogOperations, () => import('@/lib/features/mails/service')),
  feature(accessLogOperations, () => import('@/lib/features/access-log/service')),
  feature(listViewOperations, () => import('@/lib/features/list-views/service')),
  feature(jobOperations, () => import('@/lib/features/jobs/service')),
  feature(errorLogOperations, () => import('@/lib/features/error-log/service')),
  feature(unitReportOperations, () => import('@/lib/features/unit-reports/service')),
  feature(healthReportOperations, () => import('@/lib/features/health-report/service')),
  feature(reportSubscriptionOperations, () => import('@/lib/features/report-subscriptions/service')),
  feature(energySavingOperations, () => import('@/lib/features/energy-saving/service')),
  feature(operationReportOperations, () => import('@/lib/features/operation-report/service')),
  feature(statisticsOperations, () => import('@/lib/features/statistics/service')),
  feature(settingOperations, () => import('@/lib/features/settings/service')),
  feature(storedFileOperations, () => import('@/lib/features/stored-files/service')),
  feature(webPushOperations, () => import('@/lib/features/web-push/service')),
  feature(systemOperations, () => import('@/lib/features/system/service')),
  feature(telemetryOperations),
];

/** Every operation of the contract that exists. */
export const OPERATIONS: readonly Operation[] = FEATURES.flatMap(({ operations }) => operations);

/** What the web process answers itself. Ingest and broker hooks run in the gateway, which has its own list. */
export async function loadWebServices(): Promise<readonly Service[]> {
  const loaded = await Promise.all(FEATURES.flatMap(({ load }) => load?.() ?? []));
  return loaded.flatMap(({ services }) => services);
}
