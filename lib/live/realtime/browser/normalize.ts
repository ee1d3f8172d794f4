import { ESCALATOR_TYPES } from '@/lib/live/units/value-sets';
import type { LiveEntry, LiveStatus, ResponseType } from '@/lib/live/units/live-message';
import { readTime } from '@/lib/live/units/values';

/**
 * Reads live messages (api.md §3.4) of our own server and, with an upstream, of older ones, which use aliases: `speed`
 * or `speed.stepspeed` for an escalator's step speed, `controller.connected`, `Warning`, `tracking` beside `alarm`,
 * booleans as text, times as text. Unknown parts are left out; anything that is no message gives null. Pure.
 */

/** A message in one shape for all kinds of equipment. */
export interface ReadMessage {
  equipmentNo: string;
  equipmentType: string;
  responseType: ResponseType;
  /** Epoch ms of sending. */
  timestamp: number;
  /**
   * The members of a walk have the escalators' names. `stepspeed` is as sent (tenths of cm/s for version F6, else
   * cm/s).
   */
  status: LiveStatus;
}

type RawFields = Record<string, unknown>;
const BOOLEANS: ReadonlySet<string> = new Set([
  'technicianonsite',
  'controllerpower',
  'entrapment',
  'errorstate',
  'ard',
  'connected',
]);
const INTEGERS: ReadonlySet<string> = new Set(['onlinestatus']);

const isFields = (value: unknown): value is RawFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readValue(key: string, value: unknown): unknown {
  if (BOOLEANS.has(key)) return value === 'true' ? true : value === 'false' ? false : value;
  if (INTEGERS.has(key) && typeof value === 'string' && value.trim() !== '') return Number(value);
  return value;
}

function readTracking(value: unknown): LiveEntry['tracking'] {
  const fields = isFields(value) && isFields(value.value) ? value.value : value;
  if (!isFields(fields)) return undefined;
  const code = Number(fields.code);
  const isTrue = fields.entrap_enable === true || fields.entrap_enable === 'true';
  return {
    ...(Number.isFinite(code) && fields.code != null ? { code } : {}),
    ...(fields.entrap_enable == null ? {} : { entrap_enable: isTrue }),
  };
}

function readEntry(key: string, raw: unknown, timestamp: number): LiveEntry | undefined {
  const fields: RawFields = isFields(raw) && 'value' in raw ? raw : { value: raw };
  if (fields.value === null || fields.value === undefined) return undefined;
  const entry: LiveEntry = { value: readValue(key, fields.value), at: readTime(fields.at) ?? timestamp };
  if (Array.isArray(fields.secondary)) entry.secondary = fields.secondary.map(String);
  if (typeof fields.physicalvalue === 'number') entry.physicalvalue = fields.physicalvalue;
  const code = Number(fields.code);
  if (fields.code != null && Number.isFinite(code)) entry.code = code;
  const tracking = readTracking(fields.tracking);
  if (tracking) entry.tracking = tracking;
  return entry;
}

/** One key with its raw entry, under our name. */
function readKey(key: string, raw: unknown, isEscalator: boolean): [string, unknown][] {
  if (isEscalator && key === 'speed') return [['stepspeed', isFields(raw) && !('value' in raw) ? raw.stepspeed : raw]];
  if (key === 'speed.stepspeed') return [['stepspeed', raw]];
  if (key === 'controller.connected') return [['connected', raw]];
  if (key === 'controller' && isFields(raw) && 'connected' in raw) return [['connected', raw.connected]];
  if (key === 'Warning') return [['warning', raw]];
  return [[key, raw]];
}

function readStatus(status: RawFields, equipmentType: string, timestamp: number): LiveStatus {
  const isEscalator = ESCALATOR_TYPES.some((code) => code === equipmentType);
  const read: LiveStatus = {};
  for (const [given, value] of Object.entries(status)) {
    if (given === 'tracking' || given === '__proto__') continue;
    for (const [key, raw] of readKey(given, value, isEscalator)) {
      const entry = readEntry(key, raw, timestamp);
      // A key under its own name wins over an alias of it.
      if (entry && (key === given || !(key in status))) read[key] = entry;
    }
  }
  if ('tracking' in status && read.alarm && !read.alarm.tracking)
    read.alarm = { ...read.alarm, tracking: readTracking(status.tracking) };
  return read;
}

const WALK_MEMBERS: Record<string, string> = {
  Direction: 'direction',
  TechnicianOnSite: 'technicianonsite',
  DriveMode: 'drivemode',
  ControlMode: 'controlmode',
  Warning: 'warning',
  Temperature: 'temperature',
  Power: 'power',
  ErrorState: 'errorstate',
  OnlineStatus: 'onlinestatus',
  Connection: 'connection',
  LastData: 'lastdata',
};

/** @param times when each member was measured, if the sender says so; otherwise the message's time counts for all */
function readWalk(status: RawFields, version: unknown, times: RawFields, timestamp: number): LiveStatus {
  const read: LiveStatus = {};
  const put = (key: string, member: string, value: unknown, extra: Partial<LiveEntry> = {}) => {
    if (value !== undefined && value !== null)
      read[key] = { value: readValue(key, value), at: readTime(times[member]) ?? timestamp, ...extra };
  };
  for (const [member, key] of Object.entries(WALK_MEMBERS)) put(key, member, status[member]);
  if (isFields(status.Speed)) put('stepspeed', 'Speed', status.Speed.StepSpeed);
  if (isFields(status.Break)) put('brakerange', 'Break', status.Break.Range);
  if (Array.isArray(status.OperationMode))
    put('operationmode', 'OperationMode', status.OperationMode[0], {
      secondary: status.OperationMode.slice(1).map(String),
    });
  if (isFields(status.Counter)) {
    const { Up: up, Down: down, ReadyToStart: readytostart, Error: error } = status.Counter;
    put('counters', 'Counter', { up, down, readytostart, error });
  }
  if (version !== undefined && version !== null) read.controllerversion = { value: version, at: timestamp };
  return read;
}

/** @param now epoch ms, for a message without a time */
export function readMessage(raw: unknown, now: number): ReadMessage | null {
  if (!isFields(raw) || (typeof raw.equipmentNo !== 'string' && typeof raw.equipmentNo !== 'number')) return null;
  const timestamp = readTime(raw.Timestamp) ?? now;
  const equipmentType = typeof raw.equipmentType === 'string' ? raw.equipmentType : '';
  const responseType: ResponseType =
    raw.responseType === 'snapshot' || raw.responseType === 'keepalive' ? raw.responseType : 'change';
  const head = { equipmentNo: String(raw.equipmentNo), equipmentType, responseType, timestamp };
  if (isFields(raw.Status))
    return { ...head, status: readWalk(raw.Status, raw.Controllerversion, isFields(raw.At) ? raw.At : {}, timestamp) };
  if (isFields(raw.status)) return { ...head, status: readStatus(raw.status, equipmentType, timestamp) };
  return null;
}
