import { queryCallbacks } from '@/lib/features/callbacks/contract';
import { findCallbackPage } from '@/lib/features/callbacks/list';
import type { DashIn } from '@/lib/features/dashboards/contract';
import { findOpen } from '@/lib/features/dashboards/open';
import { findRanking } from '@/lib/features/dashboards/ranking';
import { findSummary } from '@/lib/features/dashboards/summary';
import { findTrend } from '@/lib/features/dashboards/trend';
import { queryExpiredInspection } from '@/lib/features/inspections/contract';
import { findInspections } from '@/lib/features/inspections/list';
import { queryEquipment } from '@/lib/features/equipment/contract';
import { findEquipmentPage } from '@/lib/features/equipment/list';
import { querySymptoms } from '@/lib/features/symptoms/contract';
import { findSymptomPage } from '@/lib/features/symptoms/list';
import { WAITING_STATES } from '@/lib/live/detector/symptom-state';
import type { Actor } from '@/lib/platform/contract/actor';
import { validate } from '@/lib/platform/contract/validate';
import { pool } from '@/lib/platform/db/client';
import { forgetCounts } from '@/lib/platform/db/shared-counts';
import { useFreshDatabase } from '../../support/database';
import { NOW } from '../facts/sum-world';
import { ask, BRANCH, CUSTOMER, fillDashboards, HEAD, TODAY } from './dashboard-world';

/** The dashboards against the raw rows: no function, view or roll-up of the product is in these queries. */

useFreshDatabase();

const DAY = 86_400_000;
const dayText = (ms: number) => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 10);
/** Windows said by hand, of 2026-06-15 at 10 o'clock. */
const WINDOWS = { '30d': '2026-05-17', month: '2026-06-01', '12m': '2025-07-01' } as const;

beforeAll(fillDashboards, 120_000);
beforeEach(forgetCounts);

async function rows<T>(sql: string): Promise<T[]> {
  return (await pool().query(sql)).rows as T[];
}
const inProjects = (...ids: string[]) =>
  `e.equipment_no IN (SELECT equipment_no FROM project_equipment WHERE project_id IN (${ids.map((id) => `'${id}'`).join(', ')}))`;

/** Who asks what, and which units that is, as a condition on raw rows. */
const VIEWS: readonly [string, Actor, Partial<DashIn>, string][] = [
  ['head office', HEAD, {}, 'true'],
  ['a branch of head office', HEAD, { branchCode: 'B2' }, `e.branch_code = 'B2'`],
  ['a branch', BRANCH, {}, `e.branch_code = 'B1'`],
  ['a branch in focus', { ...BRANCH, focus: ['P2'] }, {}, inProjects('P2')],
  ['a customer of two projects that share units', CUSTOMER, {}, inProjects('P1', 'P2')],
  ['key accounts', HEAD, { view: 'ka' }, inProjects('P1', 'P3')],
  ['key accounts of a city', HEAD, { view: 'ka', city: '苏州市' }, inProjects('P3')],
  ['key accounts of a branch', BRANCH, { view: 'kaBranch' }, inProjects('P1')],
  ['a project', CUSTOMER, { view: 'kaProject', projectIds: ['P2'] }, inProjects('P2')],
  ['a project of six units', HEAD, { view: 'kaProject', projectIds: ['P3'] }, inProjects('P3')],
];

const LIVE = `SELECT e.* FROM equipment e WHERE e.deleted_at IS NULL`;
const calls = (units: string, from: string, until: string, condition = 'true') =>
  `FROM callback c JOIN (${LIVE} AND ${units}) e USING (equipment_no)
   WHERE c.job_status <> 'CLSC' AND c.create_date >= '${from} 00:00+08'::timestamptz AND c.create_date < '${until} 00:00+08'::timestamptz + interval '1 day' AND (${condition})`;
/** Days on which units existed; a unit that is gone counts on the days on which it was there. */
const unitDays = (units: string, from: string, until: string) =>
  `FROM equipment e CROSS JOIN generate_series(date '${from}', date '${until}', '1 day') g
   WHERE (${units}) AND (g::date >= coalesce(e.construction_date, '2025-06-01') OR EXISTS (SELECT 1 FROM equipment_day f WHERE f.equipment_no = e.equipment_no AND f.day <= g::date))
     AND (e.deleted_at IS NULL OR g::date <= (e.deleted_at AT TIME ZONE 'Asia/Shanghai')::date)`;
const cut = (part: number, whole: number) => (whole > 0 ? Math.floor((part / whole) * 10_000 + 1e-9) / 100 : null);

async function expectedKpis(units: string, from: string, until: string) {
  const [call] = await rows<Record<string, number>>(
    `SELECT count(*)::int AS calls, count(*) FILTER (WHERE c.job_status = 'CLSO' AND c.scsa = '1')::int AS own, count(*) FILTER (WHERE c.person_trapped)::int AS trapped,
            count(*) FILTER (WHERE c.callback_type <> 'Customer call')::int AS detected, count(*) FILTER (WHERE c.callback_type <> 'Customer call' AND c.job_status = 'CLSO' AND c.scsa = '2')::int AS false
       ${calls(units, from, until)}`,
  );
  const [day] = await rows<Record<string, number>>(
    `SELECT count(*)::int AS days, count(DISTINCT g)::int AS whole ${unitDays(units, from, until)}`,
  );
  const [seen] = await rows<Record<string, string>>(
    `SELECT coalesce(sum(d.available_sec), 0) AS available, coalesce(sum(86400), 0) AS whole FROM (SELECT e.equipment_no, g::date AS of ${unitDays(units, from, until)}) x
       JOIN equipment_day d ON d.equipment_no = x.equipment_no AND d.day = x.of WHERE coalesce(d.seen, d.unknown_sec <= 43200)`,
  );
  const [job] = await rows<Record<string, number>>(
    `SELECT count(*)::int AS due, count(*) FILTER (WHERE j.done_date <= x.due)::int AS done FROM maintenance_job j JOIN (${LIVE} AND ${units}) e USING (equipment_no),
            LATERAL (SELECT coalesce(j.plan_end_date, (j.plan_date + 1)::timestamp AT TIME ZONE 'Asia/Shanghai') AS due) x
      WHERE x.due <= to_timestamp(${NOW / 1000}) AND coalesce((j.plan_end_date AT TIME ZONE 'Asia/Shanghai')::date, j.plan_date) BETWEEN '${from}' AND '${until}'`,
  );
  return { call: call ?? {}, day: day ?? {}, seen: seen ?? {}, job: job ?? {} };
}

describe('dashboards', () => {
  it.each(VIEWS)(
    '[NAV-001] figures of %s are what the raw rows say, over every window',
    async (_, actor, narrowed, units) => {
      for (const window of ['30d', 'month', '12m'] as const) {
        const { kpis, counts, from, until } = await findSummary(actor, ask({ window, ...narrowed }), NOW);
        expect([from, until]).toEqual([WINDOWS[window], TODAY]);
        const { call, day, seen, job } = await expectedKpis(units, from, until);
        const of = (key: string) => kpis.find((one) => one.key === key);
        const [live] = await rows<{ n: number }>(`SELECT count(*)::int AS n FROM (${LIVE} AND ${units}) e`);
        const total = live?.n ?? -1;
        expect([window, counts.equipmentTotal]).toEqual([window, total]);
        expect([window, of('entrapments')?.value]).toEqual([window, call.trapped]);
        const few = Math.round((day.days ?? 0) / (day.whole ?? 1)) < 10 || (day.days ?? 0) < 30;
        const rate = (value: number | null) => (few ? null : value);
        expect([window, of('callbacksPerUnitYear')?.value ?? null]).toEqual([
          window,
          few ? null : expect.closeTo(((call.calls ?? 0) * 365) / (day.days ?? 1), 6),
        ]);
        expect([window, of('callbacksPerUnitYear')?.sample]).toEqual([window, call.calls]);
        expect([window, of('availability')?.value]).toEqual([
          window,
          rate(cut(Number(seen.available), Number(seen.whole))),
        ]);
        expect([window, of('proactiveShare')?.value]).toEqual([window, rate(cut(call.detected ?? 0, call.calls ?? 0))]);
        expect([window, of('falseAlarmRate')?.value]).toEqual([window, rate(cut(call.false ?? 0, call.detected ?? 0))]);
        expect([window, of('maintenanceCompliance')?.value, of('maintenanceCompliance')?.sample]).toEqual([
          window,
          total < 10 ? null : cut(job.done ?? 0, job.due ?? 0),
          job.due,
        ]);
        expect(of('availability')?.isSmall).toBe(few);
      }
    },
  );

  it.each(VIEWS)('counts of %s are the units of now, each state once', async (_, actor, narrowed, units) => {
    const { counts, kpis } = await findSummary(actor, ask(narrowed), NOW);
    const [now] = await rows<Record<string, number>>(
      `SELECT count(*)::int AS total, count(*) FILTER (WHERE e.display_type = 'EV')::int AS elevators, count(*) FILTER (WHERE e.display_type = 'ES')::int AS escalators,
              count(*) FILTER (WHERE is_trapped)::int AS trapped, count(*) FILTER (WHERE NOT is_trapped AND s.error_status = 1)::int AS faulty,
              count(*) FILTER (WHERE s.online_status = 1)::int AS online, count(*) FILTER (WHERE s.online_status IN (0, 1, 3))::int AS linked,
              count(*) FILTER (WHERE EXISTS (SELECT 1 FROM contract k WHERE k.equipment_no = e.equipment_no AND '${TODAY}' BETWEEN k.contract_start_date AND k.effective_end))::int AS contracted,
              count(*) FILTER (WHERE (SELECT count(*) FROM callback c WHERE c.equipment_no = e.equipment_no AND c.scsa = '1' AND c.job_status <> 'CLSC' AND c.create_date >= '${WINDOWS['30d']} 00:00+08') > 2)::int AS unhealthy
         FROM (${LIVE} AND ${units}) e LEFT JOIN equipment_status s USING (equipment_no),
              LATERAL (SELECT e.equipment_no IN ('U02', 'U03') AS is_trapped) t`,
    );
    expect(counts).toMatchObject({
      equipmentTotal: now?.total,
      elevatorTotal: now?.elevators,
      escalatorTotal: now?.escalators,
      inContract: now?.contracted,
      unhealthy: now?.unhealthy,
    });
    expect(counts.states).toMatchObject({ trapped: now?.trapped, fault: now?.faulty });
    expect(Object.values(counts.states).reduce((sum, one) => sum + one, 0)).toBe(now?.total);
    const online = kpis.find(({ key }) => key === 'onlineRate');
    expect(online?.value).toBe((now?.total ?? 0) < 10 ? null : cut(now?.online ?? 0, now?.linked ?? 0));
  });

  it.each(VIEWS)('months, reasons and hours of %s are what the raw rows say', async (_, actor, narrowed, units) => {
    const trend = await findTrend(actor, ask(narrowed), NOW);
    const months = async (condition: string) => {
      const found = await rows<{ month: string; n: number }>(
        `SELECT to_char(c.create_date AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM') AS month, count(*)::int AS n ${calls(units, WINDOWS['12m'], TODAY, condition)} GROUP BY 1`,
      );
      return trend.months.map((month) => found.find((one) => one.month === month)?.n ?? 0);
    };
    expect([trend.months[0], trend.months[11]]).toEqual(['2025-07', '2026-06']);
    expect(trend.callbacks).toEqual(await months('true'));
    expect(trend.equipmentCaused).toEqual(await months(`c.job_status = 'CLSO' AND c.scsa = '1'`));
    expect(trend.entrapments).toEqual(await months('c.person_trapped'));
    const causes = await rows<{ code: string; quantity: number }>(
      `SELECT coalesce(c.scsa, 'none') AS code, count(*)::int AS quantity ${calls(units, WINDOWS['30d'], TODAY, `c.job_status = 'CLSO'`)} GROUP BY 1`,
    );
    const sorted = (some: readonly { code: string; quantity: number }[]) =>
      [...some].sort((a, b) => (a.code < b.code ? -1 : 1));
    expect(sorted(trend.causes)).toEqual(sorted(causes));
    const hours = await rows<{ hour: number; n: number }>(
      `SELECT extract(hour FROM c.create_date AT TIME ZONE 'Asia/Shanghai')::int AS hour, count(*)::int AS n ${calls(units, WINDOWS['30d'], TODAY, 'c.person_trapped')} GROUP BY 1`,
    );
    expect(trend.entrapmentHours).toEqual(
      Array.from({ length: 24 }, (__, hour) => hours.find((one) => one.hour === hour)?.n ?? 0),
    );
    const week = await rows<{ day: string; n: number }>(
      `SELECT to_char(c.create_date AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD') AS day, count(*)::int AS n ${calls(units, '2026-06-09', TODAY)} GROUP BY 1`,
    );
    expect(trend.week.map(({ day, callbacks }) => [day, callbacks.reduce((sum, one) => sum + one, 0)])).toEqual(
      Array.from({ length: 7 }, (__, index) => {
        const day = dayText(NOW - (6 - index) * DAY);
        return [day, week.find((one) => one.day === day)?.n ?? 0];
      }),
    );
  });

  it.each(VIEWS)('problem units of %s are scored by their raw rows', async (_, actor, narrowed, units) => {
    const { units: ranked } = await findRanking(actor, { ...ask(narrowed), top: 10 }, NOW);
    const from = dayText(NOW - 89 * DAY);
    const expected = await rows<{ no: string; score: number }>(
      `SELECT e.equipment_no AS no, 5 * k.trapped + 3 * k.own + (k.calls - k.own) + 2 * y.faults + y.diagnoses + coalesce(d.sec, 0) / 3600.0 / 4 AS score
         FROM (${LIVE} AND ${units}) e,
              LATERAL (SELECT count(*) AS calls, count(*) FILTER (WHERE c.person_trapped) AS trapped, count(*) FILTER (WHERE c.job_status = 'CLSO' AND c.scsa = '1') AS own FROM callback c
                        WHERE c.equipment_no = e.equipment_no AND c.job_status <> 'CLSC' AND c.create_date >= '${from} 00:00+08') k,
              LATERAL (SELECT count(*) FILTER (WHERE s.category IN ('A', 'B')) AS faults, count(*) FILTER (WHERE s.category = 'D') AS diagnoses FROM symptom s WHERE s.equipment_no = e.equipment_no AND s.symptom_state = 'OPEN') y,
              LATERAL (SELECT sum(equipment_fault_sec)::float8 AS sec FROM equipment_day q WHERE q.equipment_no = e.equipment_no AND q.day >= '${from}') d
        ORDER BY 2 DESC, 1 LIMIT 10`,
    );
    expect(ranked.map(({ equipmentNo, score }) => [equipmentNo, score])).toEqual(
      expected.map(({ no, score }) => [no, Math.round(Number(score) * 10) / 10]),
    );
  });

  it('projects and branches add up to their units', async () => {
    // Failed: due until it is passed, whatever the date says.
    await pool().query(`UPDATE inspection SET result = 'fail' WHERE right(equipment_no, 1) = '5'`);
    const clock = jest.spyOn(Date, 'now').mockReturnValue(NOW);
    const reader = { ...HEAD, authorities: new Set([...HEAD.authorities, 'EQUIPMENT_READ' as const]) };
    const { projects } = await findRanking(HEAD, { ...ask({ view: 'ka' }), top: 1 }, NOW);
    for (const { projectId, equipmentTotal, callbacks, entrapments, inspectionsDue, unhealthy, city } of projects) {
      const of = { projectId, pageIndex: 1, pageSize: 15 };
      const bad = validate(queryEquipment.input, { ...of, projectId: [projectId], unhealthy: 1 });
      expect([projectId, unhealthy, inspectionsDue]).toEqual([
        projectId,
        (await findEquipmentPage(reader, bad)).total,
        (await findInspections(reader, 'expired', validate(queryExpiredInspection.input, of))).total,
      ]);
      const units = inProjects(projectId);
      const [found] = await rows<Record<string, number>>(
        `SELECT count(*)::int AS calls, count(*) FILTER (WHERE c.person_trapped)::int AS trapped ${calls(units, WINDOWS['30d'], TODAY)}`,
      );
      const [now] = await rows<Record<string, number>>(
        `SELECT count(*)::int AS total, count(*) FILTER (WHERE i.next_inspection_date < '${TODAY}' OR i.result = 'fail')::int AS due FROM (${LIVE} AND ${units}) e LEFT JOIN inspection i USING (equipment_no)`,
      );
      expect([projectId, equipmentTotal, callbacks, entrapments, inspectionsDue]).toEqual([
        projectId,
        now?.total,
        found?.calls,
        found?.trapped,
        now?.due,
      ]);
      expect(city).toBe(projectId === 'P3' ? '苏州市' : '上海市');
    }
    expect(projects.map(({ projectId }) => projectId)).toEqual(['P1', 'P3']);
    const { branches } = await findRanking(HEAD, { ...ask(), top: 1 }, NOW);
    const open = await rows<{ code: string; n: number }>(
      `SELECT e.branch_code AS code, count(*)::int AS n FROM callback c JOIN (${LIVE}) e USING (equipment_no) WHERE c.job_status NOT IN ('CLSO', 'CLSC') GROUP BY 1 ORDER BY 1`,
    );
    expect(
      branches
        .map(({ branchCode, openCallbacks }) => ({ code: branchCode, n: openCallbacks }))
        .sort((a, b) => (a.code < b.code ? -1 : 1)),
    ).toEqual(open);
    clock.mockRestore();
  });

  it('the board counts open call-outs by state and those closed since midnight', async () => {
    for (const [, actor, narrowed, units] of VIEWS) {
      const { board, duty, done } = await findOpen(actor, { ...ask(narrowed), limit: 200 }, 'zh-CN', NOW);
      const [site] = await rows<{ n: number }>(
        `SELECT count(*)::int AS n FROM callback c JOIN (${LIVE} AND ${units}) e USING (equipment_no) WHERE c.job_status = 'SITE'`,
      );
      expect(board?.SITE).toBe(site?.n);
      expect(duty?.rows.filter(({ callbackId }) => callbackId !== null)).toHaveLength(Math.min(200, site?.n ?? 0));
      const [closed] = await rows<{ n: number }>(
        `SELECT count(*)::int AS n FROM callback c JOIN (${LIVE} AND ${units}) e USING (equipment_no) WHERE c.job_status = 'CLSO' AND c.close_date >= '${TODAY} 00:00+08'`,
      );
      expect([board?.done, done.length]).toEqual([closed?.n, Math.min(20, closed?.n ?? 0)]);
    }
  });

  it('what is next are the nearest open job, inspection and end of a contract that has begun', async () => {
    const reader = { ...HEAD, authorities: new Set([...HEAD.authorities, 'EQUIPMENT_READ' as const]) };
    await pool().query(
      `UPDATE contract SET contract_end_date = '2026-06-20', effective_end = '2026-06-20' WHERE effective_end = '${TODAY}'`,
    );
    await pool().query(
      `INSERT INTO contract (contract_no, equipment_no, branch_code, contract_start_date, contract_end_date, effective_end, update_date)
       VALUES ('LATER', 'U03', 'B1', '2026-06-16', '2026-06-18', '2026-06-18', now())`,
    );
    const { next } = await findOpen(reader, { ...ask(), limit: 1 }, 'zh-CN', NOW);
    const [job] = await rows<{ day: string }>(
      `SELECT min(j.plan_date)::text AS day FROM maintenance_job j JOIN (${LIVE}) e USING (equipment_no) WHERE j.job_status IN ('PLAN', 'LOCK') AND j.plan_date >= '${TODAY}'`,
    );
    expect(next).toEqual({ maintenance: job?.day, inspection: TODAY, contract: '2026-06-20' });
    await pool().query(`DELETE FROM contract WHERE contract_no = 'LATER'`);
    await pool().query(
      `UPDATE contract SET contract_end_date = '${TODAY}', effective_end = '${TODAY}' WHERE effective_end = '2026-06-20'`,
    );
  });

  it('the last events hold a call-out until two days after its end', async () => {
    const lastIds = async (closed: number) => {
      await pool().query(
        `UPDATE callback SET close_date = to_timestamp($1), job_update_date = to_timestamp($2) WHERE callback_id = 'EDGE-4'`,
        [closed / 1000, NOW / 1000],
      );
      return (await findOpen(HEAD, { ...ask(), limit: 1 }, 'zh-CN', NOW)).recent.map(({ id }) => id);
    };
    expect(await lastIds(NOW - 2 * 86_400_000 - 1000)).not.toContain('EDGE-4');
    expect(await lastIds(NOW - 2 * 86_400_000 + 1000)).toContain('EDGE-4');
    await pool().query(
      `UPDATE callback SET close_date = '${TODAY} 09:00+08', job_update_date = '${TODAY} 09:00+08' WHERE callback_id = 'EDGE-4'`,
    );
  });

  it.each(VIEWS.slice(0, 5))('numbers of %s are the lists behind them', async (_, actor, narrowed) => {
    const reader = { ...actor, authorities: new Set([...actor.authorities, 'EQUIPMENT_READ' as const]) };
    const branchCode = narrowed.branchCode === undefined ? [] : [narrowed.branchCode];
    const of = { pageIndex: 1, pageSize: 15, ...(branchCode.length > 0 ? { branchCode } : {}) };
    const { counts } = await findSummary(reader, ask(narrowed), NOW);
    for (const [displayType, total] of [
      ['EV', counts.elevatorTotal],
      ['ES', counts.escalatorTotal],
      ['WW', counts.sidewalkTotal],
    ] as const) {
      const query = validate(queryEquipment.input, { ...of, displayType });
      expect((await findEquipmentPage(reader, query)).total).toBe(total);
    }
    const clock = jest.spyOn(Date, 'now').mockReturnValue(NOW);
    for (const [inContract, total] of [
      [1, counts.inContract],
      [0, counts.equipmentTotal - counts.inContract],
    ] as const) {
      const query = validate(queryEquipment.input, { ...of, inContract });
      expect((await findEquipmentPage(reader, query)).total).toBe(total);
    }
    for (const [unhealthy, total] of [
      [1, counts.unhealthy],
      [0, counts.equipmentTotal - counts.unhealthy],
    ] as const) {
      const query = validate(queryEquipment.input, { ...of, unhealthy });
      expect((await findEquipmentPage(reader, query)).total).toBe(total);
    }
    clock.mockRestore();
    const { board } = await findOpen(reader, { ...ask(narrowed), limit: 1 }, 'zh-CN', NOW);
    const closed = {
      ...of,
      startCreateDate: '2000-01-01',
      endCreateDate: TODAY,
      jobStatus: ['CLSO'],
      closedSince: TODAY,
    };
    expect((await findCallbackPage(reader, validate(queryCallbacks.input, closed), 'zh-CN')).total).toBe(board?.done);
    const { units } = await findRanking(reader, { ...ask(narrowed), top: 10 }, NOW);
    for (const { equipmentNo, faultSymptoms, diagnoses } of units)
      for (const [categoryList, total] of [
        [['A', 'B'], faultSymptoms],
        [['D'], diagnoses],
      ] as const) {
        const query = { ...of, equipmentNo, categoryList, symptomStateList: WAITING_STATES };
        expect((await findSymptomPage(reader, 'zh-CN', validate(querySymptoms.input, query))).total).toBe(total);
      }
  });

  it('an open call-out of a project tells what happened when, and what its technician said', async () => {
    const asked = { ...ask({ view: 'kaProject', projectIds: ['P2'] }), limit: 200 };
    const [first] = (await findOpen(CUSTOMER, asked, 'zh-CN', NOW)).progress;
    await pool().query(
      `INSERT INTO technician_link (callback_id, token_hash, technician_name, technician_phone, sms_id, create_date, accepted_date)
       VALUES ($1, 'h', '王', '13800000000', 1, '2026-06-15 08:00+08', '2026-06-15 08:04+08')`,
      [first?.callbackId],
    );
    const { progress, duty } = await findOpen(CUSTOMER, asked, 'zh-CN', NOW);
    expect(progress.map(({ callbackId }) => callbackId)).toEqual(
      duty?.rows.flatMap(({ callbackId }) => callbackId ?? []),
    );
    const raw = await rows<{ id: string; said: string }>(
      `SELECT s.callback_id AS id, string_agg(s.status || ' ' || to_char(s.update_time AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS'), ', ' ORDER BY s.update_time, s.id) AS said
         FROM callback_status s JOIN callback c USING (callback_id) JOIN (${LIVE} AND ${inProjects('P2')}) e USING (equipment_no)
        WHERE c.job_status NOT IN ('CLSO', 'CLSC') GROUP BY 1 ORDER BY 1`,
    );
    expect(raw.length).toBeGreaterThan(2);
    expect(
      progress
        .map(({ callbackId: id, statusHistory }) => ({
          id,
          said: statusHistory.map(({ status, updateTime }) => `${status} ${updateTime}`).join(', '),
        }))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
    ).toEqual(raw);
    const said = progress.map(({ technician }) => technician.state);
    expect([said.shift(), new Set(said)]).toEqual(['accepted', new Set(['none'])]);
    expect(progress[0]?.technician.at).toBe('2026-06-15 08:04:00');
    expect((await findOpen(HEAD, { ...ask(), limit: 50 }, 'zh-CN', NOW)).progress).toEqual([]);
    const blind = { ...CUSTOMER, authorities: new Set([]) };
    expect((await findOpen(blind, asked, 'zh-CN', NOW)).progress).toEqual([]);
  });

  it('units by their call-outs, and what each unit of a project did, are what the raw rows say', async () => {
    const { distribution } = await findRanking(BRANCH, { ...ask({ view: 'kaBranch' }), top: 1 }, NOW);
    const parts = await rows<{ n: number; units: number }>(
      `SELECT least(n, 5)::int AS n, count(*)::int AS units FROM (
         SELECT u.equipment_no, (SELECT count(*) ${calls('true', WINDOWS['30d'], TODAY, 'c.equipment_no = u.equipment_no')}) AS n FROM (${LIVE} AND ${inProjects('P1')}) u) x GROUP BY 1`,
    );
    expect(distribution).toEqual(
      Array.from({ length: 6 }, (_, calls) => parts.find(({ n }) => n === calls)?.units ?? 0),
    );
    const { unitFigures } = await findRanking(
      CUSTOMER,
      { ...ask({ view: 'kaProject', projectIds: ['P2'] }), top: 1 },
      NOW,
    );
    const figures = await rows<{ no: string; trips: string | null; available: string; seen: string }>(
      `SELECT e.equipment_no AS no, sum(d.trips) AS trips, sum(d.available_sec) FILTER (WHERE coalesce(d.seen, d.unknown_sec <= 43200)) AS available,
              86400 * count(*) FILTER (WHERE coalesce(d.seen, d.unknown_sec <= 43200)) AS seen
         FROM (${LIVE} AND ${inProjects('P2')}) e LEFT JOIN equipment_day d ON d.equipment_no = e.equipment_no AND d.day BETWEEN '${WINDOWS['30d']}' AND '${TODAY}'
        GROUP BY 1, e.equipment_name ORDER BY e.equipment_name`,
    );
    expect(unitFigures.map(({ equipmentNo, trips, availability }) => [equipmentNo, trips, availability])).toEqual(
      figures.map(({ no, trips, available, seen }) => [
        no,
        trips === null ? null : Number(trips),
        cut(Number(available), Number(seen)),
      ]),
    );
    expect(unitFigures.length).toBeGreaterThan(4);
  });

  it('says nothing of call-outs and jobs to who may not read their lists', async () => {
    const { duty, board, done, maintenance } = await findOpen(
      { ...HEAD, authorities: new Set() },
      { ...ask(), limit: 50 },
      'zh-CN',
      NOW,
    );
    expect([duty, board, done, maintenance]).toEqual([null, null, [], null]);
    const { units } = await findRanking({ ...HEAD, authorities: new Set() }, { ...ask(), top: 3 }, NOW);
    expect(units.every(({ faultSymptoms, diagnoses }) => faultSymptoms === null && diagnoses === null)).toBe(true);
  });

  it('refuses a foreign branch or project, and a project page without its project', async () => {
    await expect(findSummary(BRANCH, ask({ branchCode: 'B2' }), NOW)).rejects.toMatchObject({
      id: 'no_object_permission',
    });
    await expect(findTrend(CUSTOMER, ask({ view: 'kaProject', projectIds: ['P3'] }), NOW)).rejects.toMatchObject({
      id: 'no_object_permission',
    });
    await expect(findRanking(CUSTOMER, { ...ask({ projectIds: ['P1', 'P3'] }), top: 10 }, NOW)).rejects.toMatchObject({
      id: 'no_object_permission',
    });
    await expect(findSummary(HEAD, ask({ branchCode: 'NONE' }), NOW)).rejects.toMatchObject({ id: 'not_found' });
    await expect(findSummary(HEAD, ask({ view: 'kaProject' }), NOW)).rejects.toMatchObject({ id: 'validation_failed' });
  });

  it('computes once for all who ask the same, and apart for another scope', async () => {
    const query = jest.spyOn(pool(), 'query');
    // Beside them each account's own rights are read.
    const sums = () => query.mock.calls.filter(([asked]) => JSON.stringify(asked).includes('callback_fact')).length;
    const another = { ...HEAD, username: 'another' };
    await findSummary(HEAD, ask(), NOW);
    const once = sums();
    await Promise.all(Array.from({ length: 50 }, () => findSummary(another, ask(), NOW)));
    expect([once > 0, sums()]).toEqual([true, once]);
    const { counts } = await findSummary(BRANCH, ask(), NOW);
    expect(sums()).toBeGreaterThan(once);
    expect(counts.equipmentTotal).toBeLessThan(24);
    query.mockRestore();
  });
});
