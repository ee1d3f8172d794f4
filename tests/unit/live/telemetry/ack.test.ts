import { AckList } from '@/lib/live/telemetry/ack';
import { hashCubeSecret, newCubeSecret, verifyCubeSecret } from '@/lib/live/telemetry/cube-secret';

describe('acks', () => {
  it('name events and logs of a commit', () => {
    const list = new AckList();
    expect(list.isEmpty).toBe(true);
    list.addEvent('E1', 'e-1');
    list.addLogs('E1', ['l-1']);
    list.addLogs('E1', ['l-2']);
    expect(list.payloads(5).map((payload) => JSON.parse(payload) as unknown)).toEqual([
      {
        v: 1,
        at: 5,
        items: [
          { equipmentNo: 'E1', eventId: 'e-1' },
          { equipmentNo: 'E1', logIds: ['l-1', 'l-2'] },
        ],
      },
    ]);
  });

  it('are split at 16 KiB and lose nothing', () => {
    const list = new AckList();
    const events = Array.from({ length: 900 }, (_, index) => `é"${index}${'x'.repeat(55)}`);
    const logs = Array.from({ length: 900 }, (_, index) => `中\\${index}${'y'.repeat(55)}`);
    for (const eventId of events) list.addEvent('10512345', eventId);
    list.addLogs('10512345', logs);
    const payloads = list.payloads(1_767_225_600_000);
    expect(Math.max(...payloads.map((payload) => Buffer.byteLength(payload)))).toBeLessThanOrEqual(16 * 1024);
    const items = payloads.flatMap(
      (payload) => (JSON.parse(payload) as { items: { eventId?: string; logIds?: string[] }[] }).items,
    );
    expect(items.flatMap((item) => item.eventId ?? [])).toEqual(events);
    expect(items.flatMap((item) => item.logIds ?? [])).toEqual(logs);
  });
});

describe('secrets of boxes', () => {
  it('are checked against a salted hash', () => {
    const secret = newCubeSecret();
    const stored = hashCubeSecret(secret);
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(stored).toMatch(/^sha256\$[\w-]+\$[0-9a-f]{64}$/);
    expect(hashCubeSecret(secret)).not.toBe(stored);
    expect([
      verifyCubeSecret(secret, stored),
      verifyCubeSecret(`${secret}x`, stored),
      verifyCubeSecret('', stored),
      verifyCubeSecret(secret, 'plain'),
    ]).toEqual([true, false, false, false]);
  });
});
