import { passengersPerHour } from '@/lib/programs/simulator/demand';
import { seeded } from '@/lib/programs/simulator/random';
import { isCallbackOver } from '@/lib/features/callbacks/state';
import { dayNumberOf, dayStart } from '@/lib/platform/i18n/shanghai';
import { HOUR_MS } from './clock';
import type { Depth } from './depth';
import { powersOf, savedOn, worseOn } from './energy';
import { lastHeard, type PastEvent, type Story } from './story';
import type { Unit } from './units';

/** Daily facts (api.md §5.8, silent-screens.md F6), counted from the story of the unit. */
export interface DayFacts {
  day: number;
  /** Null: the controller does not count it. */
  trips: number | null;
  openings: number | null;
  runSec: number | null;
  fullSec: number | null;
  crawlSec: number | null;
  standbySec: number | null;
  energyKwh: number | null;
  savedKwh: number | null;
  passengers: number | null;
  faultSec: number;
  equipmentFaultSec: number;
  unknownSec: number;
  /** Silence, whatever faults stand in it. */
  silentSec: number;
  serviceSec: number;
  shutdowns: number;
  callbacks: number;
  equipmentCallbacks: number;
  entrapments: number;
  /** At the midnight that ends the day: offline after 72 hours of silence. */
  onlineStatus: 0 | 1;
}

const OFFLINE_MS = 72 * HOUR_MS;
/** Of a controller that counts nothing. */
const NOT_COUNTED = {
  trips: null,
  openings: null,
  runSec: null,
  fullSec: null,
  crawlSec: null,
  standbySec: null,
  energyKwh: null,
  savedKwh: null,
  passengers: null,
};
/** A few units never counted anything. */
export const countsNothing = ({ equipmentNo }: Unit, seed: string): boolean =>
  seeded(`${seed}:counts:${equipmentNo}`).chance(0.01);

type Span = readonly [from: number, until: number];

/** Whole seconds of every day from `first` that the spans cover; overlaps count once. Spans come in the order of their start. */
export function secondsByDay(spans: readonly Span[], first: number, days: number): number[] {
  const covered = new Array<number>(days).fill(0);
  let free = -Infinity;
  for (const [start, end] of spans) {
    const from = Math.max(start, free, dayStart(first));
    const until = Math.min(end, dayStart(first + days));
    free = Math.max(free, end);
    for (let at = from; at < until;) {
      const day = dayNumberOf(at);
      const stop = Math.min(until, dayStart(day + 1));
      covered[day - first] = (covered[day - first] ?? 0) + stop - at;
      at = stop;
    }
  }
  return covered.map((ms) => Math.round(ms / 1000));
}

/** The spans without those parts that others cover. */
export function without(spans: readonly Span[], others: readonly Span[]): Span[] {
  return others.reduce<Span[]>(
    (left, [from, until]) =>
      left.flatMap(([start, end]): Span[] =>
        until <= start || from >= end
          ? [[start, end]]
          : [...(from > start ? [[start, from] as const] : []), ...(until < end ? [[until, end] as const] : [])],
      ),
    [...spans],
  );
}

/** A false alarm and a technician's own work are no fault time. */
export const isFault = ({ subType, verdict }: PastEvent): boolean =>
  subType === 'error' && verdict !== 'FALSE_ALARM' && verdict !== 'SERVICE_WORK';
/** The machine's own: an episode judged real, or a call-out with that reason or not closed yet. */
export const isOwnFault = (event: PastEvent): boolean =>
  isFault(event) && (event.verdict === 'REAL' || (event.call !== undefined && !isCallbackOver(event.call.status)));

/** Facts of the full days before today; today's are counted by the ingest. */
export function dailyFacts(
  story: Story,
  { seed, now, depth }: { seed: string; now: number; depth: Depth },
): DayFacts[] {
  const { unit, events } = story;
  if (!unit.cubeNo) return [];
  const random = seeded(`${seed}:days:${unit.equipmentNo}`);
  const isCounting = unit.machine.isShowcase || !countsNothing(unit, seed);
  const today = dayNumberOf(now);
  // Before it had its box nobody counted.
  const first = Math.max(today - depth.factDays, dayNumberOf(unit.liveFrom));
  const days = Math.max(0, today - first);
  const silentSince = unit.machine.trouble === 'dead' ? lastHeard(unit, seed, now) : Infinity;
  const spanOf = ({ startAt, endAt = now }: PastEvent): Span => [startAt, Math.min(endAt, silentSince)];
  const faultSpans = events.filter(isFault).map(spanOf);
  const fault = secondsByDay(faultSpans, first, days);
  const ownFault = secondsByDay(events.filter(isOwnFault).map(spanOf), first, days);
  const service = secondsByDay(
    without(events.filter(({ code }) => code.code === '60').map(spanOf), faultSpans),
    first,
    days,
  );
  const unknown = secondsByDay([[silentSince, now]], first, days);
  const starts = countByDay(events.filter(isFault), first, days);
  const told = story.calls.filter(({ status }) => status !== 'CLSC');
  const entrapments = countByDay(
    told.filter(({ trapped }) => trapped > 0).map(({ createdAt }) => ({ startAt: createdAt })),
    first,
    days,
  );
  const calls = countByDay(
    told.map(({ createdAt }) => ({ startAt: createdAt })),
    first,
    days,
  );
  const ownCalls = countByDay(
    told.filter(({ scsa }) => scsa === '1').map(({ createdAt }) => ({ startAt: createdAt })),
    first,
    days,
  );
  const demand = Array.from({ length: 7 }, (_, index) => demandOf(unit, first + index));
  const powers = powersOf(unit, { seed, now });
  const average = demand.reduce((sum, one) => sum + one, 0) / 7;
  return Array.from({ length: days }, (_, index): DayFacts => {
    const noise = Math.max(0.4, random.normal(1, 0.08));
    const [faultSec, serviceSec, unknownSec] = [fault[index] ?? 0, service[index] ?? 0, unknown[index] ?? 0];
    const open = 86_400 - faultSec - serviceSec - unknownSec;
    const share = (open / 86_400) * noise * ((demand[index % 7] ?? average) / average);
    const facts = {
      day: first + index,
      faultSec,
      serviceSec,
      unknownSec,
      silentSec: unknownSec,
      equipmentFaultSec: Math.min(faultSec, ownFault[index] ?? 0),
      shutdowns: starts[index] ?? 0,
      entrapments: entrapments[index] ?? 0,
      callbacks: calls[index] ?? 0,
      equipmentCallbacks: ownCalls[index] ?? 0,
      onlineStatus: dayStart(first + index + 1) - silentSince >= OFFLINE_MS ? (0 as const) : (1 as const),
    };
    // A silent box counts nothing, which is not the same as 0 (readings 217).
    if (!isCounting || unknownSec >= 86_400) return { ...facts, ...NOT_COUNTED };
    const worse = worseOn(unit, facts.day, { seed, now });
    const drawn = [random.between(1.08, 1.18), random.between(13, 15.5), random.between(1.6, 2.2)] as const;
    if (unit.displayType === 'EV') {
      const trips = Math.round(unit.dailyUse * share);
      return {
        ...facts,
        trips,
        openings: Math.round(trips * drawn[0]),
        runSec: Math.min(open, Math.round(trips * drawn[1])),
        fullSec: null,
        crawlSec: null,
        standbySec: null,
        energyKwh: round((trips * 0.034 + (4.3 * (86_400 - unknownSec)) / 86_400) * worse),
        savedKwh: null,
        passengers: Math.round(trips * drawn[2]),
      };
    }
    const working = Math.min(open, Math.round(unit.dailyUse * 3600 * share));
    const idle = unit.machine.displayType === 'EV' ? 'runs' : unit.machine.idle;
    const slow = Math.round(working * (idle === 'runs' ? 0 : 0.15 + (drawn[0] - 1.08) * 2.5));
    const standbySec = Math.round(slow * (idle === 'stands' ? 0.3 + (drawn[1] - 13) * 0.12 : 0));
    return {
      ...facts,
      trips: null,
      openings: null,
      runSec: working - standbySec,
      fullSec: working - slow,
      crawlSec: slow - standbySec,
      standbySec,
      energyKwh: round((((working - slow) / 3600) * 2.6 + ((slow - standbySec) / 3600) * 1.1 + 0.8) * worse),
      savedKwh: savedOn(powers, facts.day, slow - standbySec, standbySec),
      passengers: Math.round(((working - slow) / 3600) * (drawn[2] * 126)),
    };
  });
}

function countByDay(items: readonly { startAt: number }[], first: number, days: number): number[] {
  const counts = new Array<number>(days).fill(0);
  for (const { startAt } of items) {
    const index = dayNumberOf(startAt) - first;
    if (index >= 0 && index < days) counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}

/** Passengers of a day by the demand table: weekends differ by use. */
function demandOf(unit: Unit, day: number): number {
  return passengersPerHour(unit.machine.use, dayStart(day) + 12 * HOUR_MS, false);
}

const round = (value: number) => Math.round(value * 1000) / 1000;
