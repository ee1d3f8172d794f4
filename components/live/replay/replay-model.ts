import { ticksOn } from '@/lib/platform/charts/time-scale';
import type { EquipmentReplay, ReplayedEvent } from '@/lib/features/equipment-replay/contract';
import { readText } from '@/lib/live/units/values';

/** The time line of a replay, and the values at one of its moments. Pure; times in epoch ms. */

/** The faults and other events that last at the moment. */
export function eventsAt(events: readonly ReplayedEvent[], moment: number): ReplayedEvent[] {
  return events.filter(
    ({ startAt, endAt }) => (startAt === null || startAt <= moment) && (endAt === null || endAt > moment),
  );
}

/** The moments when an event begins or ends, in order. */
export function bordersOf(events: readonly ReplayedEvent[]): { at: number }[] {
  return events
    .flatMap(({ startAt, endAt }) => [startAt, endAt])
    .filter((at) => at !== null)
    .sort((one, other) => one - other)
    .map((at) => ({ at }));
}

export interface ReplaySegment {
  readonly from: number;
  readonly until: number;
  readonly value: string;
  readonly physicalvalue?: number | undefined;
}

/** The values of a key in order; unknown times are gaps. */
export function segmentsOf({ changes, from, until }: EquipmentReplay, key: string): ReplaySegment[] {
  const own = changes.filter((change) => change.key === key);
  return own.flatMap((change, index) => {
    const value = readText(change);
    const span = { from: Math.max(from, change.at), until: Math.min(until, own[index + 1]?.at ?? until) };
    return value === undefined || span.until <= span.from
      ? []
      : [{ ...span, value, physicalvalue: change.physicalvalue }];
  });
}

export const MARK_KINDS = ['trapped', 'fault', 'event', 'call'] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

/** Something that happened at one moment of the window. */
export interface ReplayMark {
  readonly at: number;
  readonly kind: MarkKind;
  /** An event by its code and text, or a step of a call-out by its status. */
  readonly text: string;
  readonly edge: 'start' | 'end' | 'step';
}

const kindOf = ({ subType, error }: ReplayedEvent): MarkKind =>
  subType === 'entrapment' ? 'trapped' : error ? 'fault' : 'event';

/** In the order of time. */
export function marksOf({ events, steps, from, until }: EquipmentReplay): ReplayMark[] {
  const ofEvents = events.flatMap((event) => {
    const text = [event.gbCode, event.text].filter(Boolean).join(' ');
    const mark = (at: number | null, edge: 'start' | 'end') =>
      at === null ? [] : [{ at, kind: kindOf(event), text, edge }];
    return [...mark(event.startAt, 'start'), ...mark(event.endAt, 'end')];
  });
  const ofCalls = steps.map(({ at, status }) => ({ at, kind: 'call' as const, text: status, edge: 'step' as const }));
  return [...ofEvents, ...ofCalls]
    .filter(({ at }) => at >= from && at <= until)
    .sort((one, other) => one.at - other.at);
}

/** Marks that would overlap, grouped together; the worst decides the look. */
export function groupsOf(marks: readonly ReplayMark[], gapMs: number): ReplayMark[][] {
  const groups: ReplayMark[][] = [];
  for (const mark of marks) {
    const last = groups.at(-1);
    if (last?.[0] && mark.at - last[0].at < gapMs) last.push(mark);
    else groups.push([mark]);
  }
  return groups;
}

/** The next mark before or after a moment; undefined: there is none. */
export function nextMark(marks: readonly ReplayMark[], moment: number, direction: 1 | -1): number | undefined {
  return direction === 1 ? marks.find(({ at }) => at > moment)?.at : marks.findLast(({ at }) => at < moment)?.at;
}

/** Every second minute. */
export const ticksOf = (replay: Pick<EquipmentReplay, 'from' | 'until'>): number[] => ticksOn(replay, 2 * 60_000);
