import fc from 'fast-check';
import { dayFigures, type CallOut, type Stop, type DayIntervals } from '@/lib/features/facts/internal/day-figures';
import type { Interval } from '@/lib/features/facts/internal/intervals';

const MIDNIGHT = Date.parse('2026-03-02T00:00:00+08:00');
const DAY: Interval = [MIDNIGHT, MIDNIGHT + 86_400_000];
/** Hours and minutes of the day; 26:00 is two o'clock of the next. */
const at = (from: string, until: string): Interval => {
  const moment = (text: string) => {
    const [hours = 0, minutes = 0] = text.split(':').map(Number);
    return MIDNIGHT + (hours * 60 + minutes) * 60_000;
  };
  return [moment(from), moment(until)];
};
const stop = (from: string, until: string, rest: Partial<Stop> = {}): Stop => ({
  at: at(from, until),
  judgement: null,
  callbackId: null,
  ...rest,
});
const callOut = (from: string, until: string, rest: Partial<CallOut> = {}): CallOut => ({
  callbackId: 'C1',
  at: at(from, until),
  state: 'closed',
  scsa: '1',
  isTrapped: false,
  ...rest,
});
const figures = (day: Partial<DayIntervals>) =>
  dayFigures({
    window: DAY,
    hasBox: true,
    stops: [],
    service: [],
    outside: [],
    silent: [],
    callOuts: [],
    ...day,
  });

describe('a day of a unit', () => {
  it('on which nothing happened was available from midnight to midnight', () => {
    expect(figures({})).toEqual({
      availableSec: 86_400,
      faultSec: 0,
      equipmentFaultSec: 0,
      unknownSec: 0,
      silentSec: 0,
      seen: true,
      serviceSec: 0,
      shutdowns: 0,
      callbacks: 0,
      equipmentCallbacks: 0,
      entrapments: 0,
    });
  });

  it('counts faults that overlap once, and what lies outside of the day not at all', () => {
    expect(
      figures({ stops: [stop('-1:0', '0:10'), stop('9:00', '9:30'), stop('9:10', '9:40'), stop('23:50', '26:00')] }),
    ).toMatchObject({
      faultSec: (10 + 40 + 10) * 60,
      equipmentFaultSec: 0,
      availableSec: 86_400,
      shutdowns: 2,
    });
  });

  it('takes no fault from a unit in inspection, without mains, on fire or in an earthquake', () => {
    expect(
      figures({
        stops: [stop('9:00', '12:00', { judgement: 'REAL' })],
        service: [at('10:00', '10:30')],
        outside: [at('9:00', '9:20')],
      }),
    ).toMatchObject({
      faultSec: (180 - 30 - 20) * 60,
      equipmentFaultSec: 130 * 60,
      serviceSec: 30 * 60,
      availableSec: 86_400 - 130 * 60,
    });
  });

  it.each(['FALSE_ALARM', 'SERVICE_WORK'])('has no fault where it was judged %s', (judgement) => {
    expect(
      figures({ stops: [stop('9:00', '10:00', { judgement })], callOuts: [callOut('9:00', '10:00')] }),
    ).toMatchObject({
      faultSec: 0,
      equipmentFaultSec: 0,
      shutdowns: 0,
      equipmentCallbacks: 1,
    });
  });

  it('is the machine’s fault while a call-out is open, and by its reason once it is closed, whatever was judged', () => {
    const down = [stop('9:00', '10:00', { judgement: 'REAL' })];
    const own = (callOuts: CallOut[], stops = down) => figures({ stops, callOuts }).equipmentFaultSec;
    expect(own([])).toBe(3600);
    expect(own([], [stop('9:00', '10:00', { judgement: 'WATCH' })])).toBe(0);
    expect(own([callOut('9:30', '24:00', { state: 'open', scsa: null })], [stop('9:00', '10:00')])).toBe(3600);
    expect(own([callOut('9:30', '11:00', { scsa: '1' })], [stop('9:00', '10:00')])).toBe(3600);
    for (const scsa of ['2', '4', '5', '6', '0']) expect(own([callOut('9:30', '11:00', { scsa })])).toBe(0);
    expect(own([callOut('9:30', '11:00', { state: 'cancelled', scsa: null })])).toBe(3600);
    expect(own([callOut('11:00', '12:00')], [stop('9:00', '10:00')])).toBe(0);
    expect(own([callOut('11:00', '12:00')], [stop('9:00', '10:00', { callbackId: 'C1' })])).toBe(3600);
  });

  it('is unknown where no data came, as far as nothing else is known of it', () => {
    expect(
      figures({ silent: [at('2:00', '15:00')], stops: [stop('14:00', '16:00')], service: [at('2:00', '2:30')] }),
    ).toMatchObject({ unknownSec: 11.5 * 3600, silentSec: 13 * 3600, faultSec: 7200, serviceSec: 1800 });
  });

  it('was not seen in its silence, whatever fault stood in it', () => {
    expect(figures({ silent: [at('4:00', '24:00')], stops: [stop('3:00', '48:00')] })).toMatchObject({
      faultSec: 21 * 3600,
      unknownSec: 0,
      silentSec: 20 * 3600,
    });
  });

  it('has in a mode out of service what its faults of that time were judged', () => {
    const mode = stop('8:59', '10:02', { isMode: true });
    const judged = (...results: (string | null)[]) => {
      const { faultSec, equipmentFaultSec, shutdowns } = figures({
        stops: [mode, ...results.map((judgement) => stop('9:00', '10:00', { judgement }))],
      });
      return [faultSec, equipmentFaultSec, shutdowns];
    };
    expect(judged()).toEqual([3780, 0, 1]);
    for (const none of ['FALSE_ALARM', 'SERVICE_WORK']) expect(judged(none)).toEqual([0, 0, 0]);
    expect(judged('FALSE_ALARM', null)).toEqual([3780, 0, 1]);
    expect(judged('FALSE_ALARM', 'REAL')).toEqual([3780, 3780, 1]);
  });

  it('of a unit without a box has the stops of its call-outs, and is unknown for the rest', () => {
    expect(
      figures({
        hasBox: false,
        callOuts: [
          callOut('9:00', '11:00'),
          callOut('12:00', '13:00', { callbackId: 'C2', scsa: '2' }),
          callOut('14:00', '15:00', { callbackId: 'C3', scsa: '4' }),
        ],
      }),
    ).toMatchObject({
      faultSec: 3 * 3600,
      equipmentFaultSec: 2 * 3600,
      unknownSec: 21 * 3600,
      silentSec: 24 * 3600,
      shutdowns: 2,
      callbacks: 3,
      equipmentCallbacks: 1,
    });
  });

  it('has of today only the time that has gone', () => {
    expect(
      figures({ window: at('0:00', '10:00'), stops: [stop('9:30', '24:00', { judgement: 'REAL' })] }),
    ).toMatchObject({
      availableSec: 9.5 * 3600,
      faultSec: 1800,
    });
  });

  it('counts call-outs and entrapments where they began', () => {
    expect(
      figures({
        callOuts: [
          callOut('-2:0', '1:00', { isTrapped: true }),
          callOut('3:00', '30:00'),
          callOut('5:00', '6:00', { isTrapped: true, scsa: '4' }),
          callOut('7:00', '8:00', { isTrapped: true, state: 'cancelled' }),
        ],
      }),
    ).toMatchObject({ callbacks: 2, equipmentCallbacks: 1, entrapments: 1 });
  });

  it('was seen with at most half a day of silence, and never without a box', () => {
    expect(figures({ silent: [at('0:00', '12:00')] }).seen).toBe(true);
    expect(figures({ silent: [at('0:00', '12:01')] }).seen).toBe(false);
    expect(figures({ hasBox: false }).seen).toBe(false);
    expect(figures({ window: at('0:00', '2:00'), silent: [at('0:00', '1:01')] }).seen).toBe(false);
  });

  it('never says more than it lasted, and agrees with counting every minute, whatever happened', () => {
    const span = fc
      .tuple(fc.integer({ min: -300, max: 1700 }), fc.integer({ min: 1, max: 400 }))
      .map(([from, length]): Interval => [MIDNIGHT + from * 60_000, MIDNIGHT + (from + length) * 60_000]);
    const spans = fc.array(span, { maxLength: 5 });
    const judged = fc.array(
      fc.record({ at: span, judgement: fc.constantFrom('REAL', 'FALSE_ALARM', null), callbackId: fc.constant(null) }),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(judged, spans, spans, spans, (stops, service, outside, silent) => {
        const day = figures({ stops, service, outside, silent });
        const counted = { fault: 0, own: 0, served: 0, unknown: 0 };
        const within = (list: readonly Interval[], moment: number) =>
          list.some(([from, until]) => moment >= from && moment < until);
        for (let moment = DAY[0]; moment < DAY[1]; moment += 60_000) {
          const isServed = within(service, moment);
          const isFree = !isServed && !within(outside, moment);
          const isDown =
            isFree &&
            within(
              stops.filter(({ judgement }) => judgement !== 'FALSE_ALARM').map((one) => one.at),
              moment,
            );
          counted.fault += isDown ? 60 : 0;
          counted.own +=
            isFree &&
            within(
              stops.filter(({ judgement }) => judgement === 'REAL').map((one) => one.at),
              moment,
            )
              ? 60
              : 0;
          counted.served += isServed ? 60 : 0;
          counted.unknown += !isDown && !isServed && within(silent, moment) ? 60 : 0;
        }
        expect([day.faultSec, day.equipmentFaultSec, day.serviceSec, day.unknownSec]).toEqual([
          counted.fault,
          counted.own,
          counted.served,
          counted.unknown,
        ]);
        expect(day.faultSec + day.serviceSec + day.unknownSec).toBeLessThanOrEqual(86_400);
        expect(day.availableSec).toBe(86_400 - day.equipmentFaultSec);
      }),
    );
  });
});
