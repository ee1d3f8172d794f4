import { readFileSync } from 'node:fs';
import path from 'node:path';
import { db, pool } from '@/lib/platform/db/client';
import { useFreshDatabase } from '../../support/database';
import { createBox } from '../../live/telemetry/world';

/** What is open when the portal begins to keep entrapments: the part of the migration that moves what is known. */

useFreshDatabase();

const MIGRATION = path.join(__dirname, '../../../../prisma/migrations/20261125013000_entrapments/migration.sql');
const conversion = () => {
  const sql = readFileSync(MIGRATION, 'utf8');
  return sql.slice(sql.indexOf('-- What is known so far.'));
};
const at = (minute: number) => new Date(Date.UTC(2026, 10, 24, 6, minute));

async function callOut(unit: string, rest: object = {}): Promise<void> {
  await db().callback.create({
    data: {
      callbackId: `C-${unit}`,
      equipmentNo: unit,
      branchCode: 'B1',
      callbackType: 'Customer call',
      jobStatus: 'PAGE',
      personTrapped: true,
      createDate: at(0),
      jobUpdateDate: at(0),
      ...rest,
    },
  });
}
const event = (unit: string, rest: { objectStatus: boolean; endAt?: Date }) =>
  db().equipmentEvent.create({
    data: { equipmentNo: unit, branchCode: 'B1', eventId: `${unit}-e`, subType: 'entrapment', startAt: at(1), ...rest },
  });

it('keeps every entrapment that lasts, once, whoever told of it, and the releases that boxes and people told of', async () => {
  for (const unit of ['CALLED', 'SAID', 'BOTH', 'FREED', 'OVER', 'ENTERED']) {
    await createBox(`BOX-${unit}`, unit, { onlineStatus: 1 });
  }
  const trap = (unit: string) =>
    db().equipmentStatus.update({ where: { equipmentNo: unit }, data: { entrapmentStatus: 1 } });
  await callOut('CALLED', { trappedDate: at(5) });
  await trap('SAID');
  await event('SAID', { objectStatus: true });
  await callOut('BOTH', { callbackType: 'Telemonitoring Breakdown' });
  await trap('BOTH');
  await event('BOTH', { objectStatus: true });
  await callOut('FREED');
  await event('FREED', { objectStatus: false, endAt: at(9) });
  await callOut('OVER', { jobStatus: 'CLSO' });
  await callOut('ENTERED', { releaseDate: at(7) });
  await event('ENTERED', { objectStatus: true });

  await pool().query(conversion());

  const open = await db().entrapment.findMany({ orderBy: { equipmentNo: 'asc' } });
  expect(
    open.map(({ equipmentNo, callbackId, startAt, startSource, releasedAt, toldDate }) => [
      equipmentNo,
      callbackId,
      startAt,
      startSource,
      releasedAt,
      toldDate !== null,
    ]),
  ).toEqual([
    ['BOTH', 'C-BOTH', at(0), 'box', null, true],
    ['CALLED', 'C-CALLED', at(5), 'person', null, true],
    ['SAID', null, at(1), 'box', null, true],
  ]);
  const callbacks = await db().callback.findMany({ orderBy: { callbackId: 'asc' } });
  expect(
    callbacks.map(({ equipmentNo, releaseDate, releaseSource }) => [equipmentNo, releaseDate, releaseSource]),
  ).toEqual([
    ['BOTH', null, null],
    ['CALLED', null, null],
    ['ENTERED', at(7), 'person'],
    ['FREED', at(9), 'box'],
    ['OVER', null, null],
  ]);
});
