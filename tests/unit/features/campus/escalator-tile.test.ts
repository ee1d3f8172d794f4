import { escalatorTile } from '@/lib/features/campus/escalator-tile';
import { NO_SPEED, rememberSpeed, stepSpeed } from '@/lib/live/units/escalator';
import type { StatusCall } from '@/lib/live/units/condition';
import type { LiveStatus } from '@/lib/live/units/live-message';

const live = (values: Record<string, unknown>): LiveStatus =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value, at: 1 }]));
const ONLINE: StatusCall = { onlineStatus: 1, errorStatus: 0, entrapmentStatus: 0 };
const tile = (
  values: Record<string, unknown>,
  call: StatusCall = ONLINE,
  memory = NO_SPEED,
  displayType: 'ES' | 'WW' = 'ES',
) =>
  escalatorTile({
    call,
    live: live({ onlinestatus: call.onlineStatus, ...values }),
    isStreaming: true,
    displayType,
    memory,
  });
const RUNNING = { direction: 'Up', stepspeed: 500, operationmode: 'Continuous' };

describe('the escalator tile', () => {
  it('[CAMP-043] shows nothing offline, not even a fault, and is stopped by default', () => {
    for (const onlineStatus of [0, 3, 4]) {
      expect(
        tile({ ...RUNNING, technicianonsite: true }, { onlineStatus, errorStatus: 1, entrapmentStatus: 0 }),
      ).toMatchObject({
        speed: undefined,
        isSaving: false,
        hasPerson: false,
        isMoving: false,
        hasTechnician: false,
        mode: undefined,
      });
    }
    expect(tile(RUNNING, { ...ONLINE, onlineStatus: 0, errorStatus: 1 }).state).toBe('offline');
    expect(tile({}).state).toBe('stop');
  });

  it('[CAMP-045] ready to start means stop, whatever direction was reported last', () => {
    expect(tile({ ...RUNNING, operationmode: 'ReadyToStart' })).toMatchObject({ state: 'stop', isMoving: false });
  });

  it('[CAMP-046] follows the direction', () => {
    expect(tile(RUNNING)).toMatchObject({ state: 'up', isMoving: true });
    expect(tile({ ...RUNNING, direction: 'Down' })).toMatchObject({ state: 'down', isMoving: true });
    expect(tile({ ...RUNNING, direction: undefined }).state).toBe('stop');
  });

  it('a fault is shown before the direction', () => {
    expect(tile(RUNNING, { ...ONLINE, errorStatus: 1 })).toMatchObject({ state: 'error', isMoving: false });
    expect(tile({ ...RUNNING, errorstate: true }).state).toBe('error');
  });

  it('a fault is calmed by no mode: a faulty escalator that stands saves no energy', () => {
    for (const stepspeed of [0, 200, 400])
      expect(
        tile({ ...RUNNING, stepspeed, operationmode: 'ReadyToStart' }, { ...ONLINE, errorStatus: 1 }),
      ).toMatchObject({
        state: 'error',
        isSaving: false,
      });
  });

  it('nothing moves in the picture while the steps stand', () => {
    expect(tile({ ...RUNNING, stepspeed: 0 })).toMatchObject({ state: 'up', isMoving: false });
    expect(tile({ ...RUNNING, operationmode: 'Stopped' }).isMoving).toBe(false);
  });

  it('[CAMP-048] saves energy from 0 to 40 cm/s, the wire divided by 10 first', () => {
    expect([0, 1, 400].map((stepspeed) => tile({ ...RUNNING, stepspeed }).isSaving)).toEqual([true, true, true]);
    expect(tile({ ...RUNNING, stepspeed: 401 }).isSaving).toBe(false);
    expect(tile({ direction: 'Up' }).isSaving).toBe(false);
  });

  it('[CAMP-047] somebody rides when the speed rose above 40 from one above 0, until it falls again', () => {
    const after = (...speeds: (number | undefined)[]) => speeds.reduce(rememberSpeed, NO_SPEED).hasPerson;
    expect(after(20, 50)).toBe(true);
    expect(after(20, 50, 50, 48)).toBe(true);
    expect(after(20, 50, 40)).toBe(false);
    expect(after(0, 50)).toBe(false);
    expect(after(50)).toBe(false);
    expect(after(20, 39)).toBe(false);
    expect(after(60, 50)).toBe(false);
    expect(tile(RUNNING, ONLINE, rememberSpeed(rememberSpeed(NO_SPEED, 20), 50)).hasPerson).toBe(true);
    expect(tile({ ...RUNNING, operationmode: 'ReadyToStart' }, ONLINE, { speed: 50, hasPerson: true }).hasPerson).toBe(
      false,
    );
  });

  it('its pictures follow each other every 40 ms above 40 cm/s and every 80 ms otherwise', () => {
    expect([401, 500].map((stepspeed) => tile({ ...RUNNING, stepspeed }).frameMs)).toEqual([40, 40]);
    expect([400, 100].map((stepspeed) => tile({ ...RUNNING, stepspeed }).frameMs)).toEqual([80, 80]);
    expect(tile({ direction: 'Up' }).frameMs).toBe(80);
  });

  it('[CAMP-049] marks a technician on site', () => {
    expect(tile({ technicianonsite: true }).hasTechnician).toBe(true);
  });

  it("divides a walk's speed by 10 only for controller version F6", () => {
    expect(stepSpeed(live({ stepspeed: 500, controllerversion: 'F6' }), 'WW')).toBe(50);
    expect(stepSpeed(live({ stepspeed: 50, controllerversion: 'F5' }), 'WW')).toBe(50);
    expect(stepSpeed(live({ stepspeed: 50 }), 'WW')).toBe(50);
    expect(stepSpeed(live({ stepspeed: 500, controllerversion: 'F5' }), 'ES')).toBe(50);
    expect(tile({ stepspeed: 41, direction: 'Up' }, ONLINE, NO_SPEED, 'WW')).toMatchObject({
      speed: 41,
      isSaving: false,
      state: 'up',
    });
  });
});
