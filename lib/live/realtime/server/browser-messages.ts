import type { DisplayType } from '@/lib/live/units/value-sets';
import type { LiveEntry, LiveStatus, ResponseType, RtcMessage } from '@/lib/live/units/live-message';

/** Stored keys (the ingest's names) → messages as browsers get them (api.md §3.4, §4.6). Pure. */

/** Who a message is about. */
export interface WireHead {
  equipmentNo: string;
  /** Code of api.md §1.11, for example `YAE_ELT`. */
  equipmentType: string;
  displayType: DisplayType;
}

/** What a walk's message needs besides its own keys: the last known version decides the unit of the step speed. */
export interface WalkContext {
  controllerversion?: LiveEntry;
  stepspeed?: LiveEntry;
}

const COMMON_KEYS = ['errorstate', 'technicianonsite', 'health', 'onlinestatus', 'connection', 'lastdata'] as const;
const ELEVATOR_KEYS = [
  'load',
  'door',
  'mode',
  'position',
  'direction',
  'indoorzone',
  'drive',
  'speed',
  'controllerpower',
  'entrapment',
  'alarm',
  'ard',
  'trips',
  'openings',
  'cumulativetriptime',
  'energy',
  ...COMMON_KEYS,
];
const ESCALATOR_KEYS = [
  'stepspeed',
  'direction',
  'operationmode',
  'controlmode',
  'drivemode',
  'counters',
  'warning',
  'connected',
  ...COMMON_KEYS,
];

/** The keys each kind of equipment sends; anything else stays inside (api.md §3.4). */
const KEYS: Record<Exclude<DisplayType, 'WW'>, ReadonlySet<string>> = {
  EV: new Set(ELEVATOR_KEYS),
  ES: new Set(ESCALATOR_KEYS),
  OTHER: new Set(COMMON_KEYS),
};

/** Members besides value and at. */
const EXTRA_MEMBERS: Record<string, readonly ('secondary' | 'physicalvalue' | 'code' | 'tracking')[]> = {
  mode: ['secondary'],
  operationmode: ['secondary'],
  position: ['physicalvalue'],
  errorstate: ['code'],
  alarm: ['tracking'],
};

/** Names of an escalator's counters, seconds (api.md §3.4). */
export const ESCALATOR_COUNTERS = [
  'up',
  'down',
  'readytostart',
  'error',
  'crawling',
  'autostop',
  'passup',
  'passdown',
] as const;

function entryOf(key: string, entry: LiveEntry): LiveEntry {
  const sent: Record<string, unknown> = { value: entry.value, at: entry.at };
  for (const member of EXTRA_MEMBERS[key] ?? []) {
    const value = entry[member];
    if (value !== undefined && value !== null) sent[member] = value;
  }
  return sent as unknown as LiveEntry;
}

function liveStatus(displayType: Exclude<DisplayType, 'WW'>, status: LiveStatus): LiveStatus {
  const sent: LiveStatus = {};
  for (const [key, entry] of Object.entries(status)) {
    if (KEYS[displayType].has(key) && entry.value !== undefined && entry.value !== null)
      sent[key] = entryOf(key, entry);
  }
  return sent;
}

/** Controller version F6 reports tenths of cm/s and the reader divides; every other version reports cm/s (readings 30). */
export const FINE_SPEED_VERSION = 'F6';

/** A member of a walk's Status for a stored key; undefined for keys that walks do not show. */
function walkMember(key: string, entry: LiveEntry, version: unknown): [string, unknown] | undefined {
  const { value } = entry;
  switch (key) {
    case 'stepspeed':
      return typeof value === 'number'
        ? ['Speed', { StepSpeed: version === FINE_SPEED_VERSION ? value : Math.round(value / 10) }]
        : undefined;
    case 'operationmode':
      return ['OperationMode', [value, ...(entry.secondary ?? [])]];
    case 'counters': {
      const counters = value as Record<string, unknown>;
      const sent = Object.entries({
        Up: counters.up,
        Down: counters.down,
        ReadyToStart: counters.readytostart,
        Error: counters.error,
      }).filter(([, seconds]) => typeof seconds === 'number');
      return sent.length > 0 ? ['Counter', Object.fromEntries(sent)] : undefined;
    }
    case 'brakerange':
      return ['Break', { Range: value }];
    case 'direction':
      return ['Direction', value];
    case 'technicianonsite':
      return ['TechnicianOnSite', value];
    case 'drivemode':
      return ['DriveMode', value];
    case 'controlmode':
      return ['ControlMode', value];
    case 'warning':
      return ['Warning', value];
    case 'temperature':
      return ['Temperature', value];
    case 'power':
      return ['Power', value];
    case 'errorstate':
      return ['ErrorState', value];
    case 'onlinestatus':
      return ['OnlineStatus', value];
    case 'connection':
      return ['Connection', value];
    case 'lastdata':
      return ['LastData', value];
    default:
      return undefined;
  }
}

/**
 * One message, or null when none of the keys is shown to browsers.
 *
 * @param status stored keys: all of them for a snapshot, the changed ones for a change
 * @param timestamp epoch ms of sending
 * @param context a walk's last known version and step speed, when they are not in `status`
 */
export function toWire(
  head: WireHead,
  responseType: ResponseType,
  timestamp: number,
  status: LiveStatus,
  context: WalkContext = {},
): RtcMessage | null {
  const { equipmentNo, equipmentType, displayType } = head;
  if (displayType !== 'WW') {
    const sent = liveStatus(displayType, status);
    return Object.keys(sent).length === 0
      ? null
      : { equipmentNo, equipmentType, responseType, Timestamp: timestamp, status: sent };
  }
  const version = (status.controllerversion ?? context.controllerversion)?.value;
  // A new version gives the same step speed another unit, so the speed goes with it.
  const shown =
    status.controllerversion && !status.stepspeed && context.stepspeed
      ? { ...status, stepspeed: context.stepspeed }
      : status;
  const members: Record<string, unknown> = {};
  const measuredAt: Record<string, number> = {};
  for (const [key, entry] of Object.entries(shown)) {
    if (entry.value === undefined || entry.value === null) continue;
    const member = walkMember(key, entry, version);
    if (!member) continue;
    members[member[0]] = member[1];
    measuredAt[member[0]] = entry.at;
  }
  if (Object.keys(members).length === 0 && !status.controllerversion) return null;
  return {
    equipmentNo,
    equipmentType,
    responseType,
    Timestamp: timestamp,
    ...(typeof version === 'string' ? { Controllerversion: version } : {}),
    Status: members,
    At: measuredAt,
  };
}
