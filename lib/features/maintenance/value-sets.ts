/** Maintenance jobs (api.md §1.11). */

export const MAINTENANCE_STATUSES = ['LOCK', 'PLAN', 'DONE', 'CONFIRM'] as const;
export type MaintenanceStatus = (typeof MAINTENANCE_STATUSES)[number];

/** What a status asked for also finds (api.md §1.11, readings 73). */
export const FOUND_WITH: Readonly<Record<MaintenanceStatus, readonly MaintenanceStatus[]>> = {
  PLAN: ['PLAN', 'LOCK'],
  LOCK: ['LOCK'],
  DONE: ['DONE', 'CONFIRM'],
  CONFIRM: ['CONFIRM'],
};

/** The work is done, signed or not. */
export const DONE_STATUSES = FOUND_WITH.DONE;

/** A status as it is stored. */
export function maintenanceStatusOf(stored: string): MaintenanceStatus {
  return MAINTENANCE_STATUSES.find((status) => status === stored) ?? 'PLAN';
}

export const KINDS = ['BI', 'Q', 'S', 'A', 'E', 'G'] as const;
export type MaintenanceKind = (typeof KINDS)[number];

/** The kind at the end of a type `{YAE,YGE}_{ELE,ESC,OTH}_{kind}`; undefined for a code of another form, which is shown as it is. */
export function maintenanceKind(maintenanceType: string): MaintenanceKind | undefined {
  const end = /^(?:YAE|YGE)_(?:ELE|ESC|OTH)_([A-Z]+)$/.exec(maintenanceType)?.[1];
  return KINDS.find((kind) => kind === end);
}

const MAKERS = ['YAE', 'YGE'] as const;
const MACHINES = ['ELE', 'ESC', 'OTH'] as const;
/** Every type of the form above, in the order of a choice. */
export const MAINTENANCE_TYPES: readonly string[] = MAKERS.flatMap((maker) =>
  MACHINES.flatMap((machine) => KINDS.map((kind) => `${maker}_${machine}_${kind}`)),
);

/** Machine and kind of a type; undefined for a code of another form. */
export function maintenanceParts(
  maintenanceType: string,
): { machine: (typeof MACHINES)[number]; kind: MaintenanceKind } | undefined {
  const kind = maintenanceKind(maintenanceType);
  const machine = MACHINES.find((one) => one === maintenanceType.split('_')[1]);
  return kind && machine ? { machine, kind } : undefined;
}
