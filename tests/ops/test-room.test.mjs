import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { leaveRoom, roomInMemory } from '../../scripts/lib/test-room.mjs';

/** A run of the tests itself may live in the usual one. */
const MEMORY = '/dev/shm';
const TMPFS = 0x0102_1994;
const hasMemory = existsSync(MEMORY) && statfsSync(MEMORY).type === TMPFS;

describe('where tests keep what lives no longer than they', () => {
  it('is a folder in memory where there is plenty, and is given back with what is in it', () => {
    if (!hasMemory) return void expect(roomInMemory({ neededBytes: 1 })).toBeUndefined();
    const parent = mkdtempSync(join(MEMORY, 'room-'));
    try {
      const room = roomInMemory({ parent, neededBytes: 1 });
      mkdirSync(join(room, 'databases'));
      writeFileSync(join(room, 'databases', 'one'), '');
      expect(roomInMemory({ parent, neededBytes: 1 })).toBe(room);
      leaveRoom(room);
      expect(existsSync(room)).toBe(false);
      expect(existsSync(parent)).toBe(true);
    } finally {
      rmSync(parent, { recursive: true });
    }
  });

  it('is the usual one where there is little, no memory, or nothing at all', () => {
    expect(roomInMemory({ neededBytes: Number.MAX_SAFE_INTEGER })).toBeUndefined();
    expect(roomInMemory({ parent: '/proc', neededBytes: 1 })).toBeUndefined();
    expect(roomInMemory({ parent: '/nowhere', neededBytes: 1 })).toBeUndefined();
    leaveRoom(undefined);
  });
});
