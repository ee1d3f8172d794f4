import { Course, ELEVATOR, ESCALATOR, type Told } from './course';
import type { DetectedUnit } from '@/lib/live/detector/state';

/** What the rules say must not depend on how the stream came: 200 generated histories of units. */

interface Moment {
  readonly sec: number;
  readonly told: Told;
}

/** A generator that says the same for the same seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}
const pick = <T>(random: (below: number) => number, values: readonly T[]): T => values[random(values.length)] as T;

const VALUES: Record<'EV' | 'ES', Record<string, readonly unknown[]>> = {
  EV: {
    load: ['Empty', 'Loaded', 'Full Load', 'Overload'],
    door: ['Closed', 'Opening', 'Opened', 'Closing', 'Blocked'],
    drive: ['Standing', 'Moving'],
    indoorzone: ['On Floor', 'Between Floors'],
    mode: ['N', 'N', 'N', 'INS', 'UNV', 'RNO', 'JBF'],
    alarm: ['On', 'Off'],
    controllerpower: [true, true, false],
    errorstate: [false, [true, { code: 1 }], [true, { code: 52 }], [true, { code: 2 }]],
    technicianonsite: [false, false, false, true],
    health: ['Good', 'Degraded'],
    position: [
      ['3', { physicalvalue: 3 }],
      ['12', { physicalvalue: 12 }],
    ],
    speed: [0, 1500],
  },
  ES: {
    operationmode: ['Continuous', 'ReadyToStart', 'Crawling', 'Fault', 'Inspection', 'Stopped'],
    stepspeed: [500, 530, 0],
    warning: ['None', 'Lubrication', 'Overheat'],
    errorstate: [false, [true, { code: 1 }]],
    technicianonsite: [false, false, true],
    health: ['Good', 'Bad'],
  },
};
const PAUSES = [0, 1, 2, 5, 20, 59, 60, 61, 119, 121, 200, 400, 900, 4000];

function historyOf(seed: number): { unit: DetectedUnit; moments: Moment[]; end: number } {
  const random = randomOf(seed);
  const unit = seed % 4 === 0 ? ESCALATOR : ELEVATOR;
  const values = VALUES[unit.displayType === 'ES' ? 'ES' : 'EV'];
  const moments: Moment[] = [];
  let sec = 0;
  for (let index = 0; index < 60; index += 1) {
    sec += pick(random, PAUSES);
    const keys = Array.from({ length: 1 + random(3) }, () => pick(random, Object.keys(values)));
    const told: Told =
      random(12) === 0
        ? pick<Told>(random, [
            { isTrapped: random(2) === 0 },
            {
              event: {
                eventId: `e${random(3)}`,
                code: pick(random, ['44', '90', '41', '05']),
                isOpen: random(2) === 0,
              },
            },
            { hasReset: true },
            { onlineStatus: pick(random, [0, 1, 3]) },
          ])
        : { values: Object.fromEntries(keys.map((key) => [key, pick(random, values[key] ?? [])])) };
    moments.push({ sec, told });
  }
  return { unit, moments, end: sec + 30 * 3600 };
}

const onePass = ({ unit, moments, end }: ReturnType<typeof historyOf>): string[] => {
  const course = new Course(unit);
  for (const { sec, told } of moments) course.tell(sec, told);
  return course.clock(end).said;
};

describe('200 generated histories of units', () => {
  const histories = Array.from({ length: 200 }, (_, index) => ({ seed: index + 1, history: historyOf(index + 1) }));
  const said = new Map(histories.map(({ seed, history }) => [seed, onePass(history)]));

  it('say a lot, of many rules, so that the comparisons below mean something', () => {
    const lines = [...said.values()].flat();
    const rules = new Set(lines.map((line) => line.split(' ').slice(0, 2).join(' ')));
    expect(lines.length).toBeGreaterThan(2000);
    expect([...rules].filter((name) => name.startsWith('raise')).length).toBeGreaterThan(18);
    expect([...rules].filter((name) => name.startsWith('clear')).length).toBeGreaterThan(16);
  });

  it('say the same in batches of any size that come late while nobody looks at the clock', () => {
    for (const { seed, history } of histories) {
      const random = randomOf(seed + 1000);
      const course = new Course(history.unit);
      for (let from = 0; from < history.moments.length;) {
        const batch = history.moments.slice(from, (from += 1 + random(20)));
        const seenSec = batch.at(-1)?.sec ?? 0;
        for (const { sec, told } of batch) course.tell(sec, told, { seenSec, isClockRunning: false });
      }
      expect({ seed, said: course.clock(history.end + 4000).said }).toEqual({ seed, said: said.get(seed) });
    }
  });

  it('say the same through a restart at any point', () => {
    for (const { seed, history } of histories) {
      const random = randomOf(seed + 2000);
      const course = new Course(history.unit);
      for (const { sec, told } of history.moments) {
        if (random(4) === 0) course.restart();
        course.tell(sec, told);
      }
      expect({ seed, said: course.restart().clock(history.end).said }).toEqual({ seed, said: said.get(seed) });
    }
  });

  it('say the same when every state is told twice', () => {
    for (const { seed, history } of histories) {
      const course = new Course(history.unit);
      for (const { sec, told } of history.moments) {
        course.tell(sec, told);
        // What happens once is told once by the ingest, which knows its repeats; a state comes again.
        const { hasReset: _once, ...again } = told;
        course.tell(sec, again).look(sec);
      }
      expect({ seed, said: course.clock(history.end).said }).toEqual({ seed, said: said.get(seed) });
    }
  });

  it.each([1, 50, 3600])('say the same when the whole stream is late by %i s', (lateSec) => {
    for (const { seed, history } of histories) {
      const course = new Course(history.unit);
      for (const { sec, told } of history.moments) course.tell(sec, told, { seenSec: sec + lateSec });
      expect({ seed, said: course.clock(history.end + lateSec).said }).toEqual({ seed, said: said.get(seed) });
    }
  });

  it('open nothing twice, and move nothing back, when a part of the stream comes much later than the rest', () => {
    for (const { seed, history } of histories) {
      const random = randomOf(seed + 3000);
      const course = new Course(history.unit);
      let heldUntil = 0;
      for (const { sec, told } of history.moments) {
        if (random(10) === 0) heldUntil = Math.max(heldUntil, sec + random(2000));
        course.tell(sec, told, { seenSec: Math.max(sec, heldUntil) });
      }
      course.clock(history.end + 4000);
      const open = new Set<string>();
      for (const { kind, rule } of course.effects) {
        if (kind === 'raise') {
          expect({ seed, rule, isOpen: open.has(rule) }).toEqual({ seed, rule, isOpen: false });
          open.add(rule);
        } else if (kind === 'clear') open.delete(rule);
      }
    }
  });
});
