import { unstorablePath } from '@/lib/platform/contract/storable';
import { refusal, type EntryRefusal } from './refusal';
import { KEY_PATTERN, MAX_BYTES, type UpLeaf } from './topics';

/**
 * The first check of a message, before the database is asked (api.md §4.3, §4.4): shape, version, time, limits of
 * fields. What depends on the unit (mapping, display type) is checked in the batch.
 */

/** Earliest time any box may name: 2020-01-01 UTC. */
export const MIN_AT = 1_577_836_800_000;
/** How far a box's clock may be ahead of ours. */
export const MAX_AHEAD_MS = 300_000;
const HOUR_MS = 3_600_000;
const STATE_AGE_MS = 72 * HOUR_MS;
const HEALTH = ['cpu', 'disk', 'temperature'] as const;
const FACT_AGE_MS = 30 * 24 * HOUR_MS;
const MAX_LOG_ENTRIES = 100;
const MAX_LOG_PAYLOAD_BYTES = 16 * 1024;
const MAX_PAYLOAD_DEPTH = 10;

export const SUB_TYPES = ['entrapment', 'error', 'alarm', 'event', 'controller_power'] as const;
export type SubType = (typeof SUB_TYPES)[number];

/** One entry as sent; `at` is NaN when the entry has an invalid time. */
export interface RawEntry {
  raw: Record<string, unknown> | undefined;
  at: number;
  seq?: number;
}

export interface StatusMessage {
  leaf: 'status';
  equipmentNo: string;
  at: number;
  full: boolean;
  entries: Map<string, RawEntry>;
}
export interface CountersMessage {
  leaf: 'counters';
  equipmentNo: string;
  at: number;
  entries: Map<string, RawEntry>;
}
export interface EventMessage {
  leaf: 'event';
  equipmentNo: string;
  eventId: string;
  subType: SubType;
  code: string | null;
  objectStatus: boolean;
  at: number;
  title: string | null;
  message: string | null;
  payload: unknown;
}
export interface BoxLogEntry {
  logId: string;
  topic: number;
  cnType: string;
  desc: string;
  status: string;
  at: number;
  payload: unknown;
}
export interface LogMessage {
  leaf: 'log';
  equipmentNo: string;
  entries: BoxLogEntry[];
}
export interface ConnectionMessage {
  leaf: 'connection';
  state: 'online' | 'offline';
  session: string;
  at: number;
  isWill: boolean;
  fw: string | null;
  /** dBm; null: not sent. */
  signal: number | null;
  health: BoxHealth | null;
}
/** Percent, percent, degrees Celsius, when the box measures them. */
export type BoxHealth = Partial<Record<(typeof HEALTH)[number], number>>;
/** Of a refused message: the box's clock is ahead of ours (readings 247). */
export interface ClockMessage {
  leaf: 'clock';
  equipmentNo: string;
  at: number;
}
export type BoxMessage = StatusMessage | CountersMessage | EventMessage | LogMessage | ConnectionMessage;

export interface Parsed {
  message?: BoxMessage;
  /** Refusals of single entries, or the one refusal of the whole message when there is no `message`. */
  refusals: EntryRefusal[];
  /** The message was refused because of its time, and this is its time. */
  clock?: ClockMessage;
}

const whole = (...args: Parameters<typeof refusal>): Parsed => ({ refusals: [refusal(...args)] });
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Parses the payload of an upward leaf. `now` is the receive time, epoch ms. Never throws. */
export function parsePayload(leaf: UpLeaf, bytes: Uint8Array, now: number): Parsed {
  if (bytes.byteLength > MAX_BYTES[leaf])
    return whole('too_large', `${leaf} takes at most ${MAX_BYTES[leaf]} bytes, got ${bytes.byteLength}`);
  let body: unknown;
  try {
    body = JSON.parse(decoder.decode(bytes));
    const unstorable = unstorableIn(body);
    if (unstorable) return unstorable;
  } catch {
    // This also catches values that are nested too deep to walk through.
    return whole('bad_message', 'not a UTF-8 JSON text');
  }
  return parseObject(leaf, body, now);
}

/** The same for a body that is parsed already and of bounded depth (HTTP). */
export function parseBody(leaf: UpLeaf, body: unknown, now: number): Parsed {
  return unstorableIn(body) ?? parseObject(leaf, body, now);
}

/** PostgreSQL can store neither NUL nor half a surrogate pair (readings 120). */
function unstorableIn(body: unknown): Parsed | undefined {
  const field = unstorablePath(body);
  return field === null ? undefined : whole('bad_message', 'text holds NUL or a lone surrogate', field);
}

function parseObject(leaf: UpLeaf, body: unknown, now: number): Parsed {
  if (!isObject(body)) return whole('bad_message', 'not a JSON object');
  if (body.v !== 1) return whole('bad_version', 'v must be 1');
  if (leaf === 'connection') return parseConnection(body, now);
  const { equipmentNo } = body;
  if (typeof equipmentNo !== 'string' || !KEY_PATTERN.test(equipmentNo))
    return whole('bad_message', 'equipmentNo is missing or not a key');
  switch (leaf) {
    case 'status':
      return parseEntries('status', equipmentNo, body, now);
    case 'counters':
      return parseEntries('counters', equipmentNo, body, now);
    case 'event':
      return parseEvent(equipmentNo, body, now);
    case 'log':
      return parseLog(equipmentNo, body, now);
  }
}

function parseEntries(
  leaf: 'status' | 'counters',
  equipmentNo: string,
  body: Record<string, unknown>,
  now: number,
): Parsed {
  const at = timeOf(body.at, now, STATE_AGE_MS);
  if (at === undefined) return badTime('at is missing or outside the last 72 h', equipmentNo, body.at, now);
  const values = body[leaf];
  if (!isObject(values)) return whole('bad_message', `${leaf} is not an object`);
  const seq = body.seq ?? undefined;
  if (seq !== undefined && !isSeq(seq)) return whole('bad_message', 'seq is not an integer from 0');
  if (body.full !== undefined && body.full !== null && typeof body.full !== 'boolean')
    return whole('bad_message', 'full is not a boolean');
  const entries = new Map<string, RawEntry>();
  for (const [key, value] of Object.entries(values)) {
    const raw = isObject(value) ? value : undefined;
    const entryAt = raw?.at === undefined || raw.at === null ? at : (timeOf(raw.at, now, STATE_AGE_MS) ?? Number.NaN);
    entries.set(key, seq === undefined ? { raw, at: entryAt } : { raw, at: entryAt, seq });
  }
  const message: StatusMessage | CountersMessage =
    leaf === 'status'
      ? { leaf, equipmentNo, at, full: body.full === true, entries }
      : { leaf, equipmentNo, at, entries };
  return { message, refusals: [] };
}

function parseEvent(equipmentNo: string, body: Record<string, unknown>, now: number): Parsed {
  const at = timeOf(body.at, now, FACT_AGE_MS);
  if (at === undefined) return badTime('at is missing or outside the last 30 days', equipmentNo, body.at, now);
  const { eventId, subType, code, objectStatus, title, message, payload } = body;
  if (!isText(eventId, 1, 64)) return whole('bad_value', 'eventId takes 1..64 characters', 'eventId');
  const kind = SUB_TYPES.find((known) => known === subType);
  if (!kind) return whole('bad_value', `subType is one of ${SUB_TYPES.join(', ')}`, 'subType');
  if (code !== undefined && code !== null && !(typeof code === 'string' && /^[A-Za-z0-9]{1,20}$/.test(code))) {
    return whole('bad_value', 'code takes 1..20 digits or letters', 'code');
  }
  const status =
    objectStatus === 'true' || objectStatus === true
      ? true
      : objectStatus === 'false' || objectStatus === false
        ? false
        : undefined;
  if (status === undefined) return whole('bad_value', 'objectStatus is "true" or "false"', 'objectStatus');
  if (!isOptionalText(title, 200)) return whole('bad_value', 'title takes at most 200 characters', 'title');
  if (!isOptionalText(message, 1000)) return whole('bad_value', 'message takes at most 1000 characters', 'message');
  if (!isFreePayload(payload))
    return whole('bad_value', `payload is an object or a string, at most ${MAX_PAYLOAD_DEPTH} levels deep`, 'payload');
  return {
    message: {
      leaf: 'event',
      equipmentNo,
      eventId,
      subType: kind,
      code: code ?? null,
      objectStatus: status,
      at,
      title: title ?? null,
      message: message ?? null,
      payload: payload ?? null,
    },
    refusals: [],
  };
}

function parseLog(equipmentNo: string, body: Record<string, unknown>, now: number): Parsed {
  const { entries } = body;
  if (!Array.isArray(entries) || entries.length < 1 || entries.length > MAX_LOG_ENTRIES) {
    return whole('bad_message', `entries is an array of 1..${MAX_LOG_ENTRIES}`);
  }
  const refusals: EntryRefusal[] = [];
  const kept: BoxLogEntry[] = [];
  for (const entry of entries as unknown[]) {
    const checked = checkLogEntry(entry, now);
    if ('code' in checked) refusals.push(checked);
    else kept.push(checked);
  }
  return { message: { leaf: 'log', equipmentNo, entries: kept }, refusals };
}

function checkLogEntry(entry: unknown, now: number): BoxLogEntry | EntryRefusal {
  if (!isObject(entry)) return refusal('bad_value', 'entry is not an object');
  const { logId, topic, cnType, desc, status, payload } = entry;
  if (!isText(logId, 1, 64)) return refusal('bad_value', 'logId takes 1..64 characters', 'logId');
  const at = timeOf(entry.at, now, FACT_AGE_MS);
  if (at === undefined) return refusal('bad_time', 'at is missing or outside the last 30 days', logId);
  if (typeof topic !== 'number' || ![1, 2, 3, 4].includes(topic))
    return refusal('bad_value', 'topic is 1, 2, 3 or 4', logId);
  if (!isOptionalText(cnType, 100)) return refusal('bad_value', 'cnType takes at most 100 characters', logId);
  if (!isOptionalText(desc, 1000)) return refusal('bad_value', 'desc takes at most 1000 characters', logId);
  if (!isOptionalText(status, 100)) return refusal('bad_value', 'status takes at most 100 characters', logId);
  if (!isFreePayload(payload))
    return refusal('bad_value', `payload is an object or a string, at most ${MAX_PAYLOAD_DEPTH} levels deep`, logId);
  if (payload !== undefined && Buffer.byteLength(JSON.stringify(payload)) > MAX_LOG_PAYLOAD_BYTES) {
    return refusal('bad_value', `payload takes at most ${MAX_LOG_PAYLOAD_BYTES} bytes`, logId);
  }
  return { logId, topic, cnType: cnType ?? '', desc: desc ?? '', status: status ?? '', at, payload: payload ?? {} };
}

function parseConnection(body: Record<string, unknown>, now: number): Parsed {
  const { state, session, will, fw, signal, health } = body;
  if (state !== 'online' && state !== 'offline') return whole('bad_value', 'state is online or offline', 'state');
  if (!isText(session, 1, 40)) return whole('bad_value', 'session takes 1..40 characters', 'session');
  // A last will names the time of its connect, however long ago. What counts is when it reaches us (api.md §4.5).
  const isWill = will === true;
  const at = isWill ? now : timeOf(body.at, now, Number.POSITIVE_INFINITY);
  if (at === undefined) return whole('bad_time', 'at is missing or in the future');
  if (!isOptionalText(fw, 40)) return whole('bad_value', 'fw takes at most 40 characters', 'fw');
  const dbm = signal ?? null;
  if (dbm !== null && !isWithin(dbm, -200, 0)) return whole('bad_value', 'signal is -200..0 dBm', 'signal');
  const told = health ?? {};
  if (!isObject(told)) return whole('bad_value', 'health is an object', 'health');
  const measured = HEALTH.flatMap((key) => (isWithin(told[key], -100, 1000) ? [[key, told[key]] as const] : []));
  return {
    message: {
      leaf: 'connection',
      state,
      session,
      at,
      isWill,
      fw: fw ?? null,
      signal: dbm === null ? null : Math.round(dbm),
      health: measured.length > 0 ? Object.fromEntries(measured) : null,
    },
    refusals: [],
  };
}

function isWithin(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && value >= min && value <= max;
}

function badTime(message: string, equipmentNo: string, at: unknown, now: number): Parsed {
  const isAhead = typeof at === 'number' && Number.isSafeInteger(at) && at > now + MAX_AHEAD_MS;
  return { ...whole('bad_time', message), ...(isAhead ? { clock: { leaf: 'clock', equipmentNo, at } } : {}) };
}

function timeOf(value: unknown, now: number, maxAgeMs: number): number | undefined {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return undefined;
  return value >= Math.max(MIN_AT, now - maxAgeMs) && value <= now + MAX_AHEAD_MS ? value : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSeq(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isText(value: unknown, min: number, max: number): value is string {
  return typeof value === 'string' && value.length >= min && value.length <= max;
}

function isOptionalText(value: unknown, max: number): value is string | null | undefined {
  return value === undefined || value === null || isText(value, 0, max);
}

function isFreePayload(value: unknown): boolean {
  if (value === undefined || value === null || typeof value === 'string') return true;
  return isObject(value) && depthWithin(value, MAX_PAYLOAD_DEPTH);
}

function depthWithin(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return left > 0 && Object.values(value).every((child) => depthWithin(child, left - 1));
}
