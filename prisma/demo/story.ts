import { seeded, type Random } from '@/lib/programs/simulator/random';
import { isCallbackOver } from '@/lib/features/callbacks/state';
import { dayNumberOf, dayStart } from '@/lib/platform/i18n/shanghai';
import { makeCall, OUTSIDE_CODES, type Call } from './calls';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './clock';
import { CONTROLLER_CODES, type ControllerCode } from './codes';
import type { Depth } from './depth';
import { visitsOf, type Crew, type Visit } from './maintenance';
import type { Unit } from './units';

/**
 * The past of one unit, told once: what befell it, who came, what its box reported. Everything else of the demo data
 * (daily facts, symptoms, activities, messages) is read from here, so all of it agrees.
 */

export type Verdict = 'PENDING' | 'REAL' | 'FALSE_ALARM' | 'SERVICE_WORK' | 'WATCH';

export interface PastEvent {
  unit: Unit;
  eventId: string;
  subType: 'error' | 'event' | 'alarm' | 'entrapment' | 'controller_power';
  code: ControllerCode;
  startAt: number;
  /** Absent: it lasts. */
  endAt?: number;
  isTrapped: boolean;
  call?: Call;
  /** Of faults: what whoever looked at it found. */
  verdict?: Verdict;
}

export interface Story {
  unit: Unit;
  calls: Call[];
  visits: Visit[];
  /** By time of start. */
  events: PastEvent[];
}

const ENTRAPMENT_ALARM = codeOf('10002');
const INSPECTION_MODE = codeOf('60');
const isFor = (displayType: Unit['displayType']) => (code: ControllerCode) =>
  code.weight > 0 && code.code !== '60' && (code.on === 'both' || (code.on === 'EV') === (displayType === 'EV'));
const table = (displayType: Unit['displayType'], faultsOnly: boolean) =>
  CONTROLLER_CODES.filter(isFor(displayType))
    .filter(({ isError }) => isError || !faultsOnly)
    .map((code) => [code, code.weight] as const);
const FAULTS = { EV: table('EV', true), ES: table('ES', true), WW: table('WW', true) };
const EVENTS = { EV: table('EV', false), ES: table('ES', false), WW: table('WW', false) };

export function codeOf(number: string): ControllerCode {
  const found = CONTROLLER_CODES.find(({ code }) => code === number);
  if (!found) throw new Error(`no controller code ${number}`);
  return found;
}

/** When a silent box was last heard: days ago, beyond the 72 hours after which a unit is offline. */
export function lastHeard(unit: Unit, seed: string, now: number): number {
  const random = seeded(`${seed}:heard:${unit.equipmentNo}`);
  return unit.machine.trouble === 'dead'
    ? now - random.between(4, 19) * DAY_MS
    : now - random.between(1, 6) * MINUTE_MS;
}

const faultDaysOf = (unit: Unit, depth: Depth): number => (unit.isDeep ? depth.deepFaultDays : depth.faultDays);

/** Trouble comes with use: people press buttons by day. Never in the last minutes of a day, so that an hour later is the same day. */
function moment(day: number, random: Random): number {
  return dayStart(day) + Math.round((random.chance(0.85) ? random.between(7, 21) : random.between(0, 23.5)) * HOUR_MS);
}

export interface StoryOptions {
  seed: string;
  now: number;
  depth: Depth;
  crew: Crew;
}

interface Trouble {
  at: number;
  kind: 'call' | 'fault' | 'live';
}

export function storyOf(unit: Unit, { seed, now, depth, crew }: StoryOptions): Story {
  const random = seeded(`${seed}:story:${unit.equipmentNo}`);
  const today = dayNumberOf(now);
  const visits = visitsOf(unit, { seed, now, days: depth.maintenanceDays, crew });
  const born = unit.constructionDate.getTime() + 30 * DAY_MS;
  const isSilent = unit.machine.trouble === 'dead' || unit.machine.trouble === 'cabinet';
  const heardUntil =
    unit.machine.trouble === 'dead'
      ? lastHeard(unit, seed, now)
      : unit.machine.trouble === 'cabinet'
        ? now - random.between(2, 30) * HOUR_MS
        : now - 20 * MINUTE_MS;
  const faultDays = faultDaysOf(unit, depth);
  // A few units cause most of the trouble, as everywhere.
  const isWeak = random.chance(0.12);
  const calls = random.poisson(
    ((isWeak ? random.between(20, 42) : random.between(3.4, 11)) * depth.callbackDays) / 730,
  );
  const faults = unit.cubeNo
    ? random.poisson(((isWeak ? random.between(14, 26) : random.between(2, 8)) * faultDays) / 90)
    : 0;
  const hasLive = !unit.machine.trouble && !unit.machine.isShowcase && !unit.isReserved && random.chance(0.012);
  const troubles: Trouble[] = [
    ...Array.from({ length: calls }, () => ({
      kind: 'call' as const,
      at: moment(today - 1 - Math.floor(random.next() * depth.callbackDays), random),
    })),
    ...Array.from({ length: faults }, () => ({
      kind: 'fault' as const,
      at: moment(today - Math.floor(random.next() * faultDays), random),
    })),
    ...(hasLive ? [{ kind: 'live' as const, at: now - Math.round(random.between(2, 110) * MINUTE_MS) }] : []),
  ]
    .filter(({ at }) => at > born && at < now)
    .sort((a, b) => a.at - b.at);

  const story: Story = { unit, calls: [], visits, events: [] };
  const floors = unit.machine.displayType === 'EV' ? unit.machine.levels : [];
  const eventsFrom = Math.max(unit.liveFrom, dayStart(today - Math.max(depth.factDays, depth.callbackEventDays)));
  let free = 0;
  const addCall = (at: number, code: ControllerCode, { isLasting = false, isLive = false } = {}) => {
    const call = makeCall({
      unit,
      random,
      crew,
      now,
      at,
      code,
      isLasting,
      isLive,
      floor: floors.length > 0 ? random.pick(floors).label : '1',
      callbackId: `6${unit.equipmentNo.slice(-6)}${String(story.calls.length + 1).padStart(3, '0')}`,
    });
    const last = story.calls[story.calls.length - 1];
    if (last && call.createdAt - last.createdAt < 14 * DAY_MS && last.scsa === '1' && call.code.code === last.code.code)
      call.previousId = last.callbackId;
    story.calls.push(call);
    free = Math.max(free, call.steps[call.steps.length - 1]?.at ?? at, call.downUntil ?? 0) + 10 * MINUTE_MS;
    if (!isCallbackOver(call.status)) free = Infinity;
    if (at > eventsFrom && (at < heardUntil || isLasting)) story.events.push(...eventsOfCall(call, random));
  };
  for (const { at, kind } of troubles) {
    if (at < free) continue;
    if (kind === 'fault') {
      if (at < unit.liveFrom) continue;
      const fault = passingFault(unit, at, now, random);
      if ((fault.endAt ?? now) > heardUntil) continue;
      story.events.push(fault);
      free = (fault.endAt ?? at) + 10 * MINUTE_MS;
      continue;
    }
    // Whoever is out on the road shows in the lists of today: those units run, their callers ask for help.
    if (kind === 'live' || !isSilent || at < heardUntil) {
      const isAlmostNow = now - at < 3 * DAY_MS && kind === 'call';
      const code = random.weighted(FAULTS[unit.displayType]);
      if (isAlmostNow && (unit.machine.isShowcase || unit.isReserved || unit.machine.trouble)) continue;
      addCall(at, code, { isLive: kind === 'live' });
    }
  }
  standingFault(story, { free, now, random, addCall });
  for (const visit of visits) {
    if (!visit.startAt || !visit.doneAt || visit.startAt < eventsFrom || visit.doneAt > heardUntil) continue;
    if (dayNumberOf(visit.startAt) < today - depth.factDays) continue;
    story.events.push({
      unit,
      eventId: `m-${visit.jobNo}`,
      subType: 'event',
      code: INSPECTION_MODE,
      startAt: visit.startAt,
      endAt: visit.doneAt - 5 * MINUTE_MS,
      isTrapped: false,
    });
  }
  story.events.sort((a, b) => a.startAt - b.startAt || a.eventId.localeCompare(b.eventId));
  return story;
}

/** A unit that stands at this moment: its fault lasts, and somebody is on the way. */
function standingFault(
  story: Story,
  {
    free,
    now,
    random,
    addCall,
  }: {
    free: number;
    now: number;
    random: Random;
    addCall: (at: number, code: ControllerCode, how: { isLasting: boolean }) => void;
  },
): void {
  const { faultCode, trouble } = story.unit.machine;
  if (trouble !== 'fault' || !faultCode) return;
  const at = Math.min(now - MINUTE_MS, Math.max(free, now - Math.round(random.between(4, 70) * MINUTE_MS)));
  addCall(at, codeOf(faultCode), { isLasting: true });
}

const idOf = (kind: string, unit: Unit, startAt: number) =>
  `${kind}-${unit.equipmentNo.slice(-6)}-${startAt.toString(36)}`;

function eventsOfCall(call: Call, random: Random): PastEvent[] {
  const { unit, code, downFrom, downUntil, trapped } = call;
  if (downFrom === undefined) return [];
  const isTrapped = trapped > 0;
  const isOver = isCallbackOver(call.status);
  const ended = isOver ? { endAt: downUntil ?? call.createdAt } : {};
  const verdict: Verdict = !isOver
    ? 'PENDING'
    : call.scsa === '1'
      ? 'REAL'
      : call.scsa === '2'
        ? random.weighted([
            ['FALSE_ALARM', 50],
            ['WATCH', 50],
          ])
        : 'WATCH';
  const events: PastEvent[] = [
    {
      unit,
      eventId: idOf('e', unit, downFrom),
      subType: 'error',
      code,
      startAt: downFrom,
      ...ended,
      isTrapped,
      call,
      verdict,
    },
  ];
  if (isTrapped) {
    const released = call.releasedAt === undefined ? {} : { endAt: call.releasedAt };
    const startAt = downFrom + 20_000;
    events.push({
      unit,
      eventId: idOf('t', unit, startAt),
      subType: 'entrapment',
      code,
      startAt,
      ...released,
      isTrapped,
      call,
    });
    events.push({
      unit,
      eventId: idOf('a', unit, startAt),
      subType: 'alarm',
      code: ENTRAPMENT_ALARM,
      startAt,
      ...released,
      isTrapped,
      call,
    });
  }
  return events;
}

/** A fault or event that went by without anybody being called. */
function passingFault(unit: Unit, startAt: number, now: number, random: Random): PastEvent {
  const code = random.weighted(EVENTS[unit.displayType]);
  const endAt = startAt + Math.round(Math.max(20_000, random.normal(code.minutes, code.minutes * 0.4) * MINUTE_MS));
  const base = { unit, eventId: idOf('e', unit, startAt), code, startAt, endAt, isTrapped: false };
  if (!code.isError) return { ...base, subType: code.code === '40' ? 'controller_power' : 'event' };
  const isJudged = now - startAt > 2 * DAY_MS && random.chance(0.85);
  const isOutside = OUTSIDE_CODES.has(code.code);
  const verdict = !isJudged
    ? 'PENDING'
    : random.weighted<Verdict>([
        [isOutside ? 'WATCH' : 'REAL', 68],
        ['FALSE_ALARM', 12],
        ['SERVICE_WORK', 8],
        ['WATCH', 12],
      ]);
  return { ...base, subType: 'error', verdict };
}
