import { readMessage } from '@/lib/live/realtime/browser/normalize';
import { frameMsOf, speedPercent, stepPeriodMs, stepSpeed } from '@/lib/live/units/escalator';
import { livePageOf } from '@/lib/live/units/live-page';
import type { LiveStatus } from '@/lib/live/units/live-message';
import { beltOf, counterHours, hasStepFault, lowPowerOf, stepCover, stepIcon } from '@/lib/live/units/step-page';
import type { StepCoverInput } from '@/lib/live/units/step-page';
import { STOP_SWITCHES, stopSwitchOf } from '@/lib/live/units/stop-switch';
import { CONTROLLER_CODES } from '@/prisma/demo/codes';

/** What the pages of escalators and walks make of wire values: messages as they travel, read as browsers read them. */

const AT = 1_700_000_000_000;
const NOW = { isFresh: true, onlineStatus: 1, hasError: false };

function escalator(status: Record<string, unknown>): LiveStatus {
  const message = { equipmentNo: '1', equipmentType: 'YAE_ESC', responseType: 'snapshot', Timestamp: AT, status };
  return readMessage(message, AT)?.status ?? {};
}
function walk(Status: Record<string, unknown>, Controllerversion?: string): LiveStatus {
  const message = { equipmentNo: '1', equipmentType: 'YAE_ESC', Timestamp: AT, Status, Controllerversion };
  return readMessage(message, AT)?.status ?? {};
}
const entry = (value: unknown) => ({ value, at: AT });
const up = (wire: unknown) => escalator({ stepspeed: entry(wire), direction: entry('Up') });
const walking = (StepSpeed: unknown, version?: string) => walk({ Speed: { StepSpeed }, Direction: 'Up' }, version);

/** What a picture shows of a message: percent, period, and whether the steps run. */
function shown(live: LiveStatus, kind: 'ES' | 'WW') {
  const speed = stepSpeed(live, kind);
  const belt = beltOf(live, kind, NOW);
  return [speed, speedPercent(speed), belt.way === 'stop' ? null : stepPeriodMs(speed ?? 0)];
}

describe('speeds', () => {
  it.each([
    ['400 is 40.0 cm/s: half, 80 ms a picture', up(400), 'ES', [40, 50, 1360]],
    ['401 is 40.1 cm/s: whole, 40 ms a picture', up(401), 'ES', [40.1, 100, 680]],
    ['0 stands', up(0), 'ES', [0, 0, null]],
    ['1 crawls', up(1), 'ES', [0.1, 50, 1360]],
    ['2000 is the fastest', up(2000), 'ES', [200, 100, 680]],
    ['digits as text', up('500'), 'ES', [50, 100, 680]],
    ['speed, the older name', escalator({ speed: entry(401), direction: entry('Up') }), 'ES', [40.1, 100, 680]],
    [
      'speed.stepspeed, older still',
      escalator({ 'speed.stepspeed': entry(400), direction: entry('Up') }),
      'ES',
      [40, 50, 1360],
    ],
    [
      'a speed within speed',
      escalator({ speed: { stepspeed: entry(500) }, direction: entry('Up') }),
      'ES',
      [50, 100, 680],
    ],
    ['nothing said', escalator({ direction: entry('Up') }), 'ES', [undefined, undefined, null]],
    ['a walk F6, 400', walking(400, 'F6'), 'WW', [40, 50, 1360]],
    ['a walk F6, 401', walking(401, 'F6'), 'WW', [40.1, 100, 680]],
    ['a walk F5, 40 cm/s', walking(40, 'F5'), 'WW', [40, 50, 1360]],
    ['a walk F5, 41 cm/s', walking(41, 'F5'), 'WW', [41, 100, 680]],
    ['a walk without a version', walking(50), 'WW', [50, 100, 680]],
    ['a walk F5 that stands', walking(0, 'F5'), 'WW', [0, 0, null]],
  ] as const)(
    '[ESCA-016] [ESCA-017] [ESCA-020] [SIDE-011] [SIDE-012] of wire values: %s',
    (_, live, kind, expected) => {
      expect(shown(live, kind)).toEqual(expected);
    },
  );

  it('[ESCA-016] [ESCA-020] [ESCA-021] [SIDE-012] the threshold 40 is compared with the divided value (readings 29)', () => {
    expect([40, 40.1, undefined].map(frameMsOf)).toEqual([80, 40, 80]);
    expect(shown(up(41), 'ES')).toEqual([4.1, 50, 1360]);
    expect([0, 400, 401].map((wire) => shown(up(wire), 'ES')[1])).toEqual([0, 50, 100]);
    expect([0, 40, 41].map((wire) => shown(walking(wire), 'WW')[1])).toEqual([0, 50, 100]);
  });
});

describe('the steps of the picture', () => {
  const belt = (live: LiveStatus, isFresh = true) =>
    beltOf(live, 'ES', { isFresh, hasError: hasStepFault({ hasError: false }, live) }).way;

  it('[ESCA-015] run only on what is of now, with a speed above 0 and a direction', () => {
    expect(belt(up(500))).toBe('up');
    expect(belt(escalator({ stepspeed: entry(500), direction: entry('Down') }))).toBe('down');
    expect(belt(up(0))).toBe('stop');
    expect(belt(up(500), false)).toBe('stop');
    expect(belt(escalator({ stepspeed: entry(500) }))).toBe('stop');
    expect(belt(escalator({ direction: entry('Up') }))).toBe('stop');
  });

  it('stand in a fault, whatever speed was measured last: the drive has no power (readings 263)', () => {
    expect(belt({ ...up(120), ...escalator({ operationmode: entry('Fault') }) })).toBe('stop');
  });
});

describe('the run icon', () => {
  const icon = (mode: string | undefined, hasFault = false, condition = NOW) => stepIcon(condition, hasFault, mode);

  it('[ESCA-019] is error, running in the three modes that run, else standby; unknown of what is not heard now', () => {
    expect(['Continuous', 'Intermittent', 'DirectionChange'].map((mode) => icon(mode))).toEqual([
      'running',
      'running',
      'running',
    ]);
    expect(['ReadyToStart', 'Crawling', 'Stopped', 'Inspection', 'Other', undefined].map((mode) => icon(mode))).toEqual(
      Array(6).fill('standby'),
    );
    expect(icon('Continuous', true)).toBe('error');
    expect(icon('Continuous', false, { ...NOW, isFresh: false })).toBe('unknown');
    expect(icon('Continuous', true, { ...NOW, isFresh: false, onlineStatus: 3 })).toBe('unknown');
  });

  it('takes the mode Fault for an error where errorstate says nothing (readings 85)', () => {
    expect(hasStepFault({ hasError: false }, escalator({ operationmode: entry('Fault') }))).toBe(true);
    expect(hasStepFault({ hasError: false }, walk({ OperationMode: ['Fault'] }))).toBe(true);
    expect(hasStepFault({ hasError: false }, walk({ OperationMode: ['Stopped', 'Fault'] }))).toBe(false);
    expect(hasStepFault({ hasError: true }, {})).toBe(true);
  });
});

it('[ESCA-018] low power shows in error, ReadyToStart and from 0 to 40; an error says that the drive is off (readings 157)', () => {
  const low = (mode: string | undefined, speed: number | undefined, hasFault = false, onlineStatus = 1) =>
    lowPowerOf({ onlineStatus }, hasFault, mode, speed);
  expect(low('Continuous', 50, true)).toBe('cut');
  expect(low('ReadyToStart', undefined)).toBe('saving');
  expect([0, 0.1, 40].map((speed) => low('Crawling', speed))).toEqual(['saving', 'saving', 'saving']);
  expect(low('Continuous', 40.1)).toBeUndefined();
  expect(low('Continuous', undefined)).toBeUndefined();
  expect(low('ReadyToStart', 0, false, 0)).toBeUndefined();
});

describe('covers and which comes first (readings 85)', () => {
  const KEY = escalator({ operationmode: entry('KeyStart'), stepspeed: entry(0) });
  const RUNS = escalator({ operationmode: entry('Continuous'), stepspeed: entry(500) });
  const given = (more: Partial<StepCoverInput>): StepCoverInput => ({
    form: 'escalator',
    onlineStatus: 1,
    link: 0,
    hasFault: false,
    live: RUNS,
    ...more,
  });
  const WALKS = walk({ OperationMode: ['Continuous'], Speed: { StepSpeed: 50 } }, 'F5');

  it.each<[string, Partial<StepCoverInput>, number]>([
    ['nothing', {}, 0],
    ['loading', { link: 1 }, 1],
    ['disconnected', { link: 2 }, 2],
    ['access denied', { link: 4 }, 4],
    ['use the key', { live: KEY }, 5],
    ['offline', { onlineStatus: 0 }, 6],
    ['cabinet disconnected', { onlineStatus: 3 }, 7],
    ['not connected', { onlineStatus: 4 }, 8],
    ['offline before access', { onlineStatus: 0, link: 4, live: KEY, hasFault: true }, 6],
    ['access before the key', { link: 4, live: KEY }, 4],
    ['the connection before the key', { link: 2, live: KEY }, 2],
    ['loading before the key', { link: 1, live: KEY }, 1],
    ['a fault is none here', { hasFault: true }, 0],
    ['on the customers page it is one', { form: 'custom', hasFault: true }, 3],
    ['the key before a fault', { form: 'custom', hasFault: true, live: KEY }, 5],
    ['the connection before a fault', { form: 'custom', hasFault: true, link: 2 }, 2],
    ['before any status call', { onlineStatus: undefined, link: 1 }, 1],
  ])('[ESCA-009] [ESCA-011] [ESCA-013] [ESCA-014] of an escalator: %s', (_, more, cover) => {
    expect(stepCover(given(more))).toBe(cover);
  });

  it.each<[string, Partial<StepCoverInput>, number]>([
    ['nothing', { live: WALKS }, 0],
    ['loading', { live: WALKS, link: 1 }, 1],
    ['disconnected', { live: WALKS, link: 2 }, 2],
    ['a fault', { live: WALKS, hasFault: true }, 3],
    ['no data', { live: walk({ OnlineStatus: 1, Connection: 'online' }, 'F5') }, 3],
    ['an error of the service', { live: WALKS, link: 4, hasFault: true }, 4],
    ['the mode KeyStart has no cover', { live: walk({ OperationMode: ['KeyStart'] }) }, 0],
    ['offline first', { live: WALKS, onlineStatus: 0, link: 4, hasFault: true }, 6],
    ['cabinet disconnected', { live: WALKS, onlineStatus: 3 }, 7],
    ['not connected', { live: WALKS, onlineStatus: 4 }, 8],
  ])('[SIDE-008] [SIDE-009] of a walk: %s', (_, more, cover) => {
    expect(stepCover(given({ form: 'walk', ...more }))).toBe(cover);
  });
});

it('[SIDE-006] [ESCA-008] reads the older shape of a walk and the names of an escalator whole', () => {
  const live = walk(
    {
      Speed: { StepSpeed: 500 },
      Direction: 'Down',
      OperationMode: ['Crawling', 'Inspection'],
      TechnicianOnSite: true,
      Counter: { Up: 1, Down: 2, ReadyToStart: 3, Error: 4 },
      DriveMode: 'Inverter',
      ControlMode: 'Remote',
      Warning: 'Overheat',
      Temperature: 31.5,
      Power: 4.2,
      Break: { Range: 320 },
      ErrorState: 'true',
    },
    'F6',
  );
  const values = Object.fromEntries(Object.entries(live).map(([key, { value }]) => [key, value]));
  expect(values).toEqual({
    stepspeed: 500,
    direction: 'Down',
    operationmode: 'Crawling',
    technicianonsite: true,
    counters: { up: 1, down: 2, readytostart: 3, error: 4 },
    drivemode: 'Inverter',
    controlmode: 'Remote',
    warning: 'Overheat',
    temperature: 31.5,
    power: 4.2,
    brakerange: 320,
    errorstate: true,
    controllerversion: 'F6',
  });
  expect(live.operationmode?.secondary).toEqual(['Inspection']);
  const names = Object.keys(
    escalator({
      speed: entry(500),
      direction: entry('Up'),
      operationmode: entry('Continuous'),
      technicianonsite: entry(false),
      controlmode: entry('Local'),
      drivemode: entry('Mains'),
      counters: entry({ up: 1 }),
      Warning: entry('Lubrication'),
      onlinestatus: entry(1),
      controller: { connected: entry(true) },
      errorstate: entry(false),
    }),
  );
  expect(names.sort()).toEqual([
    'connected',
    'controlmode',
    'counters',
    'direction',
    'drivemode',
    'errorstate',
    'onlinestatus',
    'operationmode',
    'stepspeed',
    'technicianonsite',
    'warning',
  ]);
});

it('counters are hours, one decimal below 100, never rounded up', () => {
  expect([0, 3599, 3600, 5399, 359_999, 360_000, 12_345_678].map(counterHours)).toEqual([
    0, 0.9, 1, 1.4, 99.9, 100, 3429,
  ]);
});

it('[DETAIL-003] which live page opens follows from the kind of the unit', () => {
  expect((['EV', 'ES', 'WW', 'OTHER'] as const).map(livePageOf)).toEqual([
    'elevator',
    'escalator',
    'sidewalk',
    undefined,
  ]);
});

it('knows the safety device behind each fault of the steps in the dictionary, and none behind others', () => {
  const faults = CONTROLLER_CODES.filter(({ code }) => Number(code) >= 70 && Number(code) <= 84 && code !== '82');
  for (const { code } of faults) expect(STOP_SWITCHES).toContain(stopSwitchOf(code));
  expect([stopSwitchOf(72), stopSwitchOf('80'), stopSwitchOf(5), stopSwitchOf(''), stopSwitchOf(undefined)]).toEqual([
    'comb',
    'button',
    undefined,
    undefined,
    undefined,
  ]);
});
