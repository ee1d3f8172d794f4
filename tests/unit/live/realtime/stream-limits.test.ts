import type { LiveChange, RtcMessage } from '@/lib/live/units/live-message';
import { Hub } from '@/lib/live/realtime/server/hub';
import { limited, limitsOf } from '@/lib/live/realtime/server/stream-limits';

const ALL = ['live', 'faults', 'diagnostics', 'otherEvents', 'runModes', 'energy', 'passengers', 'video'];
const entry = (value: unknown) => ({ value, at: 1 });

describe('what a data strategy leaves of the live values', () => {
  it('is everything without limits', () => {
    expect(limitsOf({ liveIntervalSec: 1, dataGroups: ALL })).toBeNull();
    expect(limitsOf({ liveIntervalSec: 5, dataGroups: ALL })?.gapMs).toBe(5000);
  });
  it('entrapment is never withheld', () => {
    const status = {
      entrapment: entry(true),
      alarm: entry(true),
      door: entry('Closed'),
      mode: entry('N'),
      errorstate: entry(true),
      onlinestatus: entry(1),
    };
    expect(Object.keys(limited(status, limitsOf({ liveIntervalSec: 1, dataGroups: [] })))).toEqual([
      'entrapment',
      'alarm',
      'onlinestatus',
    ]);
    expect(Object.keys(limited(status, limitsOf({ liveIntervalSec: 1, dataGroups: ['live', 'runModes'] })))).toEqual([
      'entrapment',
      'alarm',
      'door',
      'mode',
      'onlinestatus',
    ]);
  });
});

describe('a socket with limits', () => {
  let now = 1_000_000;
  const change = (changes: LiveChange['changes']): LiveChange => ({
    equipmentNo: 'E-1',
    equipmentType: 'YAE_ELT',
    displayType: 'EV',
    changes,
    committedAt: now,
  });
  const at = (value: unknown) => ({ value, at: now });

  it('gets values in its rhythm, merged; entrapment at once', async () => {
    jest.useFakeTimers();
    const sent: RtcMessage[] = [];
    const room: RtcMessage[] = [];
    const hub = new Hub({
      emitRoom: (_no, message) => {
        room.push(message);
      },
      now: () => now,
    });
    const joined = new Set<string>();
    const subscriber = hub.add({
      join: (no) => joined.add(no),
      leave: (no) => joined.delete(no),
      send: (message) => {
        sent.push(message);
      },
      isCongested: () => false,
    });
    hub.limit(subscriber, limitsOf({ liveIntervalSec: 5, dataGroups: ALL }));
    const head = { equipmentNo: 'E-1', equipmentType: 'YAE_ELT', displayType: 'EV' } as const;
    await hub.replace(subscriber, ['E-1'], () =>
      Promise.resolve(new Map([['E-1', { head: head as never, status: {} }]])),
    );
    sent.length = 0;
    const later = (ms: number) => {
      now += ms;
      jest.advanceTimersByTime(ms);
    };
    later(1000);
    sent.length = 0;
    for (const door of ['Opening', 'Opened', 'Closing']) {
      hub.publish([change({ door: at(door) })]);
      later(1000);
    }
    expect(sent).toEqual([]);
    later(3000);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ responseType: 'change', status: { door: { value: 'Closing' } } });
    hub.publish([change({ entrapment: at(true) })]);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toMatchObject({ status: { entrapment: { value: true } } });
    expect([joined.size, room.length]).toEqual([0, 0]);

    hub.limit(subscriber, null);
    expect([...joined]).toEqual(['E-1']);
    hub.close();
    jest.useRealTimers();
  });
});
