import { createTranslator } from 'use-intl/core';
import enAccessLog from '@/messages/en/accessLog.json';
import enActivities from '@/messages/en/activities.json';
import enApprovals from '@/messages/en/approvals.json';
import enAssignments from '@/messages/en/assignments.json';
import enCallbacks from '@/messages/en/callbacks.json';
import enCameras from '@/messages/en/cameras.json';
import enCampusApplications from '@/messages/en/campusApplications.json';
import enCommon from '@/messages/en/common.json';
import enDashboards from '@/messages/en/dashboards.json';
import enEnergySaving from '@/messages/en/energySaving.json';
import enEntrapments from '@/messages/en/entrapments.json';
import enEquipment from '@/messages/en/equipment.json';
import enEquipmentGroups from '@/messages/en/equipmentGroups.json';
import enErrorInspection from '@/messages/en/errorInspection.json';
import enErrors from '@/messages/en/errors.json';
import enEscalation from '@/messages/en/escalation.json';
import enFacts from '@/messages/en/facts.json';
import enFeedback from '@/messages/en/feedback.json';
import enGateways from '@/messages/en/gateways.json';
import enHealthReport from '@/messages/en/healthReport.json';
import enMailLog from '@/messages/en/mailLog.json';
import enMaintenanceReports from '@/messages/en/maintenanceReports.json';
import enContracts from '@/messages/en/contracts.json';
import enInspections from '@/messages/en/inspections.json';
import enOffMaintenance from '@/messages/en/offMaintenance.json';
import enOperationReport from '@/messages/en/operationReport.json';
import enProjects from '@/messages/en/projects.json';
import enScreenTexts from '@/messages/en/screenTexts.json';
import enReminders from '@/messages/en/reminders.json';
import enReportSubscriptions from '@/messages/en/reportSubscriptions.json';
import enRoutes from '@/messages/en/routes.json';
import enSmsLog from '@/messages/en/smsLog.json';
import enSymptoms from '@/messages/en/symptoms.json';
import enUnitReports from '@/messages/en/unitReports.json';
import enUserList from '@/messages/en/userList.json';
import enWebPush from '@/messages/en/webPush.json';
import zhAccessLog from '@/messages/zh-CN/accessLog.json';
import zhActivities from '@/messages/zh-CN/activities.json';
import zhApprovals from '@/messages/zh-CN/approvals.json';
import zhAssignments from '@/messages/zh-CN/assignments.json';
import zhCallbacks from '@/messages/zh-CN/callbacks.json';
import zhCameras from '@/messages/zh-CN/cameras.json';
import zhCampusApplications from '@/messages/zh-CN/campusApplications.json';
import zhCommon from '@/messages/zh-CN/common.json';
import zhDashboards from '@/messages/zh-CN/dashboards.json';
import zhEnergySaving from '@/messages/zh-CN/energySaving.json';
import zhEntrapments from '@/messages/zh-CN/entrapments.json';
import zhEquipment from '@/messages/zh-CN/equipment.json';
import zhEquipmentGroups from '@/messages/zh-CN/equipmentGroups.json';
import zhErrorInspection from '@/messages/zh-CN/errorInspection.json';
import zhErrors from '@/messages/zh-CN/errors.json';
import zhEscalation from '@/messages/zh-CN/escalation.json';
import zhFacts from '@/messages/zh-CN/facts.json';
import zhFeedback from '@/messages/zh-CN/feedback.json';
import zhGateways from '@/messages/zh-CN/gateways.json';
import zhHealthReport from '@/messages/zh-CN/healthReport.json';
import zhMailLog from '@/messages/zh-CN/mailLog.json';
import zhMaintenanceReports from '@/messages/zh-CN/maintenanceReports.json';
import zhContracts from '@/messages/zh-CN/contracts.json';
import zhInspections from '@/messages/zh-CN/inspections.json';
import zhOffMaintenance from '@/messages/zh-CN/offMaintenance.json';
import zhOperationReport from '@/messages/zh-CN/operationReport.json';
import zhProjects from '@/messages/zh-CN/projects.json';
import zhScreenTexts from '@/messages/zh-CN/screenTexts.json';
import zhReminders from '@/messages/zh-CN/reminders.json';
import zhReportSubscriptions from '@/messages/zh-CN/reportSubscriptions.json';
import zhRoutes from '@/messages/zh-CN/routes.json';
import zhSmsLog from '@/messages/zh-CN/smsLog.json';
import zhSymptoms from '@/messages/zh-CN/symptoms.json';
import zhUnitReports from '@/messages/zh-CN/unitReports.json';
import zhUserList from '@/messages/zh-CN/userList.json';
import zhWebPush from '@/messages/zh-CN/webPush.json';
import { TIME_ZONE } from './shanghai';
import type { Language } from './languages';

/**
 * Texts that leave the server outside a page: envelopes, notifications, mails. It uses no framework, so the gateway may
 * use it.
 */
const MESSAGES = {
  'zh-CN': {
    accessLog: zhAccessLog,
    activities: zhActivities,
    approvals: zhApprovals,
    assignments: zhAssignments,
    callbacks: zhCallbacks,
    cameras: zhCameras,
    campusApplications: zhCampusApplications,
    common: zhCommon,
    dashboards: zhDashboards,
    energySaving: zhEnergySaving,
    entrapments: zhEntrapments,
    equipment: zhEquipment,
    equipmentGroups: zhEquipmentGroups,
    errorInspection: zhErrorInspection,
    errors: zhErrors,
    escalation: zhEscalation,
    facts: zhFacts,
    feedback: zhFeedback,
    gateways: zhGateways,
    healthReport: zhHealthReport,
    mailLog: zhMailLog,
    maintenanceReports: zhMaintenanceReports,
    contracts: zhContracts,
    inspections: zhInspections,
    offMaintenance: zhOffMaintenance,
    operationReport: zhOperationReport,
    projects: zhProjects,
    screenTexts: zhScreenTexts,
    reminders: zhReminders,
    reportSubscriptions: zhReportSubscriptions,
    routes: zhRoutes,
    smsLog: zhSmsLog,
    symptoms: zhSymptoms,
    unitReports: zhUnitReports,
    userList: zhUserList,
    webPush: zhWebPush,
  },
  en: {
    accessLog: enAccessLog,
    activities: enActivities,
    approvals: enApprovals,
    assignments: enAssignments,
    callbacks: enCallbacks,
    cameras: enCameras,
    campusApplications: enCampusApplications,
    common: enCommon,
    dashboards: enDashboards,
    energySaving: enEnergySaving,
    entrapments: enEntrapments,
    equipment: enEquipment,
    equipmentGroups: enEquipmentGroups,
    errorInspection: enErrorInspection,
    errors: enErrors,
    escalation: enEscalation,
    facts: enFacts,
    feedback: enFeedback,
    gateways: enGateways,
    healthReport: enHealthReport,
    mailLog: enMailLog,
    maintenanceReports: enMaintenanceReports,
    contracts: enContracts,
    inspections: enInspections,
    offMaintenance: enOffMaintenance,
    operationReport: enOperationReport,
    projects: enProjects,
    screenTexts: enScreenTexts,
    reminders: enReminders,
    reportSubscriptions: enReportSubscriptions,
    routes: enRoutes,
    smsLog: enSmsLog,
    symptoms: enSymptoms,
    unitReports: enUnitReports,
    userList: enUserList,
    webPush: enWebPush,
  },
} as const;

export type ServerNamespace = keyof (typeof MESSAGES)['en'];
type Translate = (key: string, params?: Record<string, string | number>) => string;

const translators = new Map<string, { translate: Translate; has: (key: string) => boolean }>();

function translatorOf(language: Language, namespace: ServerNamespace) {
  const id = `${language}/${namespace}`;
  let found = translators.get(id);
  if (!found) {
    // Keys arrive as data (an error id, a field's rule), so the translator is used with plain strings.
    const translator = createTranslator({
      locale: language,
      timeZone: TIME_ZONE,
      messages: { [namespace]: MESSAGES[language][namespace] } as Record<string, Record<string, string>>,
      namespace,
      onError: () => undefined,
      getMessageFallback: ({ key }) => key,
    });
    found = { translate: (key, params) => translator(key, params), has: (key) => translator.has(key) };
    translators.set(id, found);
  }
  return found;
}

/**
 * The text of a key in a language; `params` fill its placeholders. An unknown key is returned as it is, without an
 * exception.
 */
export function translateServer(
  language: Language,
  namespace: ServerNamespace,
  key: string,
  params?: Record<string, string | number>,
): string {
  return translatorOf(language, namespace).translate(key, params);
}

/** Is there a text for this key? Tests check every error id and field rule. */
export function hasServerMessage(language: Language, namespace: ServerNamespace, key: string): boolean {
  return translatorOf(language, namespace).has(key);
}

/** The keys of a group of texts, for example of everything that a language names itself. */
export const serverKeys = (language: Language, namespace: ServerNamespace, group: string): string[] =>
  Object.keys((MESSAGES[language][namespace] as Readonly<Record<string, object | string>>)[group] ?? {});
