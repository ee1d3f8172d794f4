import type { Operation } from '@/lib/platform/contract/operation';
import { OPERATIONS } from '@/lib/platform/door/registry';
import { createMatcher } from '@/lib/platform/door/match';
import type { Importance } from '@/lib/platform/system/load';
import { METRICS_PATH } from './metrics-page';

/** What a web process refuses first when it has more to do than it can, and what never (docs/running.md). */

/** Who reads these looks after a trapped person, or knows by them that the portal is there. */
const ALWAYS: ReadonlySet<string> = new Set([
  'queryIncidents',
  'countIncidents',
  'queryDuty',
  'getAssignment',
  'getCallback',
  'listCallbackStatus',
  'listCallbackHistory',
  'listTechnicians',
  'getStripSettings',
  'getVideoUrl',
  'health',
  'ready',
]);
/** What live pages and walls show, and the list of call-outs. */
const LIVE: ReadonlySet<string> = new Set([
  'queryCallbacks',
  'batchEquipmentStatus',
  'getEquipmentByNo',
  'listEquipmentFaults',
  'getUnitDay',
  'getCampusView',
  'pageCampusEquipment',
  'countCampusErrors',
  'countConnected',
  'listDiagnoseNotices',
  'listEventNotices',
  'listServiceNotices',
  'countUnread',
]);
/** Pages from which a trapped person is helped (the first is home with the duty board), and that of a screen in a car. */
const ALWAYS_PAGES = /^\/(detail\/callback|monitor\/\w+|assignment|login|screen)?\/*$/i;
const LIVE_PAGES = /^\/(campus|campusforcustom|shcenter|callbacklist)\/*$/i;
/** Scripts, pictures and sign-in cost little, and a page is nothing without them. */
const FILES = /^\/(_next\/static|_next\/image|api\/auth)\/|\.\w{2,11}$/;

const SMS_PREFIX = '/sms/';
const match = createMatcher(OPERATIONS);

function operationOf(method: string, path: string): Operation | undefined {
  try {
    return match(method, path).operation;
  } catch {
    return undefined;
  }
}

/** Names of operations that stand above, for the test that they exist. */
export const NAMED_OPERATIONS = [...ALWAYS, ...LIVE];

/** How much a request matters; what changes something always does: somebody has worked for it, and it is rarely the load. */
export function importanceOf(method: string, path: string): Importance {
  if (!path.startsWith(SMS_PREFIX)) {
    if (method !== 'GET' || path === METRICS_PATH || FILES.test(path) || ALWAYS_PAGES.test(path)) return 'always';
    return LIVE_PAGES.test(path) ? 'live' : 'other';
  }
  const operation = operationOf(method, path.slice(SMS_PREFIX.length));
  if (!operation) return 'other';
  const { name, audit = 'view', method: verb } = operation;
  if (ALWAYS.has(name)) return 'always';
  if (LIVE.has(name)) return 'live';
  return audit === 'view' || audit === 'export' || verb === 'GET' ? 'other' : 'always';
}
