/**
 * One message file a feature: `messages/<language>/<namespace>.json`. `errors` (the texts of server answers) and
 * `routes` (titles, one for each screen) stay on the server; of the others a page sends to the browser what it names
 * (`components/kit/layout/texts.tsx`), and what opens on a click brings its own (`components/kit/layout/later.tsx`).
 */
export const CLIENT_NAMESPACES = [
  'common',
  'layout',
  'header',
  'login',
  'home',
  'incidents',
  'error',
  'live',
  'campus',
  'callbacks',
  'noWall',
  'campusApply',
  'list',
  'equipment',
  'equipmentDetail',
  'escalator',
  'notifications',
  'roles',
  'authorities',
  'authorityNames',
  'branches',
  'projects',
  'userList',
  'accessLog',
  'announcements',
  'approvals',
  'campusApplications',
  'feedback',
  'jobs',
  'contracts',
  'inspections',
  'localLog',
  'offMaintenance',
  'maintenance',
  'smsLog',
  'strategies',
  'subscriptions',
  'symptoms',
  'errorInspection',
] as const;
export type ClientNamespace = (typeof CLIENT_NAMESPACES)[number];
export const NAMESPACES = [...CLIENT_NAMESPACES, 'errors', 'routes'] as const;
export type Namespace = (typeof NAMESPACES)[number];
