import { RateLimits } from '@/lib/live/telemetry/limits';
import { MAX_REFUSALS_AN_HOUR, RejectBook } from '@/lib/live/telemetry/rejects';
import { refusal } from '@/lib/live/telemetry/refusal';
import type { UpLeaf } from '@/lib/live/telemetry/topics';

const passed = (limits: RateLimits, leaf: UpLeaf, times: readonly number[], cubeNo = 'BX1', equipmentNo = 'E1') =>
  times.filter((at) => limits.take(leaf, cubeNo, equipmentNo, at) === 0).length;
const same = (count: number, at = 1_000_000) => Array<number>(count).fill(at);
const spread = (count: number, ms: number) => Array.from({ length: count }, (_, index) => 1_000_000 + index * ms);

describe('rates of api.md §4.2', () => {
  it('status: 10 a second with bursts of 50', () => {
    expect(passed(new RateLimits(), 'status', same(100))).toBe(50);
    expect(passed(new RateLimits(), 'status', spread(200, 100))).toBe(200);
    expect(passed(new RateLimits(), 'status', spread(1000, 10))).toBeLessThanOrEqual(50 + 100);
  });
  it('counters: 1 in 10 s', () => {
    expect(passed(new RateLimits(), 'counters', spread(21, 1000))).toBe(3);
  });
  it('event: 5 a second', () => {
    expect(passed(new RateLimits(), 'event', same(20))).toBe(5);
    expect(passed(new RateLimits(), 'event', spread(50, 200))).toBe(50);
  });
  it('log: 1 a second', () => {
    expect(passed(new RateLimits(), 'log', spread(10, 500))).toBe(5);
  });
  it('connection: 6 a minute and box, whatever unit', () => {
    const limits = new RateLimits();
    expect(passed(limits, 'connection', same(10), 'BX1', 'E1')).toBe(6);
    expect(passed(limits, 'connection', same(10), 'BX1', 'E2')).toBe(0);
  });
  it("units and boxes do not take each other's tokens", () => {
    const limits = new RateLimits();
    expect([
      passed(limits, 'event', same(9), 'BX1', 'E1'),
      passed(limits, 'event', same(9), 'BX1', 'E2'),
      passed(limits, 'event', same(9), 'BX2', 'E1'),
    ]).toEqual([5, 5, 5]);
  });
  it('says how long to wait', () => {
    const limits = new RateLimits();
    passed(limits, 'log', same(1));
    expect(limits.take('log', 'BX1', 'E1', 1_000_000)).toBe(1000);
  });
  it('a clock that steps back gives no tokens and takes none', () => {
    const limits = new RateLimits();
    passed(limits, 'event', same(5));
    expect(limits.take('event', 'BX1', 'E1', 900_000)).toBeGreaterThan(0);
  });
  it('forgets idle boxes and bounds what one box can make it remember', () => {
    const limits = new RateLimits();
    for (let index = 0; index < 5000; index += 1) limits.take('event', 'BX1', `E${index}`, 1_000_000);
    expect(limits.take('event', 'BX1', 'E4999', 1_000_000)).toBeGreaterThan(0);
    limits.sweep(1_000_000 + 121_000);
    expect(limits.size).toBe(0);
  });
});

describe('rejects', () => {
  const bad = refusal('bad_value', 'door has a value outside its set', 'door');
  it('tells the box at most once a second and keeps a row for each', () => {
    const book = new RejectBook();
    const told = [0, 500, 999, 1000, 1500, 2000].map((at) => book.note('BX1', 'status', bad, 1_000_000 + at));
    expect(told.map((payload) => payload !== undefined)).toEqual([true, false, false, true, false, true]);
    expect(JSON.parse(told[0] ?? '')).toEqual({
      v: 1,
      topic: 'status',
      at: 1_000_000,
      code: 'bad_value',
      key: 'door',
      message: bad.message,
    });
    expect(book.pendingRows).toBe(6);
  });
  it('a long name is cut between characters, never within one', () => {
    expect(refusal('unknown_key', 'x', `${'k'.repeat(39)}\u{1f600}`).key).toBe(`${'k'.repeat(39)}\ufffd`);
    expect(refusal('unknown_key', 'a\0b').message).toBe('a\ufffdb');
  });
  it('after 100 in an hour nothing more until the hour is over', () => {
    const book = new RejectBook();
    const note = (at: number) => book.note('BX1', 'status', bad, at);
    const told = Array.from({ length: 150 }, (_, index) => note(index * 2000)).filter(Boolean).length;
    expect(told).toBe(MAX_REFUSALS_AN_HOUR);
    expect(book.pendingRows).toBe(MAX_REFUSALS_AN_HOUR);
    expect(note(3_599_999)).toBeUndefined();
    expect(note(3_600_000)).toBeDefined();
    expect(book.note('BX2', 'status', bad, 300_000)).toBeDefined();
  });
});
