import { keepCallbackFacts } from '@/lib/features/callbacks/internal/callback-facts';
import { sumLoaded } from '@/lib/features/facts/internal/backfill';
import type { HealthReport } from '@/lib/features/health-report/contract';
import { documentOf } from '@/lib/features/health-report/document';
import { paperOf } from '@/lib/features/health-report/paper';
import { makeHealthReport } from '@/lib/features/health-report/report';
import type { Actor } from '@/lib/platform/contract/actor';
import { pool } from '@/lib/platform/db/client';
import { drawPaper } from '@/lib/platform/pdf/draw';
import { pdfFonts, pdfInfo, pdfLetters } from '../../../support/pdf';
import { actorOf } from '../../../support/actors';
import { useFreshDatabase } from '../../support/database';
import { usePaper } from '../../support/paper';
import { fillWorld, NOW } from '../facts/sum-world';

/** The report on projects against the raw rows: no function, view or roll-up of the product is in these queries. */

useFreshDatabase();
usePaper();

const HEAD = actorOf(0);
const BRANCH = actorOf(2, { branches: ['B1'] });
const CUSTOMER: Actor = { ...actorOf(1, { projects: ['P1'] }), customerType: 2 };

const YEAR = { startDate: '2025-06-01', endDate: '2026-05-31' };
const MONTH = { startDate: '2026-05-01', endDate: '2026-05-31' };

beforeAll(async () => {
  await fillWorld();
  // Every unit is called every nine days; reasons, states and trapped persons by turns, some of them cancelled.
  await pool().query(
    `
    INSERT INTO callback (callback_id, equipment_no, branch_code, callback_type, job_description, job_status, scsa, scsa_text, person_trapped, create_date, close_date, job_update_date)
    SELECT 'H-' || e.equipment_no || '-' || i, e.equipment_no, e.branch_code, 'Customer call', '门 #' || i, s.status,
           CASE WHEN s.status = 'CLSO' THEN (ARRAY['1', '2', '5'])[1 + h % 3] END, CASE WHEN s.status = 'CLSO' THEN '原因' || h % 3 END, h % 7 = 0,
           s.at, CASE WHEN s.status = 'CLSO' THEN s.at + interval '90 minutes' END, s.at + interval '2 hours'
      FROM equipment e CROSS JOIN generate_series(0, 45) i,
           LATERAL (SELECT ('x' || substr(md5(e.equipment_no || i), 1, 6))::bit(24)::int AS h) k,
           LATERAL (SELECT timestamptz '2025-05-20 00:00+08' + (i * 9 || ' days')::interval + (h % 86400 || ' seconds')::interval AS at,
                           (ARRAY['CLSO', 'CLSO', 'CLSO', 'CLSC', 'SITE'])[1 + h % 5] AS status) s
     WHERE s.at < to_timestamp($1)`,
    [NOW / 1000],
  );
  await pool().query(`
    INSERT INTO callback_status (callback_id, status, update_time)
    SELECT callback_id, 'INIT', create_date FROM callback
    UNION ALL SELECT callback_id, job_status, coalesce(close_date, job_update_date) FROM callback`);
  await pool().query(`
    INSERT INTO symptom (symptom_id, equipment_no, branch_code, equipment_text, symptom_title, category, symptom_state, create_date)
    SELECT 'S-' || e.equipment_no, e.equipment_no, e.branch_code, e.equipment_name, '征兆', (ARRAY['A', 'B', 'D'])[1 + row_number() OVER (ORDER BY e.equipment_no) % 3], 'OPEN', timestamptz '2026-05-12 10:00+08'
      FROM equipment e`);
  await pool().query(`UPDATE equipment SET construction_date = date '2014-03-01' WHERE equipment_no IN ('U02', 'U03')`);
  const client = await pool().connect();
  try {
    await sumLoaded(client, NOW);
    await keepCallbackFacts(NOW);
  } finally {
    client.release();
  }
}, 120_000);

const reportOf = (actor: Actor, projectId: string[], window: { startDate: string; endDate: string }) =>
  makeHealthReport(actor, { projectId, ...window, intervalDays: 30 }, 'zh-CN', NOW);

async function rows<T>(sql: string, ...values: unknown[]): Promise<T[]> {
  return (await pool().query(sql, values)).rows as T[];
}
const UNITS = `SELECT e.* FROM equipment e WHERE e.deleted_at IS NULL AND EXISTS (SELECT 1 FROM project_equipment p WHERE p.equipment_no = e.equipment_no AND p.project_id = ANY($1))`;
const CALLS = `SELECT c.* FROM callback c JOIN (${UNITS}) e USING (equipment_no) WHERE c.job_status <> 'CLSC' AND c.create_date >= ($2 || ' 00:00+08')::timestamptz AND c.create_date < ($3 || ' 00:00+08')::timestamptz + interval '1 day'`;

async function expected(projects: string[], from: string, until: string) {
  const months = (condition: string) =>
    rows<{ month: string; n: number }>(
      `SELECT to_char(create_date AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM') AS month, count(*)::int AS n FROM (${CALLS}) c WHERE ${condition} GROUP BY 1`,
      projects,
      from,
      until,
    );
  const abnormal = await rows<{ name: string }>(
    `SELECT e.equipment_name AS name FROM (${UNITS}) e JOIN callback c USING (equipment_no)
      WHERE c.scsa = '1' AND c.job_status <> 'CLSC' AND c.create_date >= ($2 || ' 00:00+08')::timestamptz - interval '29 days' AND c.create_date < ($2 || ' 00:00+08')::timestamptz + interval '1 day'
      GROUP BY e.equipment_no, e.equipment_name HAVING count(*) > 2`,
    projects,
    until,
  );
  const units = await rows<Record<string, number | string | null>>(
    `SELECT e.equipment_no AS no, e.display_type AS type, e.cube_no,
            (SELECT count(*)::int FROM (${CALLS}) c WHERE c.equipment_no = e.equipment_no) AS calls,
            (SELECT sum(trips)::float8 / nullif(count(trips), 0) FROM equipment_day d WHERE d.equipment_no = e.equipment_no AND d.day BETWEEN $2::date AND $3::date) AS trips,
            (SELECT sum(run_sec)::float8 / 3600 / nullif(count(run_sec), 0) FROM equipment_day d WHERE d.equipment_no = e.equipment_no AND d.day BETWEEN $2::date AND $3::date) AS hours
       FROM (${UNITS}) e ORDER BY 1`,
    projects,
    from,
    until,
  );
  const reasons = await rows<{ code: string; n: number }>(
    `SELECT coalesce(scsa, 'none') AS code, count(*)::int AS n FROM (${CALLS}) c WHERE job_status = 'CLSO' GROUP BY 1`,
    projects,
    from,
    until,
  );
  const latest = await rows<{ id: string }>(
    `SELECT callback_id AS id FROM (${CALLS}) c ORDER BY create_date DESC, callback_id LIMIT 100`,
    projects,
    from,
    until,
  );
  return {
    all: await months('true'),
    own: await months(`scsa = '1' AND job_status = 'CLSO'`),
    trapped: await months('person_trapped'),
    abnormal,
    units,
    reasons,
    latest,
  };
}

const monthValues = (found: Record<string, number>) =>
  Object.entries(found)
    .filter(([, value]) => value > 0)
    .map(([month, n]) => ({ month, n }));
const sorted = <T>(list: T[], key: (one: T) => string) => [...list].sort((a, b) => (key(a) < key(b) ? -1 : 1));
const bandOf = (value: number | null, ends: [number, string][]) =>
  value === null ? '无数据' : (ends.find(([end]) => value <= end)?.[1] ?? '');
const TRIPS: [number, string][] = [
  [200, '0-200次'],
  [500, '200-500次'],
  [1000, '500-1000次'],
  [Infinity, '>1000次'],
];
const HOURS: [number, string][] = [
  [3, '0-3h'],
  [6, '3-6h'],
  [9, '6-9h'],
  [Infinity, '>9h'],
];
const counted = (names: string[]) =>
  names.reduce<Record<string, number>>((all, name) => ({ ...all, [name]: (all[name] ?? 0) + 1 }), {});
const withoutZero = (found: Record<string, number>) =>
  Object.fromEntries(Object.entries(found).filter(([, n]) => n > 0));

describe('a project report', () => {
  it.each([
    ['one project, a year', HEAD, ['P1'], YEAR],
    ['one project, a month', BRANCH, ['P1'], MONTH],
    ['two that share units', HEAD, ['P1', 'P2'], YEAR],
    ['two that share units, a month, of a branch', BRANCH, ['P2', 'P1'], MONTH],
    ['another branch', HEAD, ['P3'], MONTH],
    ['the project of a customer', CUSTOMER, ['P1'], YEAR],
  ] as const)(
    '[HEALTH-010][HEALTH-011][HEALTH-012][HEALTH-013][HEALTH-014][HEALTH-018] says what the raw rows say: %s',
    async (_, actor, ids, window) => {
      const report = await reportOf(actor, [...ids], window);
      const raw = await expected([...ids], window.startDate, window.endDate);
      const isEsc = (unit: (typeof raw.units)[number]) => unit.type === 'ES' || unit.type === 'WW';
      const [lifts, stairs] = [raw.units.filter((unit) => !isEsc(unit)), raw.units.filter(isEsc)];
      expect(report.project).toMatchObject({ etlTotal: lifts.length, escTotal: stairs.length });
      expect(sorted(monthValues(report.callbackStatistics.callbackOverview), ({ month }) => month)).toEqual(
        sorted(raw.all, ({ month }) => month),
      );
      expect(sorted(monthValues(report.callbackStatistics.callbackCB2Overview), ({ month }) => month)).toEqual(
        sorted(raw.own, ({ month }) => month),
      );
      expect(sorted(monthValues(report.personStatistics.entrapmentOverview), ({ month }) => month)).toEqual(
        sorted(raw.trapped, ({ month }) => month),
      );
      expect([...report.equipmentStatistic.CB2EquipmentNames].sort()).toEqual(
        raw.abnormal.map(({ name }) => name).sort(),
      );
      expect(report.equipmentStatistic).toMatchObject({
        abnormalTotal: raw.abnormal.length,
        normalTotal: raw.units.length - raw.abnormal.length,
        telemonitorTotal: raw.units.filter(({ cube_no }) => cube_no !== null).length,
        percentage: Math.floor(((raw.units.length - raw.abnormal.length) / raw.units.length) * 1000) / 10,
      });
      expect(
        sorted(
          report.callbackStatistics.callbackReason.map(({ code, quantity }) => ({ code, n: quantity })),
          ({ code }) => code,
        ),
      ).toEqual(sorted(raw.reasons, ({ code }) => code));
      expect(report.equipmentStatistic.errorInfos.map(({ callbackId }) => callbackId)).toEqual(
        raw.latest.map(({ id }) => id),
      );
      expect(withoutZero(report.runStatistics.eleAverage)).toEqual(
        counted(lifts.map(({ trips }) => bandOf(trips as number | null, TRIPS))),
      );
      expect(withoutZero(report.runStatistics.escAverage)).toEqual(
        counted(stairs.map(({ hours }) => bandOf(hours as number | null, HOURS))),
      );
      const infos = [...report.equipmentStatistic.eleInfos, ...report.equipmentStatistic.escInfos];
      expect(
        sorted(
          infos.map(({ equipmentNo, callbackNumbers }) => ({ no: equipmentNo, calls: callbackNumbers })),
          ({ no }) => no,
        ),
      ).toEqual(raw.units.map(({ no, calls }) => ({ no, calls })));
      expect(report.figures.callbacks).toBe(raw.all.reduce((sum, { n }) => sum + n, 0));
      expect(
        report.callbackStatistics.callbackDistribution.map(({ equipmentNo, quantity }) => [equipmentNo, quantity]),
      ).toEqual(
        [...raw.units]
          .filter(({ calls }) => Number(calls) > 0)
          .sort((a, b) => Number(b.calls) - Number(a.calls) || (String(a.no) < String(b.no) ? -1 : 1))
          .slice(0, 5)
          .map(({ no, calls }) => [no, calls]),
      );
    },
  );

  it('[HEALTH-016][HEALTH-017][HEALTH-015] carries the rows of units and call-outs by their names, and its window', async () => {
    const report = await reportOf(HEAD, ['P1'], MONTH);
    const [unit] = report.equipmentStatistic.eleInfos;
    expect(Object.keys(unit ?? {})).toEqual(
      expect.arrayContaining([
        'EQKTX',
        'use_years',
        'contract_end',
        'callbackNumbers',
        'tripsAverage',
        'openAverage',
        'runAverage',
        'energySaving',
        'healthStatus',
      ]),
    );
    const [call] = report.equipmentStatistic.errorInfos;
    expect(Object.keys(call ?? {})).toEqual(
      expect.arrayContaining([
        'equipmentName',
        'callbackType',
        'jobStatus',
        'createDate',
        'arrivalDate',
        'jobUpdateDate',
        'jobDescription',
        'personTrapped',
        'jobTechRemark',
        'stopTime',
        'scsaText',
      ]),
    );
    expect(report.requestPayload).toEqual({
      startDate: '2026-05-01',
      endDate: '2026-05-31',
      reportCreatedDate: '2026-06-15 10:00:00',
    });
    expect(report.equipmentStatistic.errorInfos.find(({ jobStatus }) => jobStatus === 'CLSO')?.stopTime).toBe(1.5);
  });

  it('[HEALTH-019] of the running month ends yesterday and is as long as the month before', async () => {
    const { requestPayload } = await reportOf(HEAD, ['P1'], { startDate: '2026-06-01', endDate: '2026-06-30' });
    expect(requestPayload).toMatchObject({ startDate: '2026-05-15', endDate: '2026-06-14' });
  });

  it('[HEALTH-023] advises in the order A, B, D, age, use', async () => {
    const report = await reportOf(HEAD, ['P1'], MONTH);
    expect(report.suggestions.map(({ kind }) => kind)).toEqual(['A', 'B', 'D', 'age']);
    expect(report.suggestions.at(-1)).toMatchObject({ count: 2, names: ['Unit 2', 'Unit 3'] });
  });

  it.each([
    ['foreign', CUSTOMER, ['P2'], 'no_object_permission'],
    ['of another branch', BRANCH, ['P3'], 'no_object_permission'],
    ['unknown', HEAD, ['P9'], 'not_found'],
  ] as const)('refuses a project that is %s', async (_, actor, ids, error) => {
    await expect(reportOf(actor, [...ids], MONTH)).rejects.toMatchObject({ id: error });
  });

  it('[HEALTH-033] refuses more than 500 units', async () => {
    await pool().query(`
      INSERT INTO equipment (equipment_no, equipment_name, equipment_type, display_type, branch_code, update_date)
      SELECT 'X' || i, 'X' || i, 'YAE_ELT', 'EV', 'B2', now() FROM generate_series(1, 495) i`);
    await pool().query(
      `INSERT INTO project_equipment (project_id, equipment_no) SELECT 'P3', 'X' || i FROM generate_series(1, 495) i`,
    );
    await expect(reportOf(HEAD, ['P3'], MONTH)).rejects.toMatchObject({ id: 'too_many_equipment' });
  });
});

describe('its paper', () => {
  let report: HealthReport;
  beforeAll(async () => {
    report = await reportOf(HEAD, ['P1', 'P2'], YEAR);
  });

  it.each(['zh-CN', 'en'] as const)(
    '[HEALTH-009] prints every figure of the same document, in %s',
    async (language) => {
      const document = documentOf(report, language);
      const pdf = await drawPaper(paperOf(document, language, NOW));
      const letters = pdfLetters(pdf);
      const flat = (text: string) => text.replace(/\s+/g, '');
      for (const sentence of [...document.summary, ...document.suggestions, ...document.notes])
        expect(letters).toContain(flat(sentence));
      for (const { label, value } of [...document.figures, ...document.facts]) {
        for (const word of label.split(' ')) expect(letters).toContain(word);
        expect(letters).toContain(flat(value));
      }
      for (const table of document.tables) for (const row of table.rows) expect(letters).toContain(flat(row[0] ?? ''));
      for (const section of Object.values(document.sections)) expect(letters).toContain(flat(section));
      expect(pdfInfo(pdf)).toMatchObject({ Tagged: 'yes' });
      expect(pdfFonts(pdf).every(({ isEmbedded }) => isEmbedded)).toBe(true);
    },
  );
});
