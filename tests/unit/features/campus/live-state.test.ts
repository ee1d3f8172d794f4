import { elevatorTile } from '@/lib/features/campus/elevator-tile';
import { escalatorTile } from '@/lib/features/campus/escalator-tile';
import { NO_SPEED, rememberSpeed, stepSpeed } from '@/lib/live/units/escalator';
import { WarnBook } from '@/lib/features/campus/warn-book';
import { LiveTopics } from '@/lib/live/realtime/browser/live-topics';
import { readMessage } from '@/lib/live/realtime/browser/normalize';

/** The live state of a unit as the wall holds it: the page's store, the status call and what the tile makes of both. */

const AT = 1_700_000_000_000;
function held(equipmentType: string, ...messages: Record<string, unknown>[]) {
  const topics = new LiveTopics();
  messages.forEach((status, index) => {
    const message = readMessage(
      {
        equipmentNo: 'A',
        equipmentType,
        responseType: index === 0 ? 'snapshot' : 'change',
        Timestamp: AT + index,
        status,
      },
      AT,
    );
    if (message) topics.apply(message, AT + 500 + index);
  });
  return { topics, live: topics.status('A') };
}
const value = (of: unknown, at = AT) => ({ value: of, at });

it('[CAMP-032] an elevator carries door, load as sent and as shown, floor, direction, mode with secondary, zone, technician, drive, error, trapped person, last update and whether it was told', () => {
  const { topics, live } = held('YAE_ELT', {
    onlinestatus: value(1),
    door: value('Closed'),
    load: value('Empty'),
    position: { value: 'B1', physicalvalue: 1, at: AT },
    direction: value('Up'),
    mode: { value: 'JRV', secondary: ['JAB'], at: AT },
    indoorzone: value('On Floor'),
    technicianonsite: value(true),
    drive: value('Moving'),
    errorstate: value(true),
    entrapment: value(true),
  });
  const tile = elevatorTile({
    call: { onlineStatus: 1, errorStatus: 0, entrapmentStatus: 0 },
    live,
    isStreaming: true,
  });
  expect(tile).toMatchObject({
    door: 'Closed',
    load: 'Loaded',
    floor: 'B1',
    arrow: 'up',
    mode: 'JRV',
    hasTechnician: true,
    hasError: true,
    isTrapped: true,
  });
  expect([
    live.load?.value,
    live.direction?.value,
    live.mode?.secondary,
    live.indoorzone?.value,
    live.drive?.value,
  ]).toEqual(['Empty', 'Up', ['JAB'], 'On Floor', 'Moving']);
  expect(topics.lastMessageAt('A')).toBe(AT + 500);
  const send = jest.fn(async () => undefined);
  const book = new WarnBook(send);
  book.see('A', 'told');
  book.see('A', 'told');
  expect(send).toHaveBeenCalledTimes(1);
});

it('[CAMP-031] an escalator carries direction, operation mode, step speed and the one before, technician and error', () => {
  const { live } = held(
    'YAE_ESC',
    {
      onlinestatus: value(1),
      direction: value('Up'),
      operationmode: value('Automatic'),
      stepspeed: value(300),
      technicianonsite: value(true),
      errorstate: value(false),
    },
    { stepspeed: value(500, AT + 1) },
  );
  const before = rememberSpeed(NO_SPEED, 30);
  const memory = rememberSpeed(before, stepSpeed(live, 'ES'));
  const call = { onlineStatus: 1, errorStatus: 0, entrapmentStatus: 0 };
  expect(before.speed).toBe(30);
  expect(escalatorTile({ call, live, isStreaming: true, displayType: 'ES', memory })).toMatchObject({
    state: 'up',
    mode: 'Automatic',
    speed: 50,
    hasPerson: true,
    hasTechnician: true,
    hasError: false,
  });
  expect(
    escalatorTile({ call: { ...call, errorStatus: 1 }, live, isStreaming: true, displayType: 'ES', memory }),
  ).toMatchObject({ state: 'error', hasError: true });
});
