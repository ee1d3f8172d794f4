import type { DisplayType } from '@/lib/live/units/value-sets';
import type { StoredEntry } from './merge';

/**
 * States that a unit's day is made of (silent-screens F6): it stands, it is serviced, it is without mains or in a fire, nobody
 * knows. Kept when they are over, because what a box says of its modes goes with the trace after a month. Pure.
 */

export type SpanKind = 'down' | 'service' | 'outside' | 'silent';

export interface Span {
  readonly equipmentNo: string;
  readonly kind: SpanKind;
  /** Epoch ms. */
  readonly from: number;
  readonly until: number;
}

/** The state that lasts, in the notes of the unit. */
export interface OpenSpan {
  readonly kind: SpanKind;
  readonly since: number;
}

type Live = Readonly<Record<string, StoredEntry>>;

/** Three whole states that did not come (api.md §4.3 fullSec): nobody knows what the unit does. */
export const SILENT_AFTER_MS = 15 * 60_000;

/** Keys that decide. */
const KEYS = ['connected', 'mode', 'operationmode', 'technicianonsite'] as const;
const DOWN: ReadonlySet<unknown> = new Set(['UNV', 'JAB', 'Fault']);
const SERVICE: ReadonlySet<unknown> = new Set(['INS', 'KFM', 'Inspection']);
const OUTSIDE: ReadonlySet<unknown> = new Set(['RNO', 'JBF', 'JNFF']);

/** What a unit's values say it is in; undefined: at work. Inspection that nobody attends to is none (it is rule C07's). */
export function spanKind(displayType: DisplayType, live: Live): SpanKind | undefined {
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
  readonly live: Live;
  /** Keys with another value, or none any more. */
  readonly changed: readonly string[];
  readonly at: number;
}

/** What a merged message ends and begins; undefined where the state is the one from before. */
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

/** The silence that data ends, if there was one. */
export function silenceBefore(
  { equipmentNo, lastDataAt }: { readonly equipmentNo: string; readonly lastDataAt: number | null },
  now: number,
): Span[] {
  return lastDataAt !== null && now - lastDataAt >= SILENT_AFTER_MS
    ? [{ equipmentNo, kind: 'silent', from: lastDataAt, until: now }]
    : [];
}
