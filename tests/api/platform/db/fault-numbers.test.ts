import { readdirSync, readFileSync } from 'node:fs';
import { faultNumber } from '@/lib/live/telemetry/fault-number';
import { db, pool } from '@/lib/platform/db/client';
import { createBox } from '../../live/telemetry/world';
import { useFreshDatabase } from '../../support/database';

/** Faults of before they had numbers: the migration gives them those that new ones have. */

useFreshDatabase();

const FOLDER = 'prisma/migrations';
const migration = () => {
  const name = readdirSync(FOLDER).find((folder) => folder.endsWith('_fault_numbers')) ?? '';
  return readFileSync(`${FOLDER}/${name}/migration.sql`, 'utf8');
};

it('stored faults get the number of their event; those whose event is gone count on their own; other numbers stay', async () => {
  await createBox('CUBE1', 'U1', { onlineStatus: 1 });
  const { id } = await db().equipmentEvent.create({
    data: { equipmentNo: 'U1', branchCode: 'B1', eventId: 'e1', subType: 'error', objectStatus: true },
  });
  const fault = (errorId: string, day: number, eventRef: bigint | null = null) =>
    db().errorInspection.create({
      data: {
        errorId,
        equipmentNo: 'U1',
        branchCode: 'B1',
        gbCode: '02',
        text: `fault of ${day}`,
        startDate: new Date(2026, 0, day),
        eventRef,
      },
    });
  await fault('0b8f6c1e-2f0a-4c55-9c77-0a7b8f4c2d10', 1, id);
  await fault('ffffffff-2f0a-4c55-9c77-0a7b8f4c2d10', 2);
  await fault('00000000-2f0a-4c55-9c77-0a7b8f4c2d10', 3);
  await fault('PARTNER-7', 4);
  const numbers = async () =>
    (await db().errorInspection.findMany({ orderBy: { startDate: 'asc' } })).map(({ errorId }) => errorId);
  const expected = [faultNumber(id), 'ERX000000001', 'ERX000000002', 'PARTNER-7'];
  await pool().query(migration());
  expect(await numbers()).toEqual(expected);
  await pool().query(migration());
  expect(await numbers()).toEqual(expected);
});
