import { readMessage } from '@/lib/live/realtime/browser/normalize';
import { readTime } from '@/lib/live/units/values';

const escalator = (status: unknown) =>
  readMessage({ equipmentNo: '1', equipmentType: 'YAE_ESC', responseType: 'change', Timestamp: 100, status }, 5)
    ?.status;
const elevator = (status: unknown) =>
  readMessage({ equipmentNo: '1', equipmentType: 'YAE_ELT', responseType: 'change', Timestamp: 100, status }, 5)
    ?.status;

describe('reading a live message', () => {
  it('[RTC-018] takes unit, kind, time and each value with its time', () => {
    const raw = {
      equipmentNo: '1',
      equipmentType: 'YAE_ELT',
      responseType: 'snapshot',
      Timestamp: 100,
      status: { mode: { value: 'N', at: 90, secondary: ['JAB'] } },
    };
    expect(readMessage(raw, 5)).toEqual({
      equipmentNo: '1',
      equipmentType: 'YAE_ELT',
      responseType: 'snapshot',
      timestamp: 100,
      status: { mode: { value: 'N', at: 90, secondary: ['JAB'] } },
    });
  });

  it("[RTC-020] accepts the older names of an escalator's keys", () => {
    for (const status of [
      { stepspeed: { value: 500, at: 1 } },
      { speed: { value: 500, at: 1 } },
      { 'speed.stepspeed': { value: 500, at: 1 } },
      { speed: { stepspeed: { value: 500, at: 1 } } },
    ]) {
      expect(escalator(status)).toEqual({ stepspeed: { value: 500, at: 1 } });
    }
    for (const status of [
      { connected: { value: true, at: 1 } },
      { 'controller.connected': { value: 'true', at: 1 } },
      { controller: { connected: { value: true, at: 1 } } },
    ]) {
      expect(escalator(status)).toEqual({ connected: { value: true, at: 1 } });
    }
    expect(escalator({ Warning: { value: 'None', at: 1 } })).toEqual({ warning: { value: 'None', at: 1 } });
  });

  it('lets a key under its own name stand over an alias', () => {
    expect(escalator({ stepspeed: { value: 1, at: 1 }, speed: { value: 2, at: 1 } })?.stepspeed?.value).toBe(1);
  });

  it("[RTC-019] leaves an elevator's speed alone and joins tracking to the alarm", () => {
    expect(elevator({ speed: { value: 1500, at: 1 } })).toEqual({ speed: { value: 1500, at: 1 } });
    const tracking = { code: 10002, entrap_enable: true };
    expect(elevator({ alarm: { value: 'On', at: 1 }, tracking })?.alarm).toEqual({ value: 'On', at: 1, tracking });
    expect(
      elevator({ alarm: { value: 'On', at: 1 }, tracking: { value: { code: '10002', entrap_enable: 'true' }, at: 1 } })
        ?.alarm,
    ).toEqual({ value: 'On', at: 1, tracking });
  });

  it('reads booleans as text, but not where the text is the value', () => {
    expect(
      elevator({
        entrapment: { value: 'true', at: 1 },
        indoorzone: { value: 'true', at: 1 },
        onlinestatus: { value: '3', at: 1 },
      }),
    ).toEqual({
      entrapment: { value: true, at: 1 },
      indoorzone: { value: 'true', at: 1 },
      onlinestatus: { value: 3, at: 1 },
    });
  });

  it('reads times in all three spellings', () => {
    expect([
      readTime(5),
      readTime('1970-01-01T00:00:01Z'),
      readTime('1970-01-01 08:00:01'),
      readTime('soon'),
      readTime(null),
    ]).toEqual([5, 1000, 1000, undefined, undefined]);
    expect(elevator({ door: { value: 'Closed' } })?.door?.at).toBe(100);
  });

  it('keeps unknown keys, drops empty ones and is not fooled by odd ones', () => {
    const raw = JSON.parse(
      '{"equipmentNo":"1","status":{"__proto__":{"value":1},"door":{"value":null},"novel":{"value":7,"at":3}}}',
    ) as unknown;
    const read = readMessage(raw, 5);
    expect(read?.status).toEqual({ novel: { value: 7, at: 3 } });
    expect(Object.getPrototypeOf(read?.status)).toBe(Object.prototype);
    for (const nonsense of [null, 7, 'x', [], {}, { equipmentNo: '1' }, { equipmentNo: {}, status: {} }])
      expect(readMessage(nonsense, 5)).toBeNull();
  });

  it("brings a walk's older shape under the same names", () => {
    const raw = {
      equipmentNo: '1',
      equipmentType: 'YAE_ESC',
      responseType: 'change',
      Timestamp: 100,
      Controllerversion: 'F6',
      Status: {
        Speed: { StepSpeed: 505 },
        OperationMode: ['Continuous', 'Inspection'],
        Counter: { Up: 1, Down: 2, ReadyToStart: 3, Error: 4 },
        Break: { Range: 9 },
        ErrorState: 'false',
        OnlineStatus: 1,
      },
    };
    expect(readMessage(raw, 5)?.status).toEqual({
      controllerversion: { value: 'F6', at: 100 },
      stepspeed: { value: 505, at: 100 },
      operationmode: { value: 'Continuous', secondary: ['Inspection'], at: 100 },
      counters: { value: { up: 1, down: 2, readytostart: 3, error: 4 }, at: 100 },
      brakerange: { value: 9, at: 100 },
      errorstate: { value: false, at: 100 },
      onlinestatus: { value: 1, at: 100 },
    });
  });
});
