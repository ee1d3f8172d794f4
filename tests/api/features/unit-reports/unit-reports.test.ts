import { dayAfter } from '@/lib/features/facts/shared/days';
import type { EquipmentReport } from '@/lib/features/unit-reports/report-contract';
import { documentOf } from '@/lib/features/unit-reports/document';
import { writeBiweeklyRows } from '@/lib/features/unit-reports/internal/biweekly-rows';
import { monthlyBounds, monthlyWindow } from '@/lib/features/unit-reports/shared/report-days';
import { db, pool } from '@/lib/platform/db/client';
import { handleSms } from '@/lib/platform/door/web-door';
import { formatDate } from '@/lib/platform/i18n/format';
import { forgetStrategies } from '@/lib/platform/strategy/limits';
import { call, headersOf, resetLimits } from '../../../support/callers';
import { pdfFonts, pdfInfo, pdfLetters } from '../../../support/pdf';
import { createPersonas } from '../../../support/personas';
import { callSms, ORIGIN } from '../../../support/sms-client';
import { fileOf } from '../../support/answered-file';
import { useDataDir } from '../../support/data-dir';
import { useFreshDatabase } from '../../support/database';
import { usePaper } from '../../support/paper';
import { TO, useSink } from '../../platform/mail/support/sink';
import { EVERYTHING, useNoStrategies, without } from '../strategies/support/strategy';

/** Biweekly and monthly reports through the door, against the raw rows (doc3 §2.12, §2.13). */

useFreshDatabase();
useDataDir();
usePaper();
useSink();
useNoStrategies();
afterEach(resetLimits);

const LIST = 'report/getCbmHEquipmentModelAReportPage';
const BIWEEKLY = 'report/getCbmHealthCheckReportByNo';
const ZIP = 'cbmHealth/pdf/downloadZip';
const BIWEEKLY_MAIL = 'cbmHealth/pdf/sendEmail';
const MONTHLY_LIST = 'report/getHealthCheckReportInProject';
const MONTHLY = 'report/getHealthCheckReportByNo';
const MONTHLY_MAIL = 'health/pdf/sendEmailByEquipment';

const NOW = Date.now();
const today = formatDate(NOW);
const LAST_MONTH = dayAfter(`${today.slice(0, 7)}-01`, -1).slice(0, 7);
const lastWindow = monthlyWindow(LAST_MONTH, today);
let reportTime = '';

beforeAll(async () => {
  await createPersonas();
  await pool().query(
    `UPDATE equipment SET construction_date = date '2010-01-01', equipment_name = '一号 #*$[梯]😀', contract_end_date = date '2030-01-01', cube_no = 'CUBE-9' WHERE equipment_no = 'E-1'`,
  );
  await pool().query(`UPDATE equipment SET display_type = 'ES', equipment_type = 'YAE_ESC' WHERE equipment_no = 'E-3'`);
  // 100 days of two units: some without facts, some that nobody saw.
  await pool().query(
    `INSERT INTO equipment_day (equipment_no, day, branch_code, trips, openings, run_sec, energy_kwh, available_sec, equipment_fault_sec, fault_sec, service_sec, silent_sec, seen)
     SELECT e.equipment_no, $1::date - i, e.branch_code, CASE WHEN i % 6 > 0 THEN 100 + i END, 210 + i, 3600 * (1 + i % 9) + 17, 5.125 + i,
            86400 - 600 * (i % 4), 600 * (i % 4), 700 * (i % 4), 300 * (i % 3), 0, i % 11 > 0
       FROM equipment e, generate_series(1, 100) i WHERE e.equipment_no IN ('E-1', 'E-3') AND i % 13 > 0`,
    [today],
  );
  await pool().query(
    `INSERT INTO callback (callback_id, equipment_no, branch_code, callback_type, job_description, job_status, scsa, person_trapped, technician_name, technician_phone, create_date, close_date, job_update_date)
     SELECT 'K-' || e.equipment_no || '-' || i, e.equipment_no, e.branch_code, 'Customer call', '门 #' || i, (ARRAY['CLSO', 'CLSO', 'CLSC', 'SITE'])[1 + i % 4],
            CASE WHEN i % 4 < 2 THEN (ARRAY['1', '1', '2'])[1 + i % 3] END, i % 9 = 0, '王师傅', '13800000000', t.at, CASE WHEN i % 4 < 2 THEN t.at + interval '70 minutes' END, t.at
       FROM equipment e, generate_series(0, 60) i, LATERAL (SELECT ($1 || ' 11:22:33+08')::timestamptz - (i * 3 || ' days')::interval AS at) t
      WHERE e.equipment_no IN ('E-1', 'E-3')`,
    [dayAfter(today, -1)],
  );
  await pool().query(
    `INSERT INTO maintenance_job (job_no, equipment_no, branch_code, job_status, maintenance_type, plan_date, done_date, plan_technician1_name, actual_technician1_name)
     SELECT 'M-' || i, 'E-1', 'B01', 'DONE', 'YAE_ELE_BI', $1::date - i * 15, ($1 || ' 09:10:11+08')::timestamptz - (i * 15 || ' days')::interval, '计划人', '实际人' FROM generate_series(1, 8) i
     UNION ALL SELECT 'M-late', 'E-1', 'B01', 'PLAN', 'YAE_ELE_Q', $2::date, NULL, '计划人', NULL`,
    [today, lastWindow.from],
  );
  expect(await writeBiweeklyRows(NOW)).toBe(2);
  const [row] = await db().biweeklyReport.findMany({ where: { equipmentNo: 'E-1' } });
  reportTime = row?.reportTime.toISOString().slice(0, 10) ?? '';
}, 60_000);

const DAYS = `SELECT *, seen AND available_sec + equipment_fault_sec > 0 AS ok FROM equipment_day WHERE equipment_no = $1 AND day BETWEEN $2::date AND $3::date`;
const CALLS = `SELECT * FROM callback WHERE equipment_no = $1 AND job_status <> 'CLSC' AND create_date >= ($2 || ' 00:00+08')::timestamptz AND create_date < ($3 || ' 00:00+08')::timestamptz + interval '1 day'`;
async function expected(no: string, from: string, until: string, healthFrom: string) {
  const one = async (sql: string, ...values: string[]) =>
    ((await pool().query(sql, values)).rows as Record<string, number | null>[])[0] ?? {};
  const sums = await one(
    `SELECT sum(trips)::float8 AS trips, sum(openings)::float8 AS openings, round(sum(run_sec) / 36.0) / 100 AS run, sum(energy_kwh)::float8 AS energy,
            round(sum(available_sec) FILTER (WHERE ok) / 36.0)::float8 / 100 AS available, count(*) FILTER (WHERE ok)::int AS seen, count(trips)::int AS counted,
            floor(sum(available_sec) FILTER (WHERE ok)::numeric / sum(available_sec + equipment_fault_sec) FILTER (WHERE ok) * 10000)::float8 / 100 AS usability
       FROM (${DAYS}) d`,
    no,
    from,
    until,
  );
  const calls = await one(
    `SELECT count(*)::int AS n, count(*) FILTER (WHERE scsa = '1' AND job_status = 'CLSO')::int AS own FROM (${CALLS}) c`,
    no,
    from,
    until,
  );
  const health = await one(
    `SELECT count(*) FILTER (WHERE scsa = '1')::int AS n FROM (${CALLS}) c`,
    no,
    healthFrom,
    until,
  );
  return { sums, calls, health: health.n ?? 0 };
}

const total = (found: Record<string, number>) => Object.values(found).reduce((sum, value) => sum + value, 0);

async function compare(data: EquipmentReport, no: string, from: string, until: string, healthFrom: string) {
  const { sums, calls, health } = await expected(no, from, until, healthFrom);
  expect(data.requestPayload).toMatchObject({ startDate: from, endDate: until });
  expect(data.equipmentInformation).toMatchObject({
    equipmentNo: no,
    callbackSum: calls.n,
    equipmentCallbacks: health,
    equipmentStatus: health > 3 ? 'abnormal' : 'healthy',
  });
  expect(total(data.callbackStatistics.callbackOverview)).toBe(calls.n);
  expect(total(data.callbackStatistics.callbackCB2Overview)).toBe(calls.own);
  expect(data.callbackStatistics.callbackInfo).toHaveLength(calls.n ?? -1);
  expect(data.operationData.total).toMatchObject({
    operationCount: sums.trips,
    openDoorCount: sums.openings,
    operationTimeCount: Number(sums.run),
    energyCount: sums.energy,
    availableCount: sums.available,
    usability: sums.usability,
  });
  const days = Object.values(data.operationData.dataInfo);
  expect(days.map(({ key }) => key)).toEqual(data.operationData.operation.dates);
  expect(data.noDataDays).toBe(days.length - (sums.seen ?? 0));
  expect(days.filter(({ operationCount }) => operationCount !== null)).toHaveLength(sums.counted ?? -1);
}

const biweekly = (who: string, equipmentNo: string, day = reportTime) =>
  call<EquipmentReport>(who, 'POST', BIWEEKLY, { equipmentNo, reportTime: day });
const monthly = (who: string, equipmentNo: string, month: string, more: object = {}) => {
  const { from, until } = monthlyWindow(month, today);
  return call<EquipmentReport>(who, 'POST', MONTHLY, { equipmentNo, startDate: from, endDate: until, ...more });
};

const biweeklyPdf = (who: string, equipmentNo: string) =>
  fileOf(who, `cbmHealth/pdf/creator/${equipmentNo}?reportTime=${reportTime}`);
const monthlyPdf = (who: string, equipmentNo: string, { from, until } = lastWindow) =>
  fileOf(
    who,
    `health/pdf/creator/equipment/${equipmentNo}?${new URLSearchParams({ startDate: from.replaceAll('-', '/'), endDate: until.replaceAll('-', '/'), username: who })}`,
  );

describe('what they say', () => {
  it.each(['E-1', 'E-3'])(
    '[BIWK-006][BIWK-010][BIWK-011][API-097] the biweekly report on %s equals its raw rows',
    async (no) => {
      const { data } = await biweekly('platformAdmin', no);
      await compare(data, no, dayAfter(reportTime, -14), dayAfter(reportTime, -1), dayAfter(reportTime, -30));
    },
  );

  it.each([
    ['E-1', LAST_MONTH],
    ['E-3', LAST_MONTH],
    ['E-1', today.slice(0, 7)],
    ['E-3', today.slice(0, 7)],
  ])(
    '[MONTH-012][MONTH-013][MONTH-015][API-100] the monthly report on %s of %s equals its raw rows',
    async (no, month) => {
      const { data } = await monthly('platformAdmin', no, month);
      const { from, until } = monthlyWindow(month, today);
      await compare(data, no, from, until, from);
      expect(data.callbackStatistics.callbackYOY).toHaveLength(3);
      expect(data.callbackStatistics.callbackYOY[2]).toEqual({ value: null });
    },
  );

  it('[BIWK-007][BIWK-008][BIWK-009][MONTH-014] names call-outs and jobs: the latest one, or those done and overdue', async () => {
    const { callbackStatistics } = (await biweekly('platformAdmin', 'E-1')).data;
    expect(callbackStatistics.maintanceInfo).toHaveLength(1);
    expect(callbackStatistics.callbackInfo[0]).toMatchObject({
      callbackType: 'Customer call',
      technicianName: '王师傅',
      callBackOpenDate: expect.stringMatching(/ 11:22:33$/),
    });
    const jobs = (await monthly('platformAdmin', 'E-1', LAST_MONTH)).data.callbackStatistics.maintanceInfo;
    const done = await db().maintenanceJob.count({
      where: {
        doneDate: {
          gte: new Date(`${lastWindow.from}T00:00:00+08:00`),
          lt: new Date(`${dayAfter(lastWindow.until)}T00:00:00+08:00`),
        },
      },
    });
    expect(jobs.map(({ jobNo }) => jobNo)).toContain('M-late');
    expect(jobs).toHaveLength(done + 1);
  });

  it('a biweekly report stays as it was at the first read; a monthly one follows its rows', async () => {
    const before = (await biweekly('platformAdmin', 'E-1')).data;
    const month = (await monthly('platformAdmin', 'E-1', LAST_MONTH)).data;
    await pool().query(`UPDATE equipment_day SET trips = trips + 7 WHERE equipment_no = 'E-1' AND trips IS NOT NULL`);
    expect((await biweekly('platformAdmin', 'E-1')).data).toEqual(before);
    const after = (await monthly('platformAdmin', 'E-1', LAST_MONTH)).data;
    expect(after.operationData.total.operationCount).toBeGreaterThan(month.operationData.total.operationCount ?? 0);
    expect(await writeBiweeklyRows(NOW)).toBe(0);
  });
});

describe('the list behind each number', () => {
  /** Every number of the report that leads to rows, by the filters of their list. */
  function numbersOf(report: EquipmentReport, kind: 'biweekly' | 'monthly') {
    const { sections } = documentOf(report, kind, 'zh-CN', (filters) => `?${new URLSearchParams(filters)}`);
    return sections
      .flatMap(({ parts }) => parts)
      .flatMap((part): { value: number; href: string | undefined }[] => {
        if (part.kind === 'figures')
          return part.figures.map(({ value, href }) => ({ value: Number(value.replaceAll(',', '')), href }));
        if (part.kind === 'line')
          return part.model.series.flatMap(({ values, hrefs = [] }) =>
            values.map((value, at) => ({ value: value ?? 0, href: hrefs[at] })),
          );
        if (part.kind === 'pair')
          return [...part.pie.entries, ...part.bars.entries].map(({ value, href }) => ({ value: value ?? 0, href }));
        return [];
      })
      .flatMap(({ value, href }) => (href === undefined ? [] : [{ value, href }]));
  }

  it.each([
    ['platformAdmin', 'E-1', undefined],
    ['branchManager', 'E-1', undefined],
    ['branchManager', 'E-1', 'P-2'],
    ['customerElite', 'E-3', undefined],
    ['customerElite', 'E-3', 'P-404'],
  ])('has that many rows, for %s of %s with the focus %s', async (who, no, focus) => {
    const headers = { ...(await headersOf(who)), ...(focus ? { projectId: focus } : {}) };
    const reports = [
      numbersOf((await biweekly(who, no)).data, 'biweekly'),
      numbersOf((await monthly(who, no, LAST_MONTH)).data, 'monthly').filter(({ value }) => value > 0),
    ];
    for (const numbers of reports) {
      expect(numbers.length).toBeGreaterThan(0);
      for (const { value, href } of numbers) {
        const body = { pageIndex: 1, pageSize: 15, ...Object.fromEntries(new URLSearchParams(href)) };
        const { data } = await callSms<{ total: number }>('POST', 'callback/query', { body, headers });
        expect([href, data.total]).toEqual([href, value]);
      }
      resetLimits();
    }
  });
});

describe('on paper', () => {
  it('[BIWK-005][BIWK-016] the biweekly PDF has all six parts, literally what it says, and its name', async () => {
    const { bytes, name } = await biweeklyPdf('platformAdmin', 'E-1');
    const letters = pdfLetters(bytes);
    for (const word of [
      '设备双周监测报告',
      '一号#*$[梯]😀',
      '时间轴',
      '召修明细',
      '维保记录',
      '双周运行数据',
      '诊断建议',
      '使用建议',
    ])
      expect(letters).toContain(word);
    const { data } = await biweekly('platformAdmin', 'E-1');
    expect(letters).toContain(`首次查看时间${data.requestPayload.reportCreatedDate.replace(' ', '')}`);
    expect(letters).toContain(new Intl.NumberFormat('zh-CN').format(data.operationData.total.operationCount ?? -1));
    expect(name).toBe(`设备双周监测报告一号 #_$[梯]😀${reportTime.replaceAll('-', '')}.pdf`);
  });

  it('[MONTH-008][MONTH-009][MONTH-010][MONTH-011][MONTH-017][API-102] the monthly PDF has its parts and its name', async () => {
    const { bytes, name } = await monthlyPdf('platformAdmin', 'E-1');
    const letters = pdfLetters(bytes);
    for (const word of [
      '设备月报',
      '月度关键指标',
      '每日召修',
      '召修原因',
      '同期对比',
      '召修明细',
      '维保明细',
      '每日运行数据',
      '说明',
      '无数据',
    ])
      expect(letters).toContain(word);
    expect(name).toBe(`设备月报一号 #_$[梯]😀${today.replaceAll('-', '')}.pdf`);
  });

  it('a name of 200 characters is printed literally, whatever marks it holds; all fonts are in the file', async () => {
    const marks = '#1 *粗* _斜_ $x$ [链](#a) `c` @ref <b> \\n "q" \u007e 😀';
    const name = marks + '长'.repeat(200 - [...marks].length);
    const before = await db().equipment.findUniqueOrThrow({ where: { equipmentNo: 'E-2' } });
    await db().equipment.update({ where: { equipmentNo: 'E-2' }, data: { equipmentName: name } });
    const { bytes, name: file } = await monthlyPdf('platformAdmin', 'E-2');
    expect(file).toMatch(/^设备月报#1 _粗_.+…\d{8}\.pdf$/);
    await db().equipment.update({
      where: { equipmentNo: 'E-2' },
      data: { equipmentName: before.equipmentName },
    });
    expect(pdfLetters(bytes)).toContain(name.replaceAll(' ', ''));
    const fonts = pdfFonts(bytes);
    expect(fonts.length).toBeGreaterThan(1);
    expect(fonts.filter(({ isEmbedded }) => !isEmbedded)).toEqual([]);
    expect(pdfInfo(bytes)).toMatchObject({ Tagged: 'yes' });
  });

  it('the same report gives the same bytes', async () => {
    const [one, two] = [await biweeklyPdf('platformAdmin', 'E-1'), await biweeklyPdf('platformAdmin', 'E-1')];
    expect(Buffer.from(one.bytes).equals(Buffer.from(two.bytes))).toBe(true);
  });

  it('[BIWK-013][API-098] up to ten go as one archive', async () => {
    const list = [
      { equipmentNo: 'E-1', reportTime },
      { equipmentNo: 'E-3', reportTime },
    ];
    const response = await handleSms(
      new Request(`${ORIGIN}/sms/${ZIP}`, {
        method: 'POST',
        headers: { ...(await headersOf('platformAdmin')), 'content-type': 'application/json' },
        body: JSON.stringify(list),
      }),
    );
    expect(response.headers.get('content-type')).toContain('zip');
    const text = Buffer.from(await response.arrayBuffer()).toString('utf8');
    expect(text.match(/设备双周监测报告[^\0]*?\.pdf/g)?.length).toBeGreaterThanOrEqual(2);
  });

  it.each([
    ['monthly', MONTHLY_MAIL, () => ({ startDate: lastWindow.from, endDate: lastWindow.until }), '设备月报一号'],
    ['biweekly', BIWEEKLY_MAIL, () => ({ reportTime }), '设备双周监测报告一号'],
  ])('[MONTH-016][API-103][API-097] the %s one goes by e-mail with its PDF', async (kind, path, days, file) => {
    expect(
      await call('platformAdmin', 'POST', path, { equipmentNo: 'E-1', ...days(), emailAddress: TO }),
    ).toMatchObject({ code: 200, data: null });
    const mail = await db().mailLog.findFirstOrThrow({ orderBy: { id: 'desc' } });
    expect(mail).toMatchObject({ kind, state: 'QUEUED', toAddress: TO, username: 'platformAdmin' });
    expect((mail.attachments as { name: string }[])[0]?.name).toContain(file);
    await db().mailOptOut.create({ data: { emailAddress: TO } });
    expect(
      await call('platformAdmin', 'POST', path, { equipmentNo: 'E-1', ...days(), emailAddress: TO }),
    ).toMatchObject({ code: 400, message: '该邮箱已退订' });
    await db().mailOptOut.deleteMany();
  });
});

describe('what is refused', () => {
  it('foreign units are 511, unknown ones and days without a report 404', async () => {
    expect((await biweekly('customerElite', 'E-1')).code).toBe(511);
    expect((await biweekly('customerElite', 'E-3')).code).toBe(200);
    expect((await biweekly('platformAdmin', 'E-404')).code).toBe(404);
    expect(await biweekly('platformAdmin', 'E-1', '2026-01-01')).toMatchObject({
      code: 404,
      message: '该日没有双周报',
    });
    expect((await monthly('customerElite', 'E-1', LAST_MONTH)).code).toBe(511);
    expect((await monthly('platformAdmin', 'E-404', LAST_MONTH)).code).toBe(404);
    expect((await biweekly('customerLite', 'E-1')).code).toBe(403);
    expect((await biweeklyPdf('customerElite', 'E-1')).status).not.toBe(200);
  });

  it.each([
    [LIST, { pageIndex: 1, pageSize: 15 }, '开始日期和结束日期必须选择'],
    [ZIP, { list: [] }, '请选择周报'],
    [
      ZIP,
      { list: Array.from({ length: 11 }, (_, i) => ({ equipmentNo: `E-${i}`, reportTime: '2026-11-23' })) },
      '批量下载报告不能超过10个!',
    ],
    [BIWEEKLY_MAIL, { equipmentNo: 'E-1', emailAddress: TO }, '请选择日期'],
    [BIWEEKLY_MAIL, { equipmentNo: 'E-1', reportTime: '2026-11-23', emailAddress: '' }, '邮箱不能为空'],
    [BIWEEKLY_MAIL, { equipmentNo: 'E-1', reportTime: '2026-11-23', emailAddress: 'x@' }, '请输入正确的邮箱'],
    [MONTHLY_LIST, { pageIndex: 1, pageSize: 15 }, '请选择年月'],
    [MONTHLY_LIST, { pageIndex: 1, pageSize: 15, month: '2199-01' }, '请选择年月'],
    [
      MONTHLY_LIST,
      { pageIndex: 1, pageSize: 15, month: dayAfter(`${monthlyBounds(today).min}-01`, -1).slice(0, 7) },
      '请选择年月',
    ],
    [MONTHLY, { equipmentNo: 'E-1' }, '请选择年月'],
    [MONTHLY, { equipmentNo: 'E-1', startDate: `${LAST_MONTH}-02`, endDate: lastWindow.until }, '请选择年月'],
    [MONTHLY, { equipmentNo: 'E-1', startDate: '2020-01-01', endDate: '2020-01-31' }, '请选择年月'],
  ])('[BIWK-012][BIWK-013][BIWK-014][BIWK-015][MONTH-004][MONTH-005] %s refuses %j', async (path, body, message) => {
    expect(await call('platformAdmin', 'POST', path, body)).toMatchObject({ code: 400, message });
  });

  it('[BIWK-014] a PDF without its day is asked for it', async () => {
    expect(await call('platformAdmin', 'GET', 'cbmHealth/pdf/creator/E-1')).toMatchObject({
      code: 400,
      message: '请选择时间',
    });
  });
});

describe('the lists', () => {
  const find = (who: string, more: object = {}) =>
    call<{ total: number; records: Record<string, unknown>[] }>(who, 'POST', LIST, {
      pageIndex: 1,
      pageSize: 15,
      startDate: dayAfter(today, -13),
      endDate: today,
      ...more,
    });

  it('[BIWK-002][BIWK-004][API-096] biweekly: by days, project and unit, in scope', async () => {
    const { data } = await find('platformAdmin', { equipmentName: '#*$' });
    expect(data.records).toEqual([
      {
        id: expect.any(String),
        equipmentNo: 'E-1',
        equipmentName: '一号 #*$[梯]😀',
        projectName: '静安中心',
        createDate: reportTime,
      },
    ]);
    expect((await find('platformAdmin', { projectName: '朝阳' })).data.total).toBe(1);
    expect((await find('customerElite')).data.records.map(({ equipmentNo }) => equipmentNo)).toEqual(['E-3']);
  });

  it('[MONTH-002][MONTH-006][API-099][API-101] monthly: by project, number, box and kind, trimmed', async () => {
    const list = async (who: string, more: object) =>
      (
        await call<{ records: { equipmentNo: string }[] }>(who, 'POST', MONTHLY_LIST, {
          pageIndex: 1,
          pageSize: 15,
          month: LAST_MONTH,
          ...more,
        })
      ).data.records.map(({ equipmentNo }) => equipmentNo);
    expect(await list('platformAdmin', { equipmentNo: ' E-1 ' })).toContain('E-1');
    expect(await list('platformAdmin', { cubeNo: ' CUBE-9 ' })).toEqual(['E-1']);
    expect(await list('platformAdmin', { projectId: 'P-3' })).toEqual(['E-3']);
    expect(await list('platformAdmin', { equipmentType: 1 })).toEqual(['E-3']);
    expect(await list('customerElite', {})).toEqual(['E-3']);
  });
});

describe('under a data strategy', () => {
  const limit = async (rest: object) => {
    await db().userStrategy.create({
      data: {
        strategyId: 'limit',
        strategyName: 'limit',
        level: 'user',
        ...EVERYTHING,
        enabled: true,
        ...rest,
        targets: { create: { level: 'user', value: 'customerElite' } },
      },
    });
    forgetStrategies();
  };
  it('months beyond are refused, groups are withheld, exports forbidden', async () => {
    await limit({ historyMonths: 1, dataGroups: without('faults', 'diagnostics', 'energy'), exportAllowed: false });
    expect((await monthly('customerElite', 'E-3', monthlyBounds(today).min)).code).toBe(403);
    const { data } = await biweekly('customerElite', 'E-3');
    expect(data).toMatchObject({
      withheld: ['faults', 'diagnostics', 'energy'],
      suggestions: expect.not.arrayContaining([{ kind: 'none', count: 0 }]),
    });
    expect(data.operationData.total).toMatchObject({ usability: null, energyCount: null, errorCount: null });
    expect((await biweeklyPdf('customerElite', 'E-3')).status).not.toBe(200);
    expect(
      await call('customerElite', 'POST', BIWEEKLY_MAIL, { equipmentNo: 'E-3', reportTime, emailAddress: TO }),
    ).toMatchObject({ code: 403 });
  });
});
