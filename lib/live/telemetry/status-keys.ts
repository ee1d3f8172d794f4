import { STEP_MODES } from '@/lib/live/units/step-page';
import type { DisplayType } from '@/lib/live/units/value-sets';
import type { LiveEntry } from '@/lib/live/units/live-message';

/** The status keys: which display type knows them and which values they take (api.md §4.4, §3.4). */

/** The result of a value check: the members of the stored entry, without its time. */
export type EntryValue = Omit<LiveEntry, 'at'>;
type StatusKeyCheck = (raw: Record<string, unknown>) => EntryValue | undefined;

interface KeyRule {
  types: readonly DisplayType[];
  check: StatusKeyCheck | Partial<Record<DisplayType, StatusKeyCheck>>;
}

const LIVE = ['EV', 'ES', 'WW'] as const;
const STEPS = ['ES', 'WW'] as const;
const EV = ['EV'] as const;
const WW = ['WW'] as const;

export const ELEVATOR_MODES = ['N', 'JAB', 'INS', 'JRV', 'JBF', 'JNFF', 'UNV', 'RNO', 'SAB', 'KFM'] as const;
const MAX_SECONDARY = 16;

const isInteger = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max;

const oneOf =
  (...values: string[]): StatusKeyCheck =>
  ({ value }) =>
    typeof value === 'string' && values.includes(value) ? { value } : undefined;
const flag: StatusKeyCheck = ({ value }) => (typeof value === 'boolean' ? { value } : undefined);
const integer =
  (min: number, max: number): StatusKeyCheck =>
  ({ value }) =>
    isInteger(value, min, max) ? { value } : undefined;
const number =
  (min: number, max: number): StatusKeyCheck =>
  ({ value }) =>
    typeof value === 'number' && Number.isFinite(value) && value >= min && value <= max ? { value } : undefined;
const string =
  (max: number): StatusKeyCheck =>
  ({ value }) =>
    typeof value === 'string' && value.length > 0 && value.length <= max ? { value } : undefined;

const modeOf =
  (modes: readonly string[]): StatusKeyCheck =>
  ({ value, secondary }) => {
    if (typeof value !== 'string' || !modes.includes(value)) return undefined;
    if (secondary === undefined || secondary === null) return { value };
    if (!Array.isArray(secondary) || secondary.length > MAX_SECONDARY) return undefined;
    const names = secondary.filter((mode): mode is string => typeof mode === 'string' && modes.includes(mode));
    return names.length === secondary.length ? { value, secondary: names } : undefined;
  };

/** Display floor, physical floor, or both. The unit's floor mapping adds the value later (api.md §4.6). */
const position: StatusKeyCheck = ({ value, physicalvalue }) => {
  const hasFloor = physicalvalue !== undefined && physicalvalue !== null;
  if (hasFloor && !isInteger(physicalvalue, -20, 300)) return undefined;
  if (value === undefined || value === null)
    return hasFloor ? { value: String(physicalvalue), physicalvalue } : undefined;
  if (typeof value !== 'string' || value.length === 0 || value.length > 10) return undefined;
  return hasFloor ? { value, physicalvalue } : { value };
};

/** Boxes send the text, or the boolean that means the same. */
const indoorzone: StatusKeyCheck = ({ value }) =>
  typeof value === 'boolean'
    ? { value: String(value) }
    : oneOf('Between Floors', 'On Floor', 'true', 'false')({ value });

const errorstate: StatusKeyCheck = ({ value, code }) => {
  if (typeof value !== 'boolean') return undefined;
  if (code === undefined || code === null) return { value };
  return isInteger(code, 0, 2_147_483_647) ? { value, code } : undefined;
};

const alarm: StatusKeyCheck = ({ value, tracking }) => {
  if (value !== 'On' && value !== 'Off') return undefined;
  if (tracking === undefined || tracking === null) return { value };
  if (typeof tracking !== 'object' || Array.isArray(tracking)) return undefined;
  const { code, entrap_enable: isEntrapment } = tracking as Record<string, unknown>;
  const kept: NonNullable<EntryValue['tracking']> = {};
  if (code !== undefined && code !== null) {
    if (!isInteger(code, 0, 2_147_483_647)) return undefined;
    kept.code = code;
  }
  if (isEntrapment !== undefined && isEntrapment !== null) {
    if (typeof isEntrapment !== 'boolean') return undefined;
    kept.entrap_enable = isEntrapment;
  }
  return { value, tracking: kept };
};

const RULES: Record<string, KeyRule> = {
  load: { types: EV, check: oneOf('Empty', 'Loaded', 'Full Load', 'Overload') },
  door: { types: EV, check: oneOf('Closed', 'Opened', 'Blocked', 'Closing', 'Opening', 'Locked', 'Stopped') },
  drive: { types: EV, check: oneOf('Standing', 'Moving') },
  indoorzone: { types: EV, check: indoorzone },
  direction: {
    types: LIVE,
    check: { EV: oneOf('Up', 'Down', 'Both'), ES: oneOf('Up', 'Down'), WW: oneOf('Up', 'Down') },
  },
  mode: { types: EV, check: modeOf(ELEVATOR_MODES) },
  speed: { types: EV, check: integer(0, 20_000) },
  position: { types: EV, check: position },
  controllerpower: { types: EV, check: flag },
  entrapment: { types: EV, check: flag },
  alarm: { types: EV, check: alarm },
  ard: { types: EV, check: flag },
  stepspeed: { types: STEPS, check: integer(0, 2000) },
  operationmode: { types: STEPS, check: modeOf(STEP_MODES) },
  controlmode: { types: STEPS, check: oneOf('Local', 'Remote') },
  drivemode: { types: STEPS, check: string(32) },
  warning: { types: STEPS, check: oneOf('Lubrication', 'Overheat', 'None') },
  connected: { types: LIVE, check: flag },
  technicianonsite: { types: LIVE, check: flag },
  errorstate: { types: LIVE, check: errorstate },
  health: { types: LIVE, check: oneOf('Good', 'Degraded', 'Bad') },
  temperature: { types: WW, check: number(-60, 150) },
  power: { types: WW, check: number(-500, 500) },
  brakerange: { types: WW, check: number(0, 10_000) },
  controllerversion: { types: WW, check: string(16) },
};

/** Status keys of a display type. */
export function statusKeysOf(displayType: DisplayType): string[] {
  return Object.keys(RULES).filter((key) => RULES[key]?.types.includes(displayType));
}

/**
 * Checks one entry against the set of its key.
 * @returns the members to store, 'unknown_key' (no such key, or not for this display type) or 'bad_value'
 */
export function checkStatusValue(
  displayType: DisplayType,
  key: string,
  raw: Record<string, unknown>,
): EntryValue | 'unknown_key' | 'bad_value' {
  const rule = Object.hasOwn(RULES, key) ? RULES[key] : undefined;
  if (!rule?.types.includes(displayType)) return 'unknown_key';
  const check = typeof rule.check === 'function' ? rule.check : rule.check[displayType];
  return check?.(raw) ?? 'bad_value';
}

/** Counters of a display type (api.md §4.3): running totals of the controller. */
const COMMON_COUNTERS = ['energy', 'passengers'] as const;
const COUNTERS: Record<DisplayType, readonly string[]> = {
  EV: ['trips', 'openings', 'cumulativetriptime', ...COMMON_COUNTERS],
  ES: ['up', 'down', 'readytostart', 'error', 'crawling', 'autostop', 'passup', 'passdown', ...COMMON_COUNTERS],
  WW: ['up', 'down', 'readytostart', 'error', 'crawling', 'autostop', 'passup', 'passdown', ...COMMON_COUNTERS],
  OTHER: ['passengers'],
};

/** Checks one counter: integers, energy in kWh with decimals. */
export function checkCounterValue(
  displayType: DisplayType,
  key: string,
  value: unknown,
): number | 'unknown_key' | 'bad_value' {
  if (!COUNTERS[displayType].includes(key)) return 'unknown_key';
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0 || value > 1e12) return 'bad_value';
  return key === 'energy' || Number.isSafeInteger(value) ? value : 'bad_value';
}
