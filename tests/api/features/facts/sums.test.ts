import { fillBack } from '@/lib/features/facts/internal/backfill';
import { applyChanges } from '@/lib/features/facts/changes';
import { computeDay } from '@/lib/features/facts/compute';
import { noteDays } from '@/lib/features/facts/internal/note-days';
import { readFigures, type FigureQuestion } from '@/lib/features/facts/internal/read-figures';
import { type FigureKey } from '@/lib/features/facts/internal/figures';
import type { Actor } from '@/lib/platform/contract/actor';
import { db, pool } from '@/lib/platform/db/client';
import { actorOf } from '../../../support/actors';
import { useFreshDatabase } from '../../support/database';
import { fillWorld, FIRST, NOW, printOfSums, RIGHT, wrongSums, YESTERDAY } from './sum-world';

/** The sums of days against the raw rows, and what is read of them. */

useFreshDatabase();
beforeAll(fillWorld, 60_000);

const HEAD = actorOf(0);
const ask = (actor: Actor, question: Partial<FigureQuestion>) =>
  readFigures(actor, { from: FIRST, until: YESTERDAY, by: 'all', focus: true, ...question }, NOW);
const COMPARED: readonly FigureKey[] = [
  'unitDays',
  'trips',
  'runTime',
  'energy',
  'faultTime',
  'unknownTime',
  'shutdowns',
];
/** Sums of the rows of an answer. */
async function total(actor: Actor, question: Partial<FigureQuestion>): Promise<Record<string, number>> {
  const { rows } = await ask(actor, question);
  return Object.fromEntries(
    COMPARED.map((key) => [
      key,
      Math.round(rows.reduce((sum, { figures }) => sum + (figures[key].value ?? 0), 0) * 1000) / 1000,
    ]),
  );
}

describe('the sums of days', () => {
  it('are made back to the first fact, and go on where they were ended', async () => {
    const stopped = new AbortController();
    await expect(
      fillBack(NOW, {
        signal: stopped.signal,
        progress: async (done) => {
          if (done === 100) stopped.abort(new Error('ended'));
        },
      }),
    ).rejects.toThrow('ended');
    expect(await db().branchDay.count({ where: { day: new Date(FIRST) } })).toBe(0);
    expect(await fillBack(NOW)).toBe(431 - 100);
    expect(await wrongSums()).toEqual(RIGHT);
    expect(await fillBack(NOW)).toBe(0);
  });

  it('have every unit of a branch once, in whatever projects it is; a unit of two projects stands in both', async () => {
    const day = new Date('2026-05-01');
    const units = async (where: object) =>
      (await db().branchDay.aggregate({ where: { day, ...where }, _sum: { units: true } }))._sum.units;
    expect([await units({}), await units({ branchCode: 'B1' })]).toEqual([23, 15]);
    const of = await db().projectDay.groupBy({ by: ['projectId'], where: { day }, _sum: { units: true } });
    expect(Object.fromEntries(of.map(({ projectId, _sum }) => [projectId, _sum.units]))).toEqual({
      P1: 10,
      P2: 6,
      P3: 6,
    });
  });

  it('come out the same when they are made again', async () => {
    const before = await printOfSums();
    await db().setting.deleteMany({ where: { key: 'facts.rolledSince' } });
    await fillBack(NOW);
    expect(await printOfSums()).toBe(before);
  });
});

describe('figures', () => {
  it('are the same by day, month, branch, type and unit as together, the days at both ends of a long window among them', async () => {
    const window = { from: '2025-05-17', until: '2026-06-09' };
    const whole = await total(HEAD, { ...window, equipmentNos: undefined });
    expect(whole.trips).toBeGreaterThan(100_000);
    for (const by of ['day', 'month', 'branch', 'displayType', 'unit'] as const) {
      // Of units alone those that are gone are rows of their own too.
      expect([by, await total(HEAD, { ...window, by })]).toEqual([by, whole]);
    }
  });

  it('of overlapping projects have each unit once', async () => {
    const inBoth = await total(HEAD, { projectIds: ['P1', 'P2'] });
    const { rows } = await pool().query<{ no: string }>(
      `SELECT DISTINCT equipment_no AS no FROM project_equipment WHERE project_id IN ('P1', 'P2')`,
    );
    expect(inBoth).toEqual(await total(HEAD, { by: 'unit', equipmentNos: rows.map(({ no }) => no) }));
    const each = await total(HEAD, { by: 'project', projectIds: ['P1', 'P2'] });
    expect(each.unitDays).toBeGreaterThan(inBoth.unitDays ?? 0);
  });

  it('are those of the caller’s own units', async () => {
    expect(await total(actorOf(2, { branches: ['B2'] }), {})).toEqual(await total(HEAD, { branchCodes: ['B2'] }));
    expect(await total(actorOf(2, { branches: ['B2'] }), { branchCodes: ['B1'] })).toMatchObject({
      unitDays: 0,
      trips: 0,
    });
    expect(await total(actorOf(1, { projects: ['P3'] }), {})).toEqual(await total(HEAD, { projectIds: ['P3'] }));
    expect(await total(actorOf(1), {})).toMatchObject({ unitDays: 0 });
  });

  it('say nothing of what nobody counted, and give no rate of few units', async () => {
    const { rows } = await ask(HEAD, { by: 'displayType', from: '2026-05-01', until: '2026-05-31' });
    const escalators = rows.find(({ key }) => key === 'ES')?.figures;
    expect(escalators?.trips).toMatchObject({ value: null });
    expect(escalators?.fullTime.value).toBeGreaterThan(0);
    expect(escalators?.availability).toMatchObject({ value: null, sample: { units: 7 } });
    const [all] = (await ask(HEAD, { from: '2026-05-01', until: '2026-05-31' })).rows;
    expect(all?.figures.availability.value).toBeGreaterThan(99);
    expect(all?.figures.onlineRate.value).toBeGreaterThan(70);
    const [before] = (await ask(HEAD, { from: '2025-08-01', until: '2025-08-31' })).rows;
    expect(before?.figures.onlineRate.value).toBeNull();
  });
});

describe('what is said late', () => {
  const callOut = (callbackId: string, equipmentNo: string, day: string, rest: object = {}) =>
    db().callback.create({
      data: {
        callbackId,
        equipmentNo,
        branchCode: equipmentNo <= 'U16' ? 'B1' : 'B2',
        callbackType: 'Customer call',
        jobStatus: 'CLSO',
        scsa: '4',
        createDate: new Date(`${day}T09:00:00+08:00`),
        closeDate: new Date(`${day}T11:00:00+08:00`),
        jobUpdateDate: new Date(`${day}T11:00:00+08:00`),
        ...rest,
      },
    });
  const days = async () =>
    new Map(
      (await db().equipmentDay.findMany({ orderBy: [{ equipmentNo: 'asc' }, { day: 'asc' }] })).map(
        ({ equipmentNo, day, updatedAt: _, ...row }) =>
          [`${equipmentNo} ${day.toISOString().slice(0, 10)}`, JSON.stringify(row)] as const,
      ),
    );
  async function changedBy(act: () => Promise<unknown>): Promise<string[]> {
    const before = await days();
    await act();
    await applyChanges(NOW);
    const after = await days();
    return [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key)).sort();
  }

  it('of a call-out of a year ago changes exactly the days of the fault that it explains, and their sums', async () => {
    // Three days of a fault that nobody had judged.
    const [from, until] = ['2025-06-18', '2025-06-20'];
    await pool().query(
      `INSERT INTO equipment_event (equipment_no, branch_code, event_id, sub_type, code, object_status, start_at, end_at)
       VALUES ('U01', 'B1', 'old', 'error', '5', false, '${from} 22:00+08', '${until} 03:00+08')`,
    );
    await pool().query(
      `INSERT INTO error_inspection (error_id, equipment_no, branch_code, event_ref, gb_code, text, start_date, recover_date)
       SELECT 'E1', equipment_no, branch_code, id, '5', 'x', start_at, end_at FROM equipment_event WHERE event_id = 'old'`,
    );
    const brought = await changedBy(() => callOut('Y1', 'U01', '2025-06-19'));
    expect(brought).toEqual(['U01 2025-06-18', 'U01 2025-06-19', 'U01 2025-06-20']);
    expect(await wrongSums()).toEqual(RIGHT);
    const explained = await changedBy(() => db().callback.update({ where: { callbackId: 'Y1' }, data: { scsa: '1' } }));
    expect(explained).toEqual(brought);
    expect(
      (
        await db().equipmentDay.findMany({
          where: { equipmentNo: 'U01', day: { gte: new Date(from), lte: new Date(until) } },
          orderBy: { day: 'asc' },
        })
      ).map(({ equipmentFaultSec, callbacks, equipmentCallbacks }) => [
        equipmentFaultSec,
        callbacks,
        equipmentCallbacks,
      ]),
    ).toEqual([
      [2 * 3600, 0, 0],
      [86_400, 1, 1],
      [3 * 3600, 0, 0],
    ]);
    expect(await wrongSums()).toEqual(RIGHT);
    expect(await db().factChange.count()).toBe(0);
  });

  it('of a unit without a box gives it a day, which goes with the call-out', async () => {
    expect(await changedBy(() => callOut('Y2', 'U05', '2025-09-09'))).toEqual(['U05 2025-09-09']);
    expect(await wrongSums()).toEqual(RIGHT);
    expect(
      await changedBy(() =>
        db().callback.update({
          where: { callbackId: 'Y2' },
          data: { equipmentNo: 'U10', createDate: new Date('2025-09-09T01:00:00Z') },
        }),
      ),
    ).toEqual(['U05 2025-09-09', 'U10 2025-09-09']);
    expect(await changedBy(() => db().callback.delete({ where: { callbackId: 'Y2' } }))).toEqual(['U10 2025-09-09']);
    expect(await wrongSums()).toEqual(RIGHT);
  });

  it('of a unit that moved, left, changed its projects, was imported or built earlier is right in all sums', async () => {
    await db().$transaction(async (sql) => {
      await sql.equipment.update({ where: { equipmentNo: 'U02' }, data: { branchCode: 'B2' } });
      await sql.$executeRaw`UPDATE equipment_day SET branch_code = 'B2' WHERE equipment_no = 'U02'`;
    });
    await db().equipment.update({
      where: { equipmentNo: 'U03' },
      data: { deletedAt: new Date('2026-02-02T04:00:00Z') },
    });
    await db().equipment.update({ where: { equipmentNo: 'U06' }, data: { constructionDate: new Date('2025-10-01') } });
    await db().projectEquipment.create({ data: { projectId: 'P3', equipmentNo: 'U23' } });
    await db().projectEquipment.delete({ where: { projectId_equipmentNo: { projectId: 'P1', equipmentNo: 'U09' } } });
    await db().equipmentDay.update({
      where: { equipmentNo_day: { equipmentNo: 'U21', day: new Date('2025-08-08') } },
      data: { trips: 777 },
    });
    await db().$transaction((sql) => noteDays(sql, [{ equipmentNo: 'U21', day: '2025-08-08' }]));
    expect(await wrongSums()).not.toEqual(RIGHT);
    const before = await days();
    await applyChanges(NOW);
    expect(await days()).toEqual(before);
    expect(await wrongSums()).toEqual(RIGHT);
  });

  it('is done after it was ended in between, in any order, with the same sums', async () => {
    for (const [id, unit, day] of [
      ['Z1', 'U13', '2025-07-01'],
      ['Z2', 'U01', '2026-01-31'],
      ['Z3', 'U20', '2026-02-01'],
    ] as const)
      await callOut(id, unit, day, { scsa: '1' });
    await db().equipment.update({ where: { equipmentNo: 'U04' }, data: { branchCode: 'B2' } });
    await db().equipmentMonth.updateMany({ where: { equipmentNo: 'U04' }, data: { branchCode: 'B2' } });
    const stopped = new AbortController();
    await expect(
      applyChanges(NOW, {
        signal: stopped.signal,
        progress: async (done) => {
          if (done === 3) stopped.abort(new Error('ended'));
        },
      }),
    ).rejects.toThrow('ended');
    expect(await db().factChange.count()).toBeGreaterThan(0);
    await applyChanges(NOW);
    expect(await wrongSums()).toEqual(RIGHT);
    expect(await db().factChange.count()).toBe(0);
    const print = await printOfSums();
    await applyChanges(NOW);
    expect(await printOfSums()).toBe(print);
  });
});

describe('the state at midnight', () => {
  it('is kept by the run after midnight, once; a late run keeps none', async () => {
    const midnight = Date.parse('2026-06-16T00:10:00+08:00');
    await computeDay('2026-06-15', midnight);
    await pool().query('UPDATE equipment_status SET online_status = 0');
    await computeDay('2026-06-15', midnight + 60_000);
    await computeDay('2026-06-16', Date.parse('2026-06-17T03:00:00+08:00'));
    const stateOf = async (day: string) =>
      (
        await db().branchDay.aggregate({
          where: { day: new Date(day) },
          _sum: { online: true, offline: true, notInstalled: true },
        })
      )._sum;
    expect(await stateOf('2026-06-15')).toEqual({ online: 18, offline: 0, notInstalled: 4 });
    expect(await stateOf('2026-06-16')).toEqual({ online: null, offline: null, notInstalled: null });
  });
});
