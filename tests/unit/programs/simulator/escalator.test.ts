import { Escalator } from '@/lib/programs/simulator/escalator';
import type { MachineEvent } from '@/lib/programs/simulator/model';
import { RestingUnit } from '@/lib/programs/simulator/resting-unit';
import type { EscalatorUnit } from '@/lib/programs/simulator/unit';
import { checkCounterValue, checkStatusValue, statusKeysOf } from '@/lib/live/telemetry/status-keys';
import { elevatorUnit, escalatorUnit, MONDAY_8 } from './support/units';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const at = (hour: number) => MONDAY_8 + (hour - 8) * HOUR;
const make = (changes: Partial<EscalatorUnit>, startAt: number) => {
  const unit = escalatorUnit(changes);
  return new Escalator(unit, { seed: 's', startAt, counters: unit.counters, runId: 'r' });
};

function watch(machine: Escalator, ms: number, check: (status: ReturnType<Escalator['status']>) => void): void {
  const end = machine.now + ms;
  for (let now = machine.now + 100; now <= end; now += 100) {
    machine.advance(now);
    check(machine.status());
  }
}

it('runs at the hours that its box was told, also over midnight; without any at those of its building', () => {
  const machine = make({ use: 'mall' }, at(11));
  const week = (startTime: string, stopTime: string) =>
    [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, startTime, stopTime, closed: false }));
  expect(machine.operationMode()).not.toBe('Stopped');
  machine.follow(week('20:00', '02:00'));
  expect(machine.operationMode()).toBe('Stopped');
  const atNight = make({ use: 'mall' }, at(25));
  expect(atNight.operationMode()).toBe('Stopped');
  atNight.follow(week('20:00', '02:00'));
  expect(atNight.operationMode()).not.toBe('Stopped');
  machine.follow([]);
  expect(machine.operationMode()).not.toBe('Stopped');
});

describe.each([
  ['ES', {}],
  ['WW', { controllerVersion: 'F6' }],
  ['WW', { controllerVersion: 'F5' }],
] as const)('a simulated %s %j', (displayType, changes) => {
  it('keeps to its value sets, its rated speed and a believable acceleration, faults included', () => {
    const machine = make({ displayType, ...changes }, at(11));
    machine.provoke('fault');
    let last = machine.speed;
    let counters = machine.counters();
    const wrong: unknown[] = [];
    watch(machine, 40 * MINUTE, (status) => {
      for (const [key, entry] of Object.entries(status))
        if (typeof checkStatusValue(displayType, key, { ...entry }) !== 'object') wrong.push([key, entry]);
      if (machine.speed > 0.5 + 1e-9 || Math.abs(machine.speed - last) > 0.09 + 1e-9) wrong.push([machine.speed, last]);
      const next = machine.counters();
      if (Object.entries(next).some(([name, value]) => value < (counters[name] ?? 0))) wrong.push(next);
      [last, counters] = [machine.speed, next];
    });
    expect(wrong).toEqual([]);
    expect(Object.keys(machine.status()).sort()).toEqual(statusKeysOf(displayType).sort());
    for (const [key, value] of Object.entries(counters))
      expect([key, checkCounterValue(displayType, key, value)]).toEqual([key, value]);
  });
});

describe('a simulated escalator', () => {
  it('stops at a fault, waits for the key, and runs again', () => {
    const machine = make({}, at(11));
    machine.provoke('fault');
    const modes: unknown[] = [];
    const events: MachineEvent[] = [];
    watch(machine, 12 * MINUTE, (status) => {
      if (modes.at(-1) !== status.operationmode?.value) modes.push(status.operationmode?.value);
      for (const report of machine.takeReports()) if (report.kind === 'event') events.push(report);
    });
    expect(modes.slice(0, 3)).toEqual(['Fault', 'KeyStart', 'Intermittent']);
    expect(events.map(({ isActive }) => isActive)).toEqual([true, false]);
    expect(machine.counters().error).toBeGreaterThan(60);
  });

  it('stands without an answer of its controller while the mains are off, and waits for the key', () => {
    const machine = make({}, at(11));
    machine.provoke('powerLoss');
    const seen: unknown[] = [];
    const events: MachineEvent[] = [];
    watch(machine, 12 * MINUTE, (status) => {
      const now = status.connected?.value === false ? 'silent' : status.operationmode?.value;
      if (seen.at(-1) !== now) seen.push(now);
      for (const report of machine.takeReports()) if (report.kind === 'event') events.push(report);
    });
    expect(seen.slice(0, 3)).toEqual(['silent', 'KeyStart', 'Intermittent']);
    expect(events.map(({ subType, isActive }) => [subType, isActive])).toEqual([
      ['controller_power', true],
      ['controller_power', false],
    ]);
  });

  it('crawls or stands when nobody comes, and is closed at night', () => {
    const quiet = { use: 'mall' as const };
    const seen = (idle: EscalatorUnit['idle'], hour: number) => {
      const modes = new Set<unknown>();
      watch(make({ ...quiet, idle }, at(hour)), 40 * MINUTE, (status) => modes.add(status.operationmode?.value));
      return modes;
    };
    expect(seen('crawls', 7.1)).toContain('Crawling');
    expect(seen('stands', 7.1)).toContain('ReadyToStart');
    expect(seen('runs', 12)).toEqual(new Set(['Continuous']));
    expect(seen('crawls', 3)).toEqual(new Set(['Stopped']));
  });

  it('runs at 500 tenths of cm/s when its rated speed is half a metre a second', () => {
    const machine = make({ idle: 'runs' }, at(12));
    watch(machine, 10_000, () => undefined);
    expect(machine.status().stepspeed).toEqual({ value: 500 });
  });
});

describe('a resting unit', () => {
  it('has counted on when it reports again, and stands or runs in a possible state', () => {
    const unit = elevatorUnit();
    const machine = new RestingUnit(unit, { seed: 's', startAt: at(8), counters: unit.counters, runId: 'r' });
    machine.advance(at(12));
    const counters = machine.counters();
    expect((counters.trips ?? 0) - 1000).toBeGreaterThan(50);
    for (const [key, value] of Object.entries(counters)) expect(checkCounterValue('EV', key, value)).toBe(value);
    for (const [key, entry] of Object.entries(machine.status()))
      expect([key, typeof checkStatusValue('EV', key, { ...entry })]).toEqual([key, 'object']);
  });

  it('shows its trouble: a fault with its code, a cabinet that does not answer', () => {
    const options = { seed: 's', startAt: at(8), counters: {}, runId: 'r' };
    expect(new RestingUnit(elevatorUnit({ trouble: 'fault', faultCode: '17' }), options).status()).toMatchObject({
      errorstate: { value: true, code: 17 },
      mode: { value: 'UNV' },
    });
    expect(new RestingUnit(elevatorUnit({ trouble: 'cabinet' }), options).status()).toEqual({
      connected: { value: false },
    });
  });
});
