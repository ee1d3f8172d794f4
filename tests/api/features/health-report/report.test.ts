import { queryCallbacks } from '@/lib/features/callbacks/contract';
import { findCallbackPage } from '@/lib/features/callbacks/list';
import type { HealthReport } from '@/lib/features/health-report/contract';
import { documentOf } from '@/lib/features/health-report/document';
import { paperOf } from '@/lib/features/health-report/paper';
import { drawHealthReport } from '@/lib/features/health-report/pdf';
import { makeHealthReport } from '@/lib/features/health-report/report';
import type { Actor } from '@/lib/platform/contract/actor';
import { pool } from '@/lib/platform/db/client';
import { drawPaper } from '@/lib/platform/pdf/draw';
import { pdfFonts, pdfInfo, pdfLetters } from '../../../support/pdf';
import { actorOf } from '../../../support/actors';
import { printedLines } from '../../support/answered-file';
import { useFreshDatabase } from '../../support/database';
import { usePaper } from '../../support/paper';
import { NOW } from '../facts/sum-world';
import { rawReport } from './raw-report';
import { figuresOf, printOf, wholeOf } from './raw-words';
import { fillReports, LONG_NAME, ODD_UNIT } from './report-world';

/** The report on projects against the raw rows, in JSON and in what `pdftotext -layout` reads of its paper. */

useFreshDatabase();
usePaper();

const HEAD = actorOf(0);
const BRANCH = actorOf(2, { branches: ['B1'] });
const CUSTOMER: Actor = { ...actorOf(1, { projects: ['P1'] }), customerType: 2 };

const YEAR = { startDate: '2025-06-01', endDate: '2026-05-31' };
const MONTH = { startDate: '2026-05-01', endDate: '2026-05-31' };
/** The running month: its window is as long as the month before and ends yesterday. */
const RUNNING = { startDate: '2026-06-01', endDate: '2026-06-30' };
const RUNNING_DAYS = { startDate: '2026-05-15', endDate: '2026-06-14' };

beforeAll(fillReports, 120_000);

const inputOf = (projectId: readonly string[], window: typeof YEAR) => ({
  projectId: [...projectId],
  ...window,
  intervalDays: 30,
});
const reportOf = (actor: Actor, projectId: readonly string[], window: typeof YEAR) =>
  makeHealthReport(actor, inputOf(projectId, window), 'zh-CN', NOW);

describe('a project report', () => {
  it.each([
    ['of 9 units', HEAD, ['P1'], YEAR],
    ['of 9 units, of a month', HEAD, ['P1'], RUNNING],
    ['of a unit that is gone', HEAD, ['P2'], YEAR],
    ['of a unit that is gone, of a month', BRANCH, ['P2'], RUNNING],
    ['of another branch', HEAD, ['P3'], YEAR],
    ['of another branch, of a month', HEAD, ['P3'], RUNNING],
    ['of two branches, large enough for rates', HEAD, ['P4'], YEAR],
    ['of two branches, of a month', HEAD, ['P4'], RUNNING],
    ['of units that nobody saw', HEAD, ['P5'], YEAR],
    ['of units that nobody saw, of a month', HEAD, ['P5'], RUNNING],
    ['on two projects that share units', BRANCH, ['P2', 'P1'], YEAR],
    ['on the project of a customer', CUSTOMER, ['P1'], RUNNING],
  ] as const)(
    '[HEALTH-010][HEALTH-011][HEALTH-012][HEALTH-013][HEALTH-014][HEALTH-018] says what the raw rows say: %s',
    async (_, actor, ids, window) => {
      const { startDate, endDate } = window === RUNNING ? RUNNING_DAYS : window;
      const raw = await rawReport(ids, startDate, endDate);
      const report = await reportOf(actor, ids, window);
      expect(report.requestPayload).toMatchObject({ startDate, endDate });
      expect(figuresOf(report)).toEqual(wholeOf(raw));

      const { bytes, name } = await drawHealthReport(actor, inputOf(ids, window), 'zh-CN', NOW);
      const lines = printedLines(bytes);
      const { whole, parts } = printOf(raw, ids.length > 1 ? report : null);
      for (const line of whole) expect(lines).toContain(line);
      const text = lines.join('\n');
      for (const part of parts) expect(text).toContain(part);
      expect(name).toMatch(/项目运行报告\.pdf$/);
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
    expect(report.equipmentStatistic.errorInfos.find(({ scsaText }) => scsaText === '到场正常')?.stopTime).toBe(1.5);
  });

  it('[HEALTH-019] of the running month ends yesterday and is as long as the month before', async () => {
    const { requestPayload } = await reportOf(HEAD, ['P1'], { startDate: '2026-06-01', endDate: '2026-06-30' });
    expect(requestPayload).toMatchObject({ startDate: '2026-05-15', endDate: '2026-06-14' });
  });

  it('[HEALTH-023] advises in the order A, B, D, age, use', async () => {
    const report = await reportOf(HEAD, ['P1'], MONTH);
    expect(report.suggestions.map(({ kind }) => kind)).toEqual(['A', 'B', 'D', 'age', 'use']);
    expect(report.suggestions.slice(-2)).toEqual([
      { kind: 'age', count: 2, names: ['Unit 2', 'Unit 3'] },
      { kind: 'use', count: 1, names: ['Unit 2'] },
    ]);
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

describe('the list behind each number', () => {
  const READ = ['CALLBACK_READ'];
  const branch = actorOf(2, { branches: ['B1'] }, READ);
  const customer: Actor = { ...actorOf(1, { projects: ['P1', 'P2'] }, READ), customerType: 2 };

  /** Every number of the report that leads to rows, by the filters of their list. */
  async function numbersOf(actor: Actor, projectId: readonly string[], window: typeof YEAR) {
    const report = await reportOf(actor, projectId, window);
    const { figures, trend, entrapments, reasons, top } = documentOf(
      report,
      'zh-CN',
      (filters) => `?${new URLSearchParams(filters)}`,
    );
    const [, perUnitYear, trapped] = figures;
    const ofSeries = [trend, ...(entrapments ? [entrapments] : [])].flatMap(({ series }) =>
      series.flatMap(({ values, hrefs = [] }) => values.map((value, at) => ({ value, href: hrefs[at] }))),
    );
    return [
      { value: report.figures.callbacks, href: perUnitYear?.href },
      { value: report.figures.entrapments, href: trapped?.href },
      ...ofSeries,
      ...[...reasons.entries, ...top.entries].map(({ value, href }) => ({ value, href })),
    ].flatMap(({ value, href }) => (href === undefined ? [] : [{ value, href }]));
  }

  it.each([
    ['head office', actorOf(0, {}, READ), ['P4'], YEAR],
    ['head office with the focus on another project', { ...actorOf(0, {}, READ), focus: ['P3'] }, ['P4'], RUNNING],
    ['a branch', branch, ['P1', 'P2'], RUNNING],
    ['a branch with the focus on one of two projects', { ...branch, focus: ['P2'] }, ['P1', 'P2'], YEAR],
    ['a customer', customer, ['P1'], YEAR],
    ['a customer with the focus on another project', { ...customer, focus: ['P2'] }, ['P1'], RUNNING],
  ] as const)('has that many rows, for %s', async (_, actor, ids, window) => {
    const numbers = await numbersOf(actor, ids, window);
    expect(numbers.length).toBeGreaterThan(8);
    for (const { value, href } of numbers) {
      const filters = queryCallbacks.input.parse(Object.fromEntries(new URLSearchParams(href)));
      const { total } = await findCallbackPage(actor, filters, 'zh-CN');
      expect([href, total]).toEqual([href, value]);
    }
  });

  it('the focus narrows the list where no project is named', async () => {
    const filters = { startCreateDate: YEAR.startDate, endCreateDate: YEAR.endDate };
    const totalOf = async (actor: Actor) =>
      (await findCallbackPage(actor, queryCallbacks.input.parse(filters), 'zh-CN')).total;
    expect(await totalOf({ ...branch, focus: ['P2'] })).toBeLessThan(await totalOf(branch));
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
      expect(Buffer.from(await drawPaper(paperOf(document, language, NOW))).equals(Buffer.from(pdf))).toBe(true);
    },
  );

  it('prints names of 200 characters and of marks literally, as the page says them', async () => {
    const document = documentOf(await reportOf(HEAD, ['P4', 'P1'], MONTH), 'zh-CN');
    expect(document.subject.startsWith(LONG_NAME)).toBe(true);
    expect(document.tables[0]?.rows.map(([name]) => name)).toContain(ODD_UNIT);
    const pdf = await drawPaper(paperOf(documentOf(await reportOf(HEAD, ['P4'], MONTH), 'zh-CN'), 'zh-CN', NOW));
    expect(pdfLetters(pdf)).toContain(LONG_NAME.replaceAll(' ', ''));
    expect(pdfInfo(pdf).Title).toContain('#1 *粗* _斜_ $x$');
  });
});
