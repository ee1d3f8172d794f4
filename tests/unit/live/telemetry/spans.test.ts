import { nextSpan, silenceBefore, spanKind } from '@/lib/live/telemetry/spans';

const entry = (value: unknown, at = 1000) => ({ value, at });
const unit = { equipmentNo: 'E1', displayType: 'EV' as const };

describe('the state that a day is made of', () => {
  it.each([
    ['UNV', 'down'],
    ['JAB', 'down'],
    ['INS', 'service'],
    ['KFM', 'service'],
    ['RNO', 'outside'],
    ['JBF', 'outside'],
    ['JNFF', 'outside'],
    ['N', undefined],
    ['JRV', undefined],
  ])('of an elevator in %s is %s', (mode, kind) => {
    expect(spanKind('EV', { mode: entry(mode) })).toBe(kind);
  });

  it('of escalators and walks is their operation mode', () => {
    expect(spanKind('ES', { operationmode: entry('Fault') })).toBe('down');
    expect(spanKind('WW', { operationmode: entry('Inspection') })).toBe('service');
    expect(spanKind('ES', { operationmode: entry('ReadyToStart') })).toBeUndefined();
  });

  it('is no service while nobody is on site, and unknown behind a cabinet that is disconnected', () => {
    expect(spanKind('EV', { mode: entry('INS'), technicianonsite: entry(false) })).toBeUndefined();
    expect(spanKind('EV', { mode: entry('INS'), technicianonsite: entry(true) })).toBe('service');
    expect(spanKind('EV', { mode: entry('UNV'), connected: entry(false) })).toBe('silent');
  });

  it('begins and ends when the box measured it, and one ends as the next begins', () => {
    const down = nextSpan(unit, undefined, { live: { mode: entry('UNV', 5000) }, changed: ['mode'], at: 6000 });
    expect(down).toEqual({ over: [], open: { kind: 'down', since: 5000 } });
    expect(
      nextSpan(unit, down?.open, { live: { mode: entry('JAB', 7000) }, changed: ['mode'], at: 7000 }),
    ).toBeUndefined();
    expect(nextSpan(unit, down?.open, { live: { mode: entry('INS', 9000) }, changed: ['mode'], at: 9500 })).toEqual({
      over: [{ equipmentNo: 'E1', kind: 'down', from: 5000, until: 9000 }],
      open: { kind: 'service', since: 9000 },
    });
    expect(nextSpan(unit, down?.open, { live: {}, changed: ['mode'], at: 9500 })).toEqual({
      over: [{ equipmentNo: 'E1', kind: 'down', from: 5000, until: 9500 }],
      open: undefined,
    });
  });
});

describe('silence', () => {
  const heard = (lastDataAt: number | null, now: number) => silenceBefore({ equipmentNo: 'E1', lastDataAt }, now);

  it('is a quarter of an hour without data, noted when data comes again', () => {
    expect(heard(0, 15 * 60_000 - 1)).toEqual([]);
    expect(heard(0, 15 * 60_000)).toEqual([{ equipmentNo: 'E1', kind: 'silent', from: 0, until: 900_000 }]);
    expect(heard(null, 1e12)).toEqual([]);
  });
});
