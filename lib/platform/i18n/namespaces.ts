/**
 * One message file a feature: `messages/<language>/<namespace>.json`. `errors` holds the texts of server answers; it stays
 * on the server, of the others a page sends to the browser what it names (`components/kit/layout/texts.tsx`).
 */
export const CLIENT_NAMESPACES = [
  'common',
  'routes',
  'layout',
  'header',
  'login',
  'home',
  'error',
  'live',
  'campus',
  'callbacks',
  'list',
  'equipment',
  'equipmentDetail',
  'escalator',
  'notifications',
  'roles',
  'authorities',
  'branches',
  'projects',
  'userList',
  'accessLog',
  'approvals',
  'campusApplications',
  'feedback',
  'localLog',
  'smsLog',
  'strategies',
  'subscriptions',
  'symptoms',
  'errorInspection',
] as const;
export type ClientNamespace = (typeof CLIENT_NAMESPACES)[number];
export const NAMESPACES = [...CLIENT_NAMESPACES, 'errors'] as const;
export type Namespace = (typeof NAMESPACES)[number];
