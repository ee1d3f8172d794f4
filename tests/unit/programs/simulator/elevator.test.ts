import { Elevator } from '@/lib/programs/simulator/elevator';
import { ELEVATOR_INCIDENTS, type ElevatorIncident } from '@/lib/programs/simulator/elevator-incidents';
import type { MachineEvent } from '@/lib/programs/simulator/model';
import type { ElevatorUnit } from '@/lib/programs/simulator/unit';
import { checkCounterValue, checkStatusValue, statusKeysOf } from '@/lib/live/telemetry/status-keys';
import { elevatorUnit, MONDAY_8 } from './support/units';

const MINUTE = 60_000;
const make = (changes: Partial<ElevatorUnit> = {}, seed = 's') =>
  new Elevator(elevatorUnit(changes), { seed, startAt: MONDAY_8, counters: elevatorUnit().counters, runId: 'r' });

/** Runs the lift step by step and hands every state to the check. */
function watch(
  lift: Elevator,
  ms: number,
  check: (status: ReturnType<Elevator['status']>, height: number) => void,
): void {
  const end = lift.now + ms;
  for (let now = lift.now + 100; now <= end; now += 100) {
    lift.advance(now);
    check(lift.status(), lift.car.height);
  }
}

/** A plain check: these run hundreds of thousands of times, too often for `expect`. */
function hold(rule: string, isTrue: boolean, status: object): void {
  if (!isTrue) throw new Error(`${rule}: ${JSON.stringify(status)}`);
}

/** What holds at any moment, in any mode. */
function physics(lift: Elevator) {
  let last = lift.car.height;
  let lastCounters = lift.counters();
  const { ratedSpeed } = lift.unit;
  return (status: ReturnType<Elevator['status']>, height: number) => {
    hold('never beyond the rated speed', Number(status.speed?.value) <= ratedSpeed * 1000, status);
    hold('no jump', Math.abs(height - last) <= ratedSpeed * 0.1 + 1e-6, status);
    hold('moves with a closed door', status.drive?.value !== 'Moving' || status.door?.value === 'Closed', status);
    hold('stands at speed 0', status.drive?.value === 'Moving' || status.speed?.value === 0, status);
    hold('opens only on a floor', status.door?.value === 'Closed' || status.indoorzone?.value === 'On Floor', status);
    hold(
      'direction Both only standing',
      status.direction?.value !== 'Both' || status.drive?.value === 'Standing',
      status,
    );
    const counters = lift.counters();
    hold(
      'counters never fall',
      Object.entries(counters).every(([name, value]) => value >= (lastCounters[name] ?? 0)),
      counters,
    );
    lastCounters = counters;
    last = height;
  };
}

describe('a simulated elevator', () => {
  it('keeps to physics for a busy hour: no jump, no open door while moving, no speed beyond the rated one', () => {
    const lift = make();
    const floors = new Set<unknown>();
    const doors = new Set<unknown>();
    const check = physics(lift);
    watch(lift, 60 * MINUTE, (status, height) => {
      check(status, height);
      floors.add(status.position?.value);
      doors.add(status.door?.value);
    });
    expect(floors.size).toBe(16);
    for (const state of ['Closed', 'Opening', 'Opened', 'Closing']) expect(doors).toContain(state);
    const { trips = 0, openings = 0, passengers = 0 } = lift.counters();
    expect(trips - 1000).toBeGreaterThan(40);
    expect(openings - 1100).toBeGreaterThan(40);
    expect(passengers - 3000).toBeGreaterThan(80);
  });

  it('reports in the value sets of the ingest, whatever happens to it', () => {
    for (const name of Object.keys(ELEVATOR_INCIDENTS) as ElevatorIncident[]) {
      const lift = make({}, name);
      lift.provoke(name);
      watch(lift, 40 * MINUTE, (status) => {
        for (const [key, entry] of Object.entries(status))
          hold(`${key} is in its set`, typeof checkStatusValue('EV', key, { ...entry }) === 'object', status);
      });
      for (const [key, value] of Object.entries(lift.counters()))
        expect([key, checkCounterValue('EV', key, value)]).toEqual([key, value]);
    }
    expect(Object.keys(make().status()).sort()).toEqual(
      statusKeysOf('EV')
        .filter((key) => key !== 'tracking')
        .sort(),
    );
  });

  it.each(Object.keys(ELEVATOR_INCIDENTS) as ElevatorIncident[])(
    'recovers from %s by itself, with physics intact and every event ended',
    (name) => {
      const lift = make({}, `i-${name}`);
      lift.provoke(name);
      const seen: MachineEvent[] = [];
      const check = physics(lift);
      watch(lift, 70 * MINUTE, (status, height) => {
        check(status, height);
        for (const report of lift.takeReports()) if (report.kind === 'event') seen.push(report);
      });
      const started = seen.filter((event) => event.isActive);
      expect(started.length).toBeGreaterThan(0);
      for (const start of started) {
        const end = seen.find((event) => event.eventId === start.eventId && !event.isActive);
        expect(end?.at).toBeGreaterThan(start.at);
      }
      expect(lift.condition).toMatchObject({
        mode: 'N',
        fault: undefined,
        isTrapped: false,
        isTechnicianOnSite: false,
        hasMainPower: true,
        isSuspended: false,
      });
    },
  );

  it('holds trapped people between floors until a technician frees them', () => {
    const lift = make();
    lift.provoke('entrapment');
    let trapped = 0;
    watch(lift, 60 * MINUTE, (status) => {
      if (status.entrapment?.value !== true) return;
      trapped += 1;
      hold('somebody is aboard', status.load?.value !== 'Empty', status);
      hold(
        'the alarm is on',
        status.alarm?.value === 'On' && status.alarm.tracking?.code === 10002 && status.alarm.tracking.entrap_enable,
        status,
      );
    });
    expect(trapped).toBeGreaterThan(8 * 600);
  });

  it('is the same lift for the same seed, however often it is looked at', () => {
    const often = make();
    const seldom = make();
    watch(often, 20 * MINUTE, () => undefined);
    for (let now = MONDAY_8 + 5000; now <= MONDAY_8 + 20 * MINUTE; now += 5000) seldom.advance(now);
    expect(seldom.status()).toEqual(often.status());
    expect(seldom.counters()).toEqual(often.counters());
  });

  it('carries on from now after the computer slept', () => {
    const lift = make();
    lift.advance(MONDAY_8 + 1000);
    lift.advance(MONDAY_8 + 8 * 3_600_000);
    expect(lift.now).toBeGreaterThan(MONDAY_8 + 8 * 3_600_000 - 11_000);
    watch(lift, 5 * MINUTE, physics(lift));
  });

  it('moves a showcase lift at any hour of the night', () => {
    const unit = elevatorUnit({ isShowcase: true });
    const night = MONDAY_8 - 5 * 3_600_000;
    // Several lifts: any one of them may have its door obstructed just then.
    const trips = ['a', 'b', 'c', 'd', 'e'].map((seed) => {
      const lift = new Elevator(unit, { seed, startAt: night, counters: {}, runId: 'r' });
      lift.advance(night + 1000);
      watch(lift, 10 * MINUTE, () => undefined);
      return lift.counters().trips ?? 0;
    });
    expect(Math.min(...trips)).toBeGreaterThan(0);
    expect(trips.reduce((sum, count) => sum + count, 0) / trips.length).toBeGreaterThan(8);
  });
});
