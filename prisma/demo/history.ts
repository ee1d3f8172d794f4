import { passengersPerHour } from '@/lib/simulator/demand';
import { seeded, type Random } from '@/lib/simulator/random';
import { CONTROLLER_CODES, type ControllerCode } from './codes';
import type { Unit } from './units';

/** The past of a unit: what its controller reported and the daily facts, which agree with each other. */

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const SHANGHAI_MS = 8 * HOUR_MS;
export const HISTORY_DAYS = 90;

export interface PastEvent {
  unit: Unit;
  eventId: string;
  subType: 'error' | 'event' | 'alarm' | 'entrapment' | 'controller_power';
  code: ControllerCode;
  startAt: number;
  /** Absent: it lasts. */
  endAt?: number;
  isTrapped: boolean;
}

export interface DayFacts {
  day: number;
  trips: number;
  openings: number;
  runSec: number;
  fullSec: number;
  crawlSec: number;
  standbySec: number;
  energyKwh: number;
  passengers: number;
  faultSec: number;
  equipmentFaultSec: number;
  unknownSec: number;
  serviceSec: number;
  shutdowns: number;
  entrapments: number;
}

/** Misuse and supply are not the machine's fault (api.md §5.8: only equipment-caused time counts against usability). */
const OUTSIDE_CAUSES = new Set(['3', '14', '41', '53', '80']);
const ENTRAPMENT_ALARM = CONTROLLER_CODES.find(({ code }) => code === '10002');
const CODES = {
  EV: CONTROLLER_CODES.filter(({ on, weight }) => on !== 'ES' && weight > 0).map((code) => [code, code.weight] as const),
  steps: CONTROLLER_CODES.filter(({ on, weight }) => on !== 'EV' && weight > 0).map((code) => [code, code.weight] as const),
};

/** Number of the Shanghai day since 1970. */
export const dayNumber = (at: number): number => Math.floor((at + SHANGHAI_MS) / DAY_MS);
const dayStart = (day: number) => day * DAY_MS - SHANGHAI_MS;

/** Lift trouble comes with use: people press buttons by day. */
function moment(day: number, random: Random): number {
  return dayStart(day) + (random.chance(0.85) ? random.between(7, 21) : random.between(0, 24)) * HOUR_MS;
}

export function pastEvents(unit: Unit, seed: string, now: number): PastEvent[] {
  if (!unit.cubeNo) return [];
  const random = seeded(`${seed}:events:${unit.equipmentNo}`);
  const until = unit.machine.trouble === 'dead' ? lastHeard(unit, seed, now) : now - 20 * MINUTE_MS;
  const table = unit.displayType === 'EV' ? CODES.EV : CODES.steps;
  // A few units cause most of the trouble, as everywhere.
  const rate = random.chance(0.12) ? random.between(14, 26) : random.between(2, 8);
  const today = dayNumber(now);
  const moments = Array.from({ length: random.poisson(rate) }, () => moment(today - Math.floor(random.next() ** 1.2 * HISTORY_DAYS), random)).sort((a, b) => a - b);
  const events: PastEvent[] = [];
  let free = 0;
  for (const startAt of moments) {
    const code = random.weighted(table);
    const endAt = startAt + Math.max(20_000, random.normal(code.minutes, code.minutes * 0.4) * MINUTE_MS);
    if (startAt < free || endAt > until) continue;
    const isTrapped = unit.displayType === 'EV' && code.isError && ['5', '8', '9', '21'].includes(code.code) && random.chance(0.02);
    const base = { unit, code, startAt, endAt, isTrapped };
    const number = events.length + 1;
    const id = (kind: string) => `${kind}-${unit.equipmentNo.slice(-5)}-${startAt.toString(36)}-${number}`;
    events.push({ ...base, eventId: id('e'), subType: code.isError ? 'error' : code.code === '40' ? 'controller_power' : 'event' });
    if (isTrapped && ENTRAPMENT_ALARM) {
      events.push({ ...base, eventId: id('t'), subType: 'entrapment', startAt: startAt + MINUTE_MS });
      events.push({ ...base, eventId: id('a'), subType: 'alarm', code: ENTRAPMENT_ALARM, startAt: startAt + MINUTE_MS });
    }
    free = endAt + 10 * MINUTE_MS;
  }
  const { faultCode } = unit.machine;
  const open = CONTROLLER_CODES.find(({ code }) => code === faultCode);
  if (open) {
    const startAt = Math.max(free, now - random.between(0.5, 5) * HOUR_MS);
    events.push({ unit, eventId: `e-${unit.equipmentNo.slice(-5)}-open`, subType: 'error', code: open, startAt, isTrapped: false });
  }
  return events;
}

/** When a silent box was last heard: days ago, beyond the 72 hours after which a unit is offline. */
export function lastHeard(unit: Unit, seed: string, now: number): number {
  const random = seeded(`${seed}:heard:${unit.equipmentNo}`);
  return unit.machine.trouble === 'dead' ? now - random.between(4, 19) * DAY_MS : now - random.between(1, 6) * MINUTE_MS;
}

/** Seconds of the spans that fall into a day. */
function within(day: number, events: readonly PastEvent[], now: number): number {
  const from = dayStart(day);
  return Math.round(events.reduce((sum, { startAt, endAt = now }) => sum + Math.max(0, Math.min(endAt, from + DAY_MS) - Math.max(startAt, from)), 0) / 1000);
}

const starts = (day: number, events: readonly PastEvent[]) => events.filter(({ startAt }) => dayNumber(startAt) === day).length;

/** Facts of the full days before today; today's are counted by the ingest. */
export function dailyFacts(unit: Unit, events: readonly PastEvent[], seed: string, now: number): DayFacts[] {
  if (!unit.cubeNo) return [];
  const random = seeded(`${seed}:days:${unit.equipmentNo}`);
  const today = dayNumber(now);
  const silentSince = unit.machine.trouble === 'dead' ? dayNumber(lastHeard(unit, seed, now)) : Infinity;
  const average = averageDemand(unit, today);
  const errors = events.filter(({ subType }) => subType === 'error');
  const ownErrors = errors.filter(({ code }) => !OUTSIDE_CAUSES.has(code.code));
  const services = events.filter(({ code }) => code.code === '60');
  return Array.from({ length: HISTORY_DAYS }, (_, index): DayFacts => {
    const day = today - HISTORY_DAYS + index;
    const noise = Math.max(0.4, random.normal(1, 0.08));
    const isSilent = day >= silentSince;
    const faultSec = isSilent ? 0 : Math.min(86_400, within(day, errors, now));
    const serviceSec = isSilent ? 0 : Math.min(86_400 - faultSec, within(day, services, now));
    const idle = isSilent ? 0 : (1 - (faultSec + serviceSec) / 86_400) * noise * (demandOf(unit, day) / average);
    const facts = {
      day, faultSec, serviceSec, equipmentFaultSec: isSilent ? 0 : Math.min(faultSec, within(day, ownErrors, now)), unknownSec: isSilent ? 86_400 : 0,
      shutdowns: starts(day, errors), entrapments: starts(day, events.filter(({ subType }) => subType === 'entrapment')),
    };
    if (unit.displayType === 'EV') {
      const trips = Math.round(unit.dailyUse * idle);
      return {
        ...facts, trips, openings: Math.round(trips * random.between(1.08, 1.18)), runSec: Math.round(trips * random.between(13, 15.5)), fullSec: 0, crawlSec: 0, standbySec: 0,
        energyKwh: isSilent ? 0 : round(trips * 0.034 + 4.3), passengers: Math.round(trips * random.between(1.6, 2.2)),
      };
    }
    const working = Math.min(86_400 - faultSec - serviceSec, Math.round(unit.dailyUse * 3600 * idle));
    const quiet = unit.machine.displayType !== 'EV' && unit.machine.idle !== 'runs' ? random.between(0.15, 0.4) : 0;
    const stands = unit.machine.displayType !== 'EV' && unit.machine.idle === 'stands' ? random.between(0.3, 0.6) : 0;
    const slow = Math.round(working * quiet);
    const standbySec = Math.round(slow * stands);
    return {
      ...facts, trips: 0, openings: 0, runSec: working - standbySec, fullSec: working - slow, crawlSec: slow - standbySec, standbySec,
      energyKwh: round((working - slow) / 3600 * 2.6 + (slow - standbySec) / 3600 * 1.1 + 0.8), passengers: Math.round((working - slow) / 3600 * random.between(180, 300)),
    };
  });
}

/** Passengers of a day by the demand table: weekends differ by use. */
function demandOf(unit: Unit, day: number): number {
  return passengersPerHour(unit.machine.use, dayStart(day) + 12 * HOUR_MS, false);
}

function averageDemand(unit: Unit, today: number): number {
  return Array.from({ length: 7 }, (_, index) => demandOf(unit, today - index)).reduce((sum, one) => sum + one, 0) / 7;
}

const round = (value: number) => Math.round(value * 1000) / 1000;
