import { escalatorTile } from '@/lib/features/campus/escalator-tile';
import { newestAt } from '@/lib/live/units/values';
import { readMessage } from '@/lib/live/realtime/browser/normalize';
import { storedStatus } from '@/lib/live/realtime/server/stored-status';
import { toWire } from '@/lib/live/realtime/server/browser-messages';
import type { WireHead } from '@/lib/live/realtime/server/browser-messages';

const elevator: WireHead = { equipmentNo: '10512345', equipmentType: 'YAE_ELT', displayType: 'EV' };
const escalator: WireHead = { equipmentNo: '10520001', equipmentType: 'YAE_ESC', displayType: 'ES' };
const walk: WireHead = { equipmentNo: '10530001', equipmentType: 'YAE_ESC', displayType: 'WW' };
const stored = (live: unknown, counters: unknown = {}, displayType: 'EV' | 'ES' | 'WW' = 'EV') =>
  storedStatus(
    {
      displayType,
      onlineStatus: 1,
      connection: 'online',
      live,
      counters,
      lastDataAt: new Date(5000),
      updatedAt: new Date(6000),
    },
    9000,
  );

describe('live messages', () => {
  it('[RTC-018] carry the unit, the kind of message, a time and per key a value with its own time', () => {
    const message = toWire(elevator, 'snapshot', 9000, stored({ door: { value: 'Closed', at: 4000, seq: 7 } }));
    expect(message).toEqual({
      equipmentNo: '10512345',
      equipmentType: 'YAE_ELT',
      responseType: 'snapshot',
      Timestamp: 9000,
      status: {
        door: { value: 'Closed', at: 4000 },
        onlinestatus: { value: 1, at: 5000 },
        connection: { value: 'online', at: 6000 },
        lastdata: { value: 4000, at: 5000 },
      },
    });
  });

  it('[RTC-019] of an elevator have door, direction, position, load, mode with its secondary list, zone, drive, health, entrapment and alarm', () => {
    const live = {
      door: { value: 'Opened', at: 1 },
      direction: { value: 'Up', at: 1 },
      position: { value: 'B1', physicalvalue: 1, at: 1 },
      load: { value: 'Loaded', at: 1 },
      mode: { value: 'N', secondary: ['JAB'], at: 1 },
      indoorzone: { value: 'On Floor', at: 1 },
      technicianonsite: { value: false, at: 1 },
      drive: { value: 'Standing', at: 1 },
      health: { value: 'Good', at: 1 },
      entrapment: { value: false, at: 1 },
      alarm: { value: 'On', tracking: { code: 10002, entrap_enable: true }, at: 1 },
      errorstate: { value: true, code: 52, at: 1 },
    };
    const message = toWire(elevator, 'snapshot', 9, stored(live));
    expect(message).toMatchObject({ status: live });
  });

  it('[RTC-020] of an escalator have mode, direction, step speed, technician, error, online status and controller link', () => {
    const live = {
      operationmode: { value: 'Continuous', secondary: [], at: 1 },
      direction: { value: 'Up', at: 1 },
      stepspeed: { value: 500, at: 1 },
      technicianonsite: { value: true, at: 1 },
      errorstate: { value: false, at: 1 },
      connected: { value: true, at: 1 },
    };
    const message = toWire(escalator, 'snapshot', 9, stored(live, {}, 'ES'));
    expect(message).toMatchObject({ status: { ...live, onlinestatus: { value: 1 } } });
  });

  it('leave out keys of other kinds of equipment and what only the ingest needs', () => {
    const message = toWire(elevator, 'change', 9, {
      stepspeed: { value: 500, at: 1 },
      temperature: { value: 20, at: 1 },
      door: { value: 'Closed', at: 1 },
    });
    expect(message).toMatchObject({ status: { door: { value: 'Closed', at: 1 } } });
    expect(Object.keys((message as { status: object }).status)).toEqual(['door']);
    expect(toWire(elevator, 'change', 9, { stepspeed: { value: 500, at: 1 } })).toBeNull();
  });

  it('carry the link with the moment of its change, whatever was written of the unit since', () => {
    const noted = stored({}, { $unit: { connectionAt: 3000 } });
    expect(noted.connection).toEqual({ value: 'online', at: 3000 });
  });

  it('of a unit that never reported say only that it is not connected', () => {
    expect(storedStatus(null, 9000)).toEqual({ onlinestatus: { value: 4, at: 9000 } });
    const never = storedStatus(
      {
        displayType: 'EV',
        onlineStatus: 0,
        connection: null,
        live: {},
        counters: {},
        lastDataAt: null,
        updatedAt: new Date(6000),
      },
      9000,
    );
    expect(never).toEqual({ onlinestatus: { value: 0, at: 6000 } });
  });

  it("carry an elevator's counters one by one and an escalator's as one object", () => {
    const elevatorCounters = {
      trips: { value: 10, at: 3 },
      energy: { value: 1.5, at: 4 },
      passengers: { value: 3, at: 4 },
    };
    expect(toWire(elevator, 'snapshot', 9, stored({}, elevatorCounters))).toMatchObject({
      status: { trips: { value: 10, at: 3 }, energy: { value: 1.5, at: 4 } },
    });
    const escalatorCounters = { up: { value: 60, at: 3 }, error: { value: 5, at: 8 }, energy: { value: 9, at: 9 } };
    expect(toWire(escalator, 'snapshot', 9, stored({}, escalatorCounters, 'ES'))).toMatchObject({
      status: { counters: { value: { up: 60, error: 5 }, at: 8 } },
    });
  });

  it('do not carry broken stored entries', () => {
    const status = stored({
      door: 'Closed',
      load: { value: null, at: 1 },
      drive: { value: 'Moving' },
      mode: { value: 'N', at: 2 },
    });
    expect(Object.keys(status).sort()).toEqual(['connection', 'lastdata', 'mode', 'onlinestatus']);
  });
});

describe('messages of a moving walk', () => {
  const live = {
    controllerversion: { value: 'F6', at: 1 },
    stepspeed: { value: 505, at: 1 },
    operationmode: { value: 'Continuous', secondary: ['Inspection'], at: 1 },
    direction: { value: 'Down', at: 1 },
    technicianonsite: { value: false, at: 1 },
    drivemode: { value: 'Mains', at: 1 },
    controlmode: { value: 'Local', at: 1 },
    warning: { value: 'None', at: 1 },
    temperature: { value: 31.5, at: 1 },
    power: { value: 4, at: 1 },
    brakerange: { value: 12, at: 1 },
    errorstate: { value: false, code: 3, at: 1 },
  };

  it('have the older shape, with the times of what was measured beside it', () => {
    const counters = {
      up: { value: 1, at: 1 },
      down: { value: 2, at: 1 },
      readytostart: { value: 3, at: 1 },
      error: { value: 4, at: 1 },
      crawling: { value: 5, at: 1 },
    };
    expect(toWire(walk, 'snapshot', 9, stored(live, counters, 'WW'))).toEqual({
      equipmentNo: '10530001',
      equipmentType: 'YAE_ESC',
      responseType: 'snapshot',
      Timestamp: 9,
      Controllerversion: 'F6',
      Status: {
        Speed: { StepSpeed: 505 },
        Direction: 'Down',
        OperationMode: ['Continuous', 'Inspection'],
        TechnicianOnSite: false,
        Counter: { Up: 1, Down: 2, ReadyToStart: 3, Error: 4 },
        DriveMode: 'Mains',
        ControlMode: 'Local',
        Warning: 'None',
        Temperature: 31.5,
        Power: 4,
        Break: { Range: 12 },
        ErrorState: false,
        OnlineStatus: 1,
        Connection: 'online',
        LastData: 1,
      },
      At: {
        Speed: 1,
        Direction: 1,
        OperationMode: 1,
        TechnicianOnSite: 1,
        Counter: 1,
        DriveMode: 1,
        ControlMode: 1,
        Warning: 1,
        Temperature: 1,
        Power: 1,
        Break: 1,
        ErrorState: 1,
        OnlineStatus: 5000,
        Connection: 6000,
        LastData: 5000,
      },
    });
  });

  it('a snapshot of a walk that has been silent for 16 days is as old as its newest value, and so is its tile', () => {
    const now = 16 * 86_400_000;
    const sent = toWire(walk, 'snapshot', now, { ...stored(live, {}, 'WW'), onlinestatus: { value: 0, at: now } });
    const read = readMessage(JSON.parse(JSON.stringify(sent)), now);
    expect(newestAt(read?.status ?? {})).toBe(1);
    expect(
      escalatorTile({ call: undefined, live: read?.status ?? {}, isStreaming: true, displayType: 'WW' }),
    ).toMatchObject({ state: 'offline', since: 1 });
  });

  it('give the step speed in tenths of cm/s for controller version F6 and in cm/s for every other', () => {
    const speedOf = (version: string | undefined) => {
      const message = toWire(
        walk,
        'change',
        9,
        { stepspeed: { value: 505, at: 1 } },
        version ? { controllerversion: { value: version, at: 1 } } : {},
      );
      return (message as unknown as { Status: { Speed: { StepSpeed: number } } }).Status.Speed.StepSpeed;
    };
    expect([speedOf('F6'), speedOf('F5'), speedOf(undefined)]).toEqual([505, 51, 51]);
  });

  it('carry the version with every change, and the speed when the version changes its unit', () => {
    const known = { controllerversion: { value: 'F6', at: 1 }, stepspeed: { value: 505, at: 1 } };
    expect(toWire(walk, 'change', 9, { direction: { value: 'Up', at: 2 } }, known)).toMatchObject({
      Controllerversion: 'F6',
      Status: { Direction: 'Up' },
    });
    expect(toWire(walk, 'change', 9, { controllerversion: { value: 'F5', at: 2 } }, known)).toMatchObject({
      Controllerversion: 'F5',
      Status: { Speed: { StepSpeed: 51 } },
    });
  });
});
