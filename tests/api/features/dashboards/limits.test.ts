import { findOpen } from '@/lib/features/dashboards/open';
import { findRanking } from '@/lib/features/dashboards/ranking';
import { findSummary } from '@/lib/features/dashboards/summary';
import { findTrend } from '@/lib/features/dashboards/trend';
import type { Actor } from '@/lib/platform/contract/actor';
import { db, pool } from '@/lib/platform/db/client';
import { forgetCounts } from '@/lib/platform/db/shared-counts';
import { forgetStrategies } from '@/lib/platform/strategy/limits';
import { useFreshDatabase } from '../../support/database';
import { NOW } from '../facts/sum-world';
import { EVERYTHING, useNoStrategies, without } from '../strategies/support/strategy';
import { ask, CUSTOMER, fillDashboards, HEAD, sumWorld } from './dashboard-world';

/** What dashboards keep to themselves: rates of small samples, and what a data strategy withholds. */

useFreshDatabase();
useNoStrategies();

/** Projects by their units: nine, ten, eleven; ten units that are there for 29 and for 30 unit-days. */
const SIZES = [
  ['NINE', `'U01', 'U02', 'U03', 'U04', 'U05', 'U06', 'U07', 'U08', 'U09'`],
  ['TEN', `'U01', 'U02', 'U03', 'U04', 'U05', 'U06', 'U07', 'U08', 'U09', 'U10'`],
  ['ELEVEN', `'U01', 'U02', 'U03', 'U04', 'U05', 'U06', 'U07', 'U08', 'U09', 'U10', 'U12'`],
] as const;

beforeAll(async () => {
  await fillDashboards();
  for (const [name] of [...SIZES, ['D29'], ['D30']] as const)
    await pool().query(
      `INSERT INTO project (project_id, branch_code, project_name, update_date) VALUES ($1, 'B1', $1, now())`,
      [name],
    );
  for (const [name, units] of SIZES)
    await pool().query(
      `INSERT INTO project_equipment (project_id, equipment_no) SELECT $1, equipment_no FROM equipment WHERE equipment_no IN (${units})`,
      [name],
    );
  // Ten units that came three days ago; of the other ten one came a day later.
  await pool().query(`
    INSERT INTO equipment (equipment_no, equipment_name, equipment_type, display_type, branch_code, construction_date, create_date, update_date)
    SELECT p || '-' || i, 'New ' || i, 'YAE_ELT', 'EV', 'B2', CASE WHEN p = 'D29' AND i = 1 THEN date '2026-06-14' ELSE date '2026-06-13' END, timestamptz '2026-06-13 00:00+08', now()
      FROM unnest(ARRAY['D29', 'D30']) p, generate_series(1, 10) i`);
  await pool().query(
    `INSERT INTO project_equipment (project_id, equipment_no) SELECT split_part(equipment_no, '-', 1), equipment_no FROM equipment WHERE equipment_no LIKE 'D%'`,
  );
  await pool().query(
    `INSERT INTO notification (notification_type, sub_type, equipment_no, branch_code, title, message, guid, object_status, notification_date)
     VALUES ('error', 'error', 'U01', 'B1', 'FAULT-NAME', 'FAULT-NAME', 'guid-fault', true, now()),
            ('entrapment', 'entrapment', 'U02', 'B1', 'TRAPPED-NAME', 'TRAPPED-NAME', 'guid-trapped', true, now())`,
  );
  await sumWorld();
}, 240_000);
beforeEach(forgetCounts);

const RATES = ['availability', 'callbacksPerUnitYear', 'meanDaysBetweenCallbacks', 'proactiveShare'];

it.each([
  ['NINE', true],
  ['TEN', false],
  ['ELEVEN', false],
  ['D29', true],
  ['D30', false],
] as const)('rates of %s are of too small a sample: %s', async (projectId, isSmall) => {
  const { kpis } = await findSummary(HEAD, ask({ view: 'kaProject', projectIds: [projectId] }), NOW);
  const of = (key: string) => kpis.find((one) => one.key === key);
  expect(RATES.map((key) => of(key)?.isSmall)).toEqual(RATES.map(() => isSmall));
  expect(of('callbacksPerUnitYear')?.value === null).toBe(isSmall);
  if (isSmall) expect(RATES.map((key) => of(key)?.value)).toEqual(RATES.map(() => null));
  // Counts are told of any sample.
  expect(of('entrapments')?.value).not.toBeNull();
});

describe('a data strategy', () => {
  const READER: Actor = {
    ...CUSTOMER,
    authorities: new Set([...CUSTOMER.authorities, 'CAMPUS_VIEW_EQUIPMENT_READ', 'EQUIPMENT_READ']),
  };
  const withhold = (rest: object) =>
    db().userStrategy.create({
      data: {
        ...{ strategyId: 'own', strategyName: 'own', level: 'default', enabled: true, historyMonths: null },
        ...{ liveIntervalSec: 1, maskTime: false, exportAllowed: true, ...EVERYTHING, ...rest },
      },
    });
  const everything = async (actor: Actor) => {
    const project = ask({ view: 'kaProject', projectIds: ['P1'] });
    return {
      summary: await findSummary(actor, ask(), NOW),
      trend: await findTrend(actor, ask(), NOW),
      ranking: await findRanking(actor, { ...ask(), top: 50 }, NOW),
      projects: await findRanking(actor, { ...ask({ view: 'ka' }), top: 50 }, NOW),
      units: await findRanking(actor, { ...project, top: 50 }, NOW),
      open: await findOpen(actor, { ...ask(), limit: 200 }, 'zh-CN', NOW),
    };
  };

  it('that leaves everything shows faults', async () => {
    const { summary, ranking, units, open } = await everything(READER);
    expect(summary.showsFaults).toBe(true);
    expect(summary.counts.states.fault).toBeGreaterThan(0);
    expect(ranking.units.some(({ downHours }) => (downHours ?? 0) > 0)).toBe(true);
    expect(units.unitFigures.some(({ availability }) => availability !== null)).toBe(true);
    expect(open.recent.map(({ kind, text }) => `${kind} ${text}`)).toEqual(
      expect.arrayContaining(['error FAULT-NAME', 'entrapment TRAPPED-NAME']),
    );
  });

  it('without faults tells no number and no name of one, in any answer; of trapped persons it tells', async () => {
    await withhold({ dataGroups: without('faults') });
    const told = await everything(READER);
    const { summary, ranking, projects, units, open } = told;
    expect(JSON.stringify(told)).not.toContain('FAULT-NAME');
    expect(summary.showsFaults).toBe(false);
    expect(summary.counts.states.fault).toBe(0);
    const availability = summary.kpis.find(({ key }) => key === 'availability');
    expect([availability?.value, availability?.previous, availability?.level]).toEqual([null, null, null]);
    expect(availability?.series.every((value) => value === null)).toBe(true);
    expect(ranking.branches.length).toBeGreaterThan(0);
    for (const branch of ranking.branches) expect([branch.faultCount, branch.availability]).toEqual([null, null]);
    for (const { downHours, score, ...parts } of ranking.units) {
      expect(downHours).toBeNull();
      const { entrapments, equipmentCalls, otherCalls, faultSymptoms, diagnoses } = parts;
      // The score would tell the hours.
      expect(score).toBe(
        5 * entrapments + 3 * equipmentCalls + otherCalls + 2 * (faultSymptoms ?? 0) + (diagnoses ?? 0),
      );
    }
    expect(projects.projects.map((project) => project.availability)).toEqual([null]);
    expect(units.unitFigures.length).toBeGreaterThan(0);
    expect(units.unitFigures.every((unit) => unit.availability === null)).toBe(true);
    expect(open.recent.filter(({ kind }) => kind === 'error')).toEqual([]);
    expect(open.recent.some(({ text }) => text === 'TRAPPED-NAME')).toBe(true);
  });

  it('of a call-out that began before it allows tells nothing, though it was closed today', async () => {
    await withhold({ historyMonths: 3 });
    await pool().query(
      `INSERT INTO callback (callback_id, equipment_no, branch_code, callback_type, job_status, person_trapped, create_date, close_date, job_update_date)
       VALUES ('BEFORE', 'U02', 'B1', 'Customer call', 'CLSO', false, '2026-01-01 08:00+08', '2026-06-15 08:30+08', '2026-06-15 08:30+08')`,
    );
    const { done, board } = await findOpen(READER, { ...ask(), limit: 200 }, 'zh-CN', NOW);
    await pool().query(`DELETE FROM callback WHERE callback_id = 'BEFORE'`);
    expect(done.map(({ callbackId }) => callbackId)).not.toContain('BEFORE');
    expect(board?.done).toBe(done.length);
  });

  it('of maintenance that was planned before it allows counts nothing', async () => {
    const months = async () => {
      const { kpis } = await findSummary(READER, ask(), NOW);
      return kpis.find(({ key }) => key === 'maintenanceCompliance')?.series.map((value) => value !== null);
    };
    const all = await months();
    // Counted from today, not from the moment of these rows.
    const [today, then] = [new Date(), new Date(NOW)];
    const monthsAgo = (today.getUTCFullYear() - then.getUTCFullYear()) * 12 + today.getUTCMonth() - then.getUTCMonth();
    await withhold({ historyMonths: monthsAgo + 3 });
    forgetStrategies();
    forgetCounts();
    const since = (all?.length ?? 0) - 6;
    expect(all?.slice(0, since)).toContain(true);
    expect((await months())?.map((isTold, at) => isTold && at < since)).toEqual(all?.map(() => false));
    expect((await months())?.at(-2)).toBe(true);
  });

  it('without symptoms tells how many there are of none', async () => {
    await withhold({ symptomCategories: [] });
    const { units } = await findRanking(READER, { ...ask(), top: 50 }, NOW);
    expect(units.length).toBeGreaterThan(0);
    expect(units.every(({ faultSymptoms, diagnoses }) => !faultSymptoms && !diagnoses)).toBe(true);
    const { duty } = await findOpen(READER, { ...ask(), limit: 200 }, 'zh-CN', NOW);
    expect(duty?.rows.filter(({ symptomId, callbackId }) => symptomId !== null && callbackId === null)).toEqual([]);
  });
});
