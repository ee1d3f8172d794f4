import type { AbstractIntlMessages } from 'next-intl';
import type { Language } from './languages';

type Load = () => Promise<{ default: AbstractIntlMessages }>;

/**
 * Texts of dialogs that open on a click. Each is a file of the build and loads together with the dialog's code
 * (decision 010).
 */
export const LATER_MESSAGES = {
  'zh-CN': {
    announcements: () => import('@/messages/zh-CN/announcements.json'),
    boxes: () => import('@/messages/zh-CN/boxes.json'),
    callbacks: () => import('@/messages/zh-CN/callbacks.json'),
    campusApply: () => import('@/messages/zh-CN/campusApply.json'),
    equipment: () => import('@/messages/zh-CN/equipment.json'),
    escalator: () => import('@/messages/zh-CN/escalator.json'),
    feedback: () => import('@/messages/zh-CN/feedback.json'),
    header: () => import('@/messages/zh-CN/header.json'),
    incidents: () => import('@/messages/zh-CN/incidents.json'),
    list: () => import('@/messages/zh-CN/list.json'),
    login: () => import('@/messages/zh-CN/login.json'),
    maintenance: () => import('@/messages/zh-CN/maintenance.json'),
    map: () => import('@/messages/zh-CN/map.json'),
    notifications: () => import('@/messages/zh-CN/notifications.json'),
    report: () => import('@/messages/zh-CN/report.json'),
    reportSubscriptions: () => import('@/messages/zh-CN/reportSubscriptions.json'),
    settings: () => import('@/messages/zh-CN/settings.json'),
    video: () => import('@/messages/zh-CN/video.json'),
  },
  en: {
    announcements: () => import('@/messages/en/announcements.json'),
    boxes: () => import('@/messages/en/boxes.json'),
    callbacks: () => import('@/messages/en/callbacks.json'),
    campusApply: () => import('@/messages/en/campusApply.json'),
    equipment: () => import('@/messages/en/equipment.json'),
    escalator: () => import('@/messages/en/escalator.json'),
    feedback: () => import('@/messages/en/feedback.json'),
    header: () => import('@/messages/en/header.json'),
    incidents: () => import('@/messages/en/incidents.json'),
    list: () => import('@/messages/en/list.json'),
    login: () => import('@/messages/en/login.json'),
    maintenance: () => import('@/messages/en/maintenance.json'),
    map: () => import('@/messages/en/map.json'),
    notifications: () => import('@/messages/en/notifications.json'),
    report: () => import('@/messages/en/report.json'),
    reportSubscriptions: () => import('@/messages/en/reportSubscriptions.json'),
    settings: () => import('@/messages/en/settings.json'),
    video: () => import('@/messages/en/video.json'),
  },
} as const satisfies Record<Language, Record<string, Load>>;

export type LaterNamespace = keyof (typeof LATER_MESSAGES)['en'];

/** @throws when a file cannot be loaded */
export async function laterMessages(
  language: Language,
  namespaces: readonly LaterNamespace[],
): Promise<AbstractIntlMessages> {
  const found = await Promise.all(
    namespaces.map(async (name) => [name, (await LATER_MESSAGES[language][name]()).default] as const),
  );
  return Object.fromEntries(found);
}
