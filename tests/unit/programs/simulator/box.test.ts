import { SimulatedBox, type UplinkLeaf } from '@/lib/programs/simulator/box';
import { Elevator } from '@/lib/programs/simulator/elevator';
import type { Machine, MachineReport, MachineStatus } from '@/lib/programs/simulator/model';
import { Pending } from '@/lib/programs/simulator/pending-reports';
import { parsePayload } from '@/lib/live/telemetry/payload';
import { MAX_BYTES } from '@/lib/live/telemetry/topics';
import { elevatorUnit, MONDAY_8 } from './support/units';

interface Sent {
  leaf: UplinkLeaf;
  at: number;
  body: Record<string, unknown>;
}

/** A line to the portal that writes down what comes. */
function line() {
  const sent: Sent[] = [];
  const uplink = {
    isReady: true,
    now: 0,
    publish: (leaf: UplinkLeaf, body: Record<string, unknown>) => {
      sent.push({ leaf, at: uplink.now, body });
    },
  };
  return { uplink, sent, of: (leaf: UplinkLeaf) => sent.filter((one) => one.leaf === leaf) };
}
function run(box: SimulatedBox, wire: ReturnType<typeof line>, from: number, ms: number): void {
  for (let now = from + 100; now <= from + ms; now += 100) {
    wire.uplink.now = now;
    box.tick(now, wire.uplink);
  }
}

/** A machine whose states and reports the test sets. */
function still(status: MachineStatus = { door: { value: 'Closed' } }) {
  const reports: MachineReport[] = [];
  const machine: Machine = {
    advance: () => undefined,
    status: () => status,
    counters: () => ({ trips: 5 }),
    takeReports: () => reports.splice(0),
  };
  return { machine, reports, status };
}
const fault = (eventId: string, isActive: boolean, at: number): MachineReport => ({
  kind: 'event',
  eventId,
  subType: 'error',
  code: '12',
  isActive,
  at,
});
const ack = (...eventIds: string[]) =>
  JSON.stringify({ v: 1, at: 1, items: eventIds.map((eventId) => ({ equipmentNo: '1', eventId })) });
const boxOf = (machine: Machine) => new SimulatedBox({ equipmentNo: '1', machine, texts: { 12: 'door' } }, 0);

describe('the box of a busy elevator', () => {
  const wire = line();
  const lift = new Elevator(elevatorUnit({ isShowcase: true }), {
    seed: 's',
    startAt: MONDAY_8,
    counters: {},
    runId: 'r',
  });
  const box = new SimulatedBox({ equipmentNo: '10500001', machine: lift, texts: {} }, MONDAY_8);
  beforeAll(() => {
    box.connected(MONDAY_8);
    lift.provoke('doorObstructed');
    run(box, wire, MONDAY_8, 15 * 60_000);
  });

  it('sends at most ten status messages in any second, five in practice, and speed at most twice a second', () => {
    const times = wire.of('status').map(({ at }) => at);
    expect(times.length).toBeGreaterThan(300);
    for (const [index, at] of times.entries())
      expect(times.slice(index).findIndex((later) => later >= at + 1000)).toBeLessThanOrEqual(5);
    const speeds = wire.of('status').filter(({ body }) => Number((body.status as MachineStatus).speed?.value) > 0);
    for (const [index, { at, body }] of speeds.entries()) {
      // The whole state is sent when it is due, whatever was sent a moment ago.
      if (index > 0 && body.full !== true) expect(at - (speeds[index - 1]?.at ?? 0)).toBeGreaterThanOrEqual(500);
    }
  });

  it('sends the whole state after the connect and every five minutes, else only what changed', () => {
    const full = wire.of('status').filter(({ body }) => body.full === true);
    expect(full.map(({ at }) => Math.round((at - MONDAY_8) / 1000))).toEqual([0, 300, 600]);
    expect(wire.of('status')[0]).toBe(full[0]);
    const patches = wire
      .of('status')
      .filter(({ body }) => body.full !== true)
      .map(({ body }) => Object.keys(body.status as object).length);
    expect(Math.max(...patches)).toBeLessThan(10);
  });

  it('sends counters every five minutes and never more often than every ten seconds', () => {
    const times = wire.of('counters').map(({ at }) => at);
    expect(times.length).toBe(3);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBe(300_000);
  });

  it('speaks only what the ingest accepts, within its sizes', () => {
    for (const { leaf, body, at } of wire.sent) {
      const bytes = Buffer.from(JSON.stringify(body));
      expect(bytes.byteLength).toBeLessThan(MAX_BYTES[leaf]);
      const { message, refusals } = parsePayload(leaf, bytes, at);
      expect([refusals, message?.leaf]).toEqual([[], leaf]);
    }
    expect(wire.of('event').length).toBeGreaterThan(0);
    expect(wire.of('log').length).toBeGreaterThan(0);
  });
});

describe('a box', () => {
  it('sends an event again until an ack names it, then its end', () => {
    const wire = line();
    const { machine, reports } = still();
    const box = boxOf(machine);
    reports.push(fault('e1', true, 100), fault('e1', false, 5000));
    run(box, wire, 0, 35_000);
    const starts = wire.of('event').map(({ at, body }) => [Math.round(at / 1000), body.objectStatus]);
    expect(starts).toEqual([
      [0, 'true'],
      [10, 'true'],
      [30, 'true'],
    ]);
    box.receive('ack', ack('e1'), 35_000);
    run(box, wire, 35_000, 5000);
    expect(
      wire
        .of('event')
        .slice(3)
        .map(({ body }) => body.objectStatus),
    ).toEqual(['false']);
    box.receive('ack', ack('e1'), 40_000);
    run(box, wire, 40_000, 120_000);
    expect(wire.of('event')).toHaveLength(4);
    expect(box.pending.size).toBe(0);
  });

  it('does not take the late ack of a repeated start for the ack of the end', () => {
    const wire = line();
    const { machine, reports } = still();
    const box = boxOf(machine);
    reports.push(fault('e1', true, 100), fault('e1', false, 5000));
    run(box, wire, 0, 12_000);
    box.receive('ack', ack('e1'), 12_000);
    box.receive('ack', ack('e1'), 12_500);
    run(box, wire, 12_000, 10_000);
    expect(wire.of('event').map(({ body }) => body.objectStatus)).toEqual(['true', 'true', 'false']);
    expect(box.pending.size).toBe(1);
  });

  it('keeps what happens while the line is down and sends it after the reconnect, with the whole state first', () => {
    const wire = line();
    const { machine, reports } = still();
    const box = boxOf(machine);
    wire.uplink.isReady = false;
    reports.push(fault('e1', true, 100));
    run(box, wire, 0, 60_000);
    expect(wire.sent).toEqual([]);
    wire.uplink.isReady = true;
    box.connected(60_000);
    run(box, wire, 60_000, 1000);
    expect(wire.sent[0]).toMatchObject({ leaf: 'status', body: { full: true } });
    expect(wire.of('event')).toHaveLength(1);
  });

  it('keeps the oldest reports when it is full, with their ends', () => {
    const pending = new Pending();
    for (let number = 0; number < 1000; number += 1)
      pending.addEvent({ ...(fault(`e${number}`, true, number) as Extract<MachineReport, { kind: 'event' }>) });
    for (let number = 0; number < 1000; number += 1)
      pending.addEvent({ ...(fault(`e${number}`, false, 2000) as Extract<MachineReport, { kind: 'event' }>) });
    expect([pending.size, pending.dropped]).toEqual([200, 800]);
    expect(pending.state().events.map(({ start }) => start?.eventId)).toEqual(
      Array.from({ length: 200 }, (_, number) => `e${number}`),
    );
    expect(pending.state().events.every(({ end }) => end?.at === 2000)).toBe(true);
  });

  it('ends after a restart what was open before it', () => {
    const first = new Pending();
    first.addEvent(fault('e1', true, 100) as Extract<MachineReport, { kind: 'event' }>);
    first.takeEvent(200);
    first.ackEvent('e1', 300);
    const wire = line();
    const box = new SimulatedBox(
      { equipmentNo: '1', machine: still().machine, texts: {}, pending: first.state() },
      10_000,
    );
    run(box, wire, 10_000, 20_000);
    expect(wire.of('event')[0]?.body).toMatchObject({ eventId: 'e1', objectStatus: 'false', at: 10_000 });
  });

  it('follows the intervals of a config message, but never beyond the limits of the portal', () => {
    const wire = line();
    const { machine, status } = still({ speed: { value: 0 }, door: { value: 'Closed' } });
    const box = boxOf(machine);
    box.receive(
      'config',
      JSON.stringify({ v: 1, version: 2, intervals: { statusMinMs: 1, fullSec: 20, countersSec: 1 } }),
      0,
    );
    for (let now = 100; now <= 60_000; now += 20) {
      wire.uplink.now = now;
      status.door = { value: now % 40 === 0 ? 'Opening' : 'Closing' };
      box.tick(now, wire.uplink);
    }
    expect(wire.of('status').filter(({ body }) => body.full === true)).toHaveLength(3);
    const times = wire.of('status').map(({ at }) => at);
    expect(Math.min(...times.slice(1).map((at, index) => at - (times[index] ?? 0)))).toBeGreaterThanOrEqual(100);
    const counted = wire.of('counters').map(({ at }) => at);
    expect(Math.min(...counted.slice(1).map((at, index) => at - (counted[index] ?? 0)))).toBeGreaterThanOrEqual(10_000);
  });

  it('hands the hours of its own unit to the machine', () => {
    const told: unknown[] = [];
    const box = boxOf({ ...still().machine, follow: (week) => told.push(week) });
    const schedules = [{ weekday: 1, startTime: '05:20', stopTime: '00:40', closed: false }];
    const config = (equipmentNo: string) =>
      JSON.stringify({ v: 1, version: 2, at: 1, equipment: [{ equipmentNo, displayType: 'ES', schedules }] });
    box.receive('config', config('OTHER'), 0);
    expect(told).toEqual([]);
    box.receive('config', config('1'), 0);
    expect(told).toEqual([schedules]);
  });

  it('ignores what it does not understand', () => {
    const box = boxOf(still().machine);
    for (const text of ['', '{', '[]', '{"v":2,"items":[]}', '{"v":1,"items":[{}]}'])
      for (const leaf of ['ack', 'config', 'reject', 'other']) box.receive(leaf, text, 0);
    expect(box.pending.size).toBe(0);
  });
});
