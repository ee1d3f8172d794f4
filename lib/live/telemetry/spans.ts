import type { DisplayType } from '@/lib/live/units/value-sets';
import type { StoredValues } from './merge';

/**
 * States that make up a unit's day (silent-screens F6): stopped, in service, without mains or in a fire, unknown. They
 * are stored when they are over, because the trace of modes is deleted after a month. Pure.
 */

export type SpanKind = 'down' | 'service' | 'outside' | 'silent';

export interface Span {
  readonly equipmentNo: string;
  readonly kind: SpanKind;
  /** Epoch ms. */
  readonly from: number;
  readonly until: number;
}

/** The state that is still open, stored in the notes of the unit. */
export interface OpenSpan {
  readonly kind: SpanKind;
  readonly since: number;
}

/** Three full messages did not arrive (api.md §4.3 fullSec): nobody knows what the unit does. */
export const SILENT_AFTER_MS = 15 * 60_000;

/** Keys that decide the state. */
const KEYS = ['connected', 'mode', 'operationmode', 'technicianonsite'] as const;
const DOWN: ReadonlySet<unknown> = new Set(['UNV', 'JAB', 'Fault']);
const SERVICE: ReadonlySet<unknown> = new Set(['INS', 'KFM', 'Inspection']);
const OUTSIDE: ReadonlySet<unknown> = new Set(['RNO', 'JBF', 'JNFF']);

/**
 * The state that the unit's values show; undefined: normal operation. Inspection without a technician is no state here,
 * because rule C07 reports it.
 */
export function spanKind(displayType: DisplayType, live: StoredValues): SpanKind | undefined {
  if (live.connected?.value === false) return 'silent';
  const mode = (displayType === 'EV' ? live.mode : live.operationmode)?.value;
  if (DOWN.has(mode)) return 'down';
  if (OUTSIDE.has(mode)) return 'outside';
  return SERVICE.has(mode) && live.technicianonsite?.value !== false ? 'service' : undefined;
}

interface SpanUnit {
  readonly equipmentNo: string;
  readonly displayType: DisplayType;
}
interface MergedUnit {
  readonly live: StoredValues;
  /** Keys with another value, or without one now. */
  readonly changed: readonly string[];
  readonly at: number;
}

/** What a merged message ends and starts; undefined when the state stays the same. */
export function nextSpan(
  { equipmentNo, displayType }: SpanUnit,
  open: OpenSpan | undefined,
  { live, changed, at }: MergedUnit,
): { readonly over: readonly Span[]; readonly open: OpenSpan | undefined } | undefined {
  const kind = spanKind(displayType, live);
  if (kind === open?.kind) return undefined;
  const moments = KEYS.filter((key) => changed.includes(key)).flatMap((key) => live[key]?.at ?? []);
  const moment = Math.max(moments.length > 0 ? Math.max(...moments) : at, open?.since ?? 0);
  const over = open && moment > open.since ? [{ equipmentNo, kind: open.kind, from: open.since, until: moment }] : [];
  return { over, open: kind && { kind, since: moment } };
}

/** The silence that new data ends, if there was one. */
export function silenceBefore(
  { equipmentNo, lastDataAt }: { readonly equipmentNo: string; readonly lastDataAt: number | null },
  now: number,
): Span[] {
  return lastDataAt !== null && now - lastDataAt >= SILENT_AFTER_MS
    ? [{ equipmentNo, kind: 'silent', from: lastDataAt, until: now }]
    : [];
}
