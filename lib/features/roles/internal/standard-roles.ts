import seed from '@/messages/zh-CN/seed.json';
import { AUTHORITIES, HINDRANCES, type Authority } from '@/lib/platform/contract/authorities';

/**
 * The roles of every installation (doc1 §3, api.md §1.11) and what they open. The tiers build on each other: Lite
 * watches, Essence reads more, Elite analyses and changes. Names and descriptions are data, in the language of the documents.
 */

export interface RoleSeed {
  readonly role: string;
  readonly description: string;
  readonly authorities: readonly Authority[];
  /** A branch may grant it to its own accounts (readings 65). */
  readonly isBranchAssignable?: boolean;
}

const LITE: readonly Authority[] = [
  'HOMEPAGE_READ',
  'MONITOR_READ',
  'EQUIPMENT_READ',
  'CALLBACK_READ',
  'MAINTENANCE_READ',
  'ANNOUNCEMENT_READ',
];
const ESSENCE: readonly Authority[] = [
  ...LITE,
  'SYMPTOM_READ',
  'CAMPUS_VIEW_READ',
  'EQUIPMENT_ACTIVITY_READ',
  'EQUIPMENT_EQEVENT_READ',
  'REPORT_READ',
  'E_SIGN_READ',
];
const ELITE: readonly Authority[] = [
  ...ESSENCE,
  'CAMPUS_VIEW_WRITE',
  'EQUIPMENT_WRITE',
  'EQUIPMENT_RUN_STATISTICS',
  'HEALTHREPORT_READ',
  'CBM_MODEL_A_VIEW_READ',
  'ENERGY_SAVING_READ',
  'KA_PROJECT_READ',
  'INFOTAINMENT_SCREEN_READ',
  'START_STOP_CONFIG_READ',
  'USER_FEEDBACK_READ',
  'E_SIGN_WRITE',
  'CALLBACK_WRITE',
];

const standard = (
  key: keyof typeof seed.role,
  authorities: readonly Authority[],
  isBranchAssignable = false,
): RoleSeed => ({
  role: seed.role[key].name,
  description: seed.role[key].description,
  authorities,
  isBranchAssignable,
});

/** Granted with an application for the wall; the application says which tabs open (api.md §5.8). */
export const CAMPUS_ROLE = standard('campus', ['CAMPUS_VIEW_READ']);

/** Every authority that opens something: its holder may use the whole portal. */
export const ADMINISTRATOR = standard(
  'administrator',
  AUTHORITIES.filter((authority) => !HINDRANCES.includes(authority)),
);

export const STANDARD_ROLES: readonly RoleSeed[] = [
  ADMINISTRATOR,
  standard('lite', LITE, true),
  standard('essence', ESSENCE, true),
  standard('elite', ELITE, true),
  // A branch's dialog offers these, too: two are preselected, the invoice role waits for approval (doc1 §4).
  standard('appUser', ['HOMEPAGE_READ', 'EQUIPMENT_READ'], true),
  standard('appSign', ['E_SIGN_READ', 'E_SIGN_WRITE'], true),
  standard('invoice', ['E_SIGN_READ'], true),
  standard('reportDownload', ['E_SIGN_READ', 'MAINTENANCE_READ'], true),
  standard('health', ['HEALTHREPORT_READ'], true),
  CAMPUS_ROLE,
];

/** What an authority is for, in the authority list. */
export function describeAuthority(authority: Authority): string {
  const special: Partial<Record<string, string>> = seed.authority;
  const [, base = '', ending] = /^(.*)_(READ|WRITE)$/.exec(authority) ?? [];
  if (ending === 'READ') return seed.authority.read.replace('{base}', base);
  if (ending === 'WRITE') return seed.authority.write.replace('{base}', base);
  return special[authority] ?? authority;
}
