import { keyframeOf, storedChange, type StoredChange } from '@/lib/live/units/trace';
import type { LiveEntry, LiveStatus } from '@/lib/live/units/live-message';
import { seeded, type Random } from '@/lib/programs/simulator/random';
import type { ElevatorUnit } from '@/lib/programs/simulator/unit';
import type { Call } from './calls';
import { DAY_MS, MINUTE_MS } from './clock';
import type { Row } from './rows';
import type { PastEvent, Story } from './story';

/**
 * What the elevators of the demo reported around their call-outs and faults of the last month, to be replayed. It agrees
 * with the story: the car stops when the fault begins, somebody is at the unit when the call-out says so.
 */

/** Traces are kept 30 days; the oldest of these live for a day more. */
export const TRACE_DAYS = 29;
const BUCKET_MS = 5 * MINUTE_MS;
const BEFORE_MS = 12 * MINUTE_MS;
const AFTER_MS = 20 * MINUTE_MS;
/** Of a fault that lasts for half a day its beginning is told. */
const LONGEST_MS = 3 * 60 * MINUTE_MS;
const SECOND_MS = 1000;
/** Codes that stop an open door. */
const DOOR_CODES: ReadonlySet<string> = new Set(['7', '8', '11', '12', '14']);

export const TRACE_COLUMNS = ['equipment_no', 'bucket_start', 'changes'] as const;

interface Incident {
  readonly at: number;
  readonly until: number;
  readonly fault?: PastEvent;
  readonly trap?: PastEvent;
  readonly call?: Call;
}

/** Of units that are told in depth every fault, of the others what somebody was called for. */
function incidentsOf({ unit, events, calls }: Story, now: number): Incident[] {
  const since = Math.max(unit.liveFrom + BEFORE_MS, now - TRACE_DAYS * DAY_MS);
  const faults = events
    .filter(
      ({ subType, startAt, call }) => subType === 'error' && startAt > since && (call !== undefined || unit.isDeep),
    )
    .map((fault): Incident => {
      const end = Math.min(fault.endAt ?? now, fault.startAt + LONGEST_MS);
      const trap = events.find(({ subType, call }) => subType === 'entrapment' && call && call === fault.call);
      return {
        at: fault.startAt,
        until: Math.min(now, Math.max(fault.startAt + AFTER_MS, end + BUCKET_MS)),
        fault,
        ...(trap ? { trap } : {}),
        ...(fault.call ? { call: fault.call } : {}),
      };
    });
  // Called for although the machine ran on: what is replayed is an ordinary day.
  const others = calls
    .filter(({ createdAt, downFrom }) => downFrom === undefined && createdAt > since && !unit.machine.trouble)
    .map((call): Incident => ({ at: call.createdAt, until: Math.min(now, call.createdAt + AFTER_MS), call }));
  return [...faults, ...others].sort((one, other) => one.at - other.at);
}

/** Rows of EquipmentTrace of one elevator; none where nobody listened. */
export function traceRows(story: Story, { seed, now }: { seed: string; now: number }): Row[] {
  const { machine, cubeNo, equipmentNo } = story.unit;
  if (cubeNo === null || machine.displayType !== 'EV') return [];
  const rows: Row[] = [];
  let free = 0;
  for (const incident of incidentsOf(story, now)) {
    const from = incident.at - BEFORE_MS;
    if (from < free) continue;
    const told = new Telling(machine, from, seeded(`${seed}:trace:${equipmentNo}:${incident.at}`));
    told.tell(incident);
    free = (Math.floor(incident.until / BUCKET_MS) + 1) * BUCKET_MS;
    for (const [bucket, changes] of told.buckets(incident.until))
      rows.push([equipmentNo, new Date(bucket), JSON.stringify(changes)]);
  }
  return rows;
}

/** One elevator for the time of an incident. */
class Telling {
  readonly #status: LiveStatus = {};
  readonly #first: LiveStatus;
  readonly #changes: StoredChange[] = [];
  #level: number;
  #now: number;

  constructor(
    private readonly machine: ElevatorUnit,
    private readonly from: number,
    private readonly random: Random,
  ) {
    this.#now = from;
    this.#level = random.whole(0, machine.levels.length - 1);
    this.#set({
      load: 'Empty',
      door: 'Closed',
      drive: 'Standing',
      direction: 'Both',
      indoorzone: 'On Floor',
      speed: 0,
      technicianonsite: false,
      controllerpower: true,
      ard: false,
      entrapment: false,
      alarm: 'Off',
      errorstate: false,
      health: 'Good',
      connected: true,
      onlinestatus: 1,
      connection: 'online',
    });
    this.#entry('mode', { value: 'N', secondary: [] });
    this.#position();
    this.#first = { ...this.#status };
    this.#changes.length = 0;
  }

  tell({ at, until, fault, trap, call }: Incident): void {
    this.#serve(fault ? at - 30 * SECOND_MS : until);
    if (!fault) return;
    if (trap) this.#depart(at);
    this.#now = Math.max(this.#now, at);
    this.#break(fault, trap);
    const site = call?.steps.findLast(({ status }) => status === 'SITE')?.at;
    const end = fault.endAt ?? Infinity;
    const moments: [number, () => void][] = [
      ...(trap ? [[trap.startAt, () => this.#ring()] as [number, () => void]] : []),
      ...(site === undefined ? [] : [[site, () => this.#arrive()] as [number, () => void]]),
      ...(trap?.endAt === undefined ? [] : [[trap.endAt, () => this.#release()] as [number, () => void]]),
      [end, () => this.#repair()],
    ];
    for (const [moment, act] of moments.sort(([one], [other]) => one - other)) {
      if (moment > until) break;
      this.#now = Math.max(this.#now, moment);
      act();
    }
    if (end <= until) this.#serve(until);
  }

  /** The changes by their five minutes, each beginning with what was known. */
  buckets(until: number): Map<number, StoredChange[]> {
    const found = new Map<number, StoredChange[]>();
    const known: LiveStatus = { ...this.#first };
    for (const change of this.#changes) {
      const [at, key, value, members] = change;
      if (at > until) break;
      const start = Math.floor(at / BUCKET_MS) * BUCKET_MS;
      const bucket = found.get(start) ?? keyframeOf(known);
      found.set(start, bucket);
      bucket.push(change);
      known[key] = { value, at, ...members };
    }
    if (found.size === 0) found.set(Math.floor(this.from / BUCKET_MS) * BUCKET_MS, keyframeOf(known));
    return found;
  }

  #entry(key: string, entry: Omit<LiveEntry, 'at'>): void {
    const whole: LiveEntry = { ...entry, at: this.#now };
    if (JSON.stringify({ ...this.#status[key], at: 0 }) === JSON.stringify({ ...whole, at: 0 })) return;
    this.#status[key] = whole;
    this.#changes.push(storedChange(key, whole));
  }

  #set(values: Record<string, unknown>): void {
    for (const [key, value] of Object.entries(values)) this.#entry(key, { value });
  }

  #wait(seconds: number): void {
    this.#now += Math.round(seconds * SECOND_MS);
  }

  #position(): void {
    const level = this.machine.levels[this.#level];
    if (level) this.#entry('position', { value: level.label, physicalvalue: level.physical });
  }

  #openDoor(load: string): void {
    this.#set({ door: 'Opening' });
    this.#wait(2);
    this.#set({ door: 'Opened' });
    this.#wait(this.random.between(1, 2));
    this.#set({ load });
  }

  #closeDoor(): void {
    this.#wait(this.random.between(2, 4));
    this.#set({ door: 'Closing' });
    this.#wait(2.4);
    this.#set({ door: 'Closed' });
  }

  /** People come and go, up to a moment. */
  #serve(until: number): void {
    while (this.#now < until) {
      this.#wait(this.random.between(8, 70));
      // A trip with its doors takes about this long at most.
      if (this.#now + 60 * SECOND_MS > until) break;
      this.#openDoor('Loaded');
      this.#closeDoor();
      this.#travel();
      this.#openDoor('Empty');
      this.#closeDoor();
    }
    this.#now = Math.max(this.#now, until);
  }

  #elsewhere(): number {
    const other = this.random.whole(0, this.machine.levels.length - 2);
    return other >= this.#level ? other + 1 : other;
  }

  #start(to: number): void {
    const { ratedSpeed } = this.machine;
    this.#set({ drive: 'Moving', direction: to > this.#level ? 'Up' : 'Down', indoorzone: 'Between Floors' });
    this.#wait(1.2);
    this.#set({ speed: Math.round(ratedSpeed * 1000) });
  }

  #travel(): void {
    const { levels, ratedSpeed } = this.machine;
    const to = this.#elsewhere();
    const step = Math.sign(to - this.#level);
    this.#start(to);
    // Of a tower only so many floors, so that a trip has an end.
    for (let floors = 0; this.#level !== to && floors < 12; floors += 1) {
      const height = Math.abs((levels[this.#level + step]?.height ?? 0) - (levels[this.#level]?.height ?? 0));
      this.#wait(Math.min(4, Math.max(0.8, height / ratedSpeed)));
      this.#level += step;
      this.#position();
    }
    this.#wait(1.4);
    this.#set({ drive: 'Standing', direction: 'Both', speed: 0, indoorzone: 'On Floor' });
  }

  /** With people aboard and on its way when the fault begins. */
  #depart(at: number): void {
    this.#now = Math.max(this.#now, at - 14 * SECOND_MS);
    this.#openDoor('Loaded');
    this.#closeDoor();
    this.#start(this.#elsewhere());
  }

  #break({ code }: PastEvent, trap: PastEvent | undefined): void {
    this.#entry('errorstate', { value: true, code: Number(code.code) });
    this.#set({ health: 'Degraded', drive: 'Standing', direction: 'Both', speed: 0 });
    if (trap) this.#entry('mode', { value: 'UNV', secondary: [] });
    else if (DOOR_CODES.has(code.code)) this.#set({ door: 'Blocked' });
  }

  #ring(): void {
    this.#set({ entrapment: true, health: 'Bad' });
    this.#entry('alarm', { value: 'On', tracking: { code: 10002, entrap_enable: true } });
  }

  #arrive(): void {
    this.#set({ technicianonsite: true });
    this.#entry('mode', { value: 'INS', secondary: [] });
  }

  #release(): void {
    this.#set({ indoorzone: 'On Floor', entrapment: false, health: 'Degraded' });
    this.#entry('alarm', { value: 'Off' });
    this.#openDoor('Empty');
  }

  #repair(): void {
    this.#entry('errorstate', { value: false });
    this.#entry('mode', { value: 'N', secondary: [] });
    this.#set({ health: 'Good', indoorzone: 'On Floor', technicianonsite: false, door: 'Closed' });
  }
}
