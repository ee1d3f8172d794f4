import { dayAfter } from '@/lib/features/facts/shared/days';
import type { HealthReport } from '@/lib/features/health-report/contract';
import { documentOf as healthDocument } from '@/lib/features/health-report/document';
import { daysOfMonths, usualMonths } from '@/lib/features/health-report/shared/report-days';
import { documentOf } from '@/lib/features/unit-reports/document';
import type { EquipmentReport } from '@/lib/features/unit-reports/report-contract';
import { writeBiweeklyRows } from '@/lib/features/unit-reports/internal/biweekly-rows';
import { monthlyOf } from '@/lib/features/unit-reports/monthly';
import { monthlyWindow } from '@/lib/features/unit-reports/shared/report-days';
import { db, pool } from '@/lib/platform/db/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { sendDueMail } from '@/lib/platform/mail/dispatch';
import { forgetStrategies } from '@/lib/platform/strategy/limits';
import { actorOf } from '../../../support/actors';
import { call, resetLimits } from '../../../support/callers';
import { pdfLetters, pdfMetadata, pdfText } from '../../../support/pdf';
import { createPersonas } from '../../../support/personas';
import { fileOf } from '../../support/answered-file';
import { useDataDir } from '../../support/data-dir';
import { useFreshDatabase } from '../../support/database';
import { usePaper } from '../../support/paper';
import { TO, useSink } from '../../platform/mail/support/sink';
import { EVERYTHING, useNoStrategies, without } from './support/strategy';

/** What a data strategy leaves of reports: page, PDF and e-mail show the same of decision 009. */

useFreshDatabase();
useDataDir();
usePaper();
const sink = useSink();
useNoStrategies();
afterEach(resetLimits);

const NOW = Date.now();
const today = formatDate(NOW);
const LAST_MONTH = dayAfter(`${today.slice(0, 7)}-01`, -1).slice(0, 7);
const lastMonth = monthlyWindow(LAST_MONTH, today);
const year = daysOfMonths(usualMonths(today));
/** Of the lowest tier, whom the strategy is for, and one whose role shows dates only. */
const [LITE, DATES, ADMIN] = ['customerLite', 'customerEssence', 'platformAdmin'];
let reportTime = '';

beforeAll(async () => {
  await createPersonas();
  const more = { [LITE]: [], [DATES]: ['DISABLE_MAINTENANCE_HH_MM_SS'] };
  for (const [name, authorities] of Object.entries(more))
    for (const authority of ['HEALTHREPORT_READ', 'CBM_MODEL_A_VIEW_READ', ...authorities]) {
      await db().authority.createMany({ data: [{ authority }], skipDuplicates: true });
      await db().roleAuthority.create({ data: { role: `role-${name}`, authority } });
    }
  await pool().query(
    `INSERT INTO equipment_day (equipment_no, day, branch_code, trips, openings, run_sec, energy_kwh, available_sec, equipment_fault_sec, fault_sec, service_sec, silent_sec, seen)
     SELECT 'E-1', $1::date - i, 'B01', 100, 210, 3600, 5.125, 85800, 600, 600, 0, 0, true FROM generate_series(1, 420) i`,
    [today],
  );
  // Every second one of trapped persons, of whom the times are never masked by a strategy.
  await pool().query(
    `INSERT INTO callback (callback_id, equipment_no, branch_code, callback_type, job_description, job_tech_remark, job_status, scsa, person_trapped, create_date, close_date, job_update_date)
     SELECT 'K-' || i, 'E-1', 'B01', 'Customer call', CASE WHEN i % 2 = 0 THEN '困人' ELSE '08:15 客户来电' END, CASE WHEN i % 2 = 0 THEN '放人' ELSE '10:30 到场' END, 'CLSO', '1', i % 2 = 0,
            t.at, t.at + interval '70 minutes', t.at + interval '70 minutes'
       FROM generate_series(1, 140) i, LATERAL (SELECT ($1 || CASE WHEN i % 2 = 0 THEN ' 05:06:07+08' ELSE ' 11:22:33+08' END)::timestamptz - (i * 3 || ' days')::interval AS at) t`,
    [today],
  );
  await pool().query(
    `INSERT INTO maintenance_job (job_no, equipment_no, branch_code, job_status, maintenance_type, plan_date, done_date, plan_technician1_name)
     SELECT 'M-' || i, 'E-1', 'B01', 'DONE', 'YAE_ELE_BI', $1::date - i, (($1::date - i)::text || ' 09:10:11+08')::timestamptz, '计划人' FROM generate_series(1, 70, 3) i`,
    [today],
  );
  await db().symptom.create({
    data: {
      symptomId: 'S-1',
      equipmentNo: 'E-1',
      branchCode: 'B01',
      symptomTitle: 'B01-故障停梯',
      equipmentText: 'E-1',
      category: 'B',
      symptomState: 'INIT',
      createDate: new Date(`${lastMonth.until}T03:04:05+08:00`),
    },
  });
  await writeBiweeklyRows(NOW);
  const row = await db().biweeklyReport.findFirstOrThrow({ where: { equipmentNo: 'E-1' } });
  reportTime = row.reportTime.toISOString().slice(0, 10);
}, 60_000);

async function limit(rest: object): Promise<void> {
  await db().userStrategy.create({
    data: {
      strategyId: 'lite',
      strategyName: 'lite',
      level: 'tier',
      ...EVERYTHING,
      enabled: true,
      ...rest,
      targets: { create: { level: 'tier', value: '1' } },
    },
  });
  forgetStrategies();
}

interface Kind {
  readonly read: (who: string) => Promise<{ code: number; data: object; page: object }>;
  readonly pdf: string;
  readonly mail: readonly [string, object];
}
/** A report of each kind, over as long a time as there is. */
function kindOf(name: 'health' | 'biweekly' | 'monthly'): Kind {
  const slashed = (days: { startDate: string; endDate: string }) =>
    new URLSearchParams(Object.entries(days).map(([key, day]) => [key, day.replaceAll('-', '/')])).toString();
  const month = { startDate: lastMonth.from, endDate: lastMonth.until };
  const unit = (path: string, days: object, kind: 'biweekly' | 'monthly') => async (who: string) => {
    const { code, data } = await call<EquipmentReport>(who, 'POST', path, { equipmentNo: 'E-1', ...days });
    return { code, data, page: code === 200 ? documentOf(data, kind, 'zh-CN') : {} };
  };
  if (name === 'biweekly')
    return {
      read: unit('report/getCbmHealthCheckReportByNo', { reportTime }, name),
      pdf: `cbmHealth/pdf/creator/E-1?reportTime=${reportTime}`,
      mail: ['cbmHealth/pdf/sendEmail', { equipmentNo: 'E-1', reportTime }],
    };
  if (name === 'monthly')
    return {
      read: unit('report/getHealthCheckReportByNo', month, name),
      pdf: `health/pdf/creator/equipment/E-1?${slashed(month)}`,
      mail: ['health/pdf/sendEmailByEquipment', { equipmentNo: 'E-1', ...month }],
    };
  return {
    read: async (who) => {
      const asked = { projectId: 'P-1', ...year };
      const { code, data } = await call<HealthReport>(who, 'POST', 'report/getHealthCheckReport', asked);
      return { code, data, page: code === 200 ? healthDocument(data, 'zh-CN') : {} };
    },
    pdf: `health/pdf/creator/?projectId=P-1&${slashed(year)}`,
    mail: ['health/pdf/sendEmailByProjects', { projectIds: 'P-1', ...year }],
  };
}

/** All that somebody is told: by the answer, the page, the PDF, the e-mail and the PDF with it. */
async function toldTo(who: string, { read, pdf, mail: [path, body] }: Kind) {
  sink.raw.length = 0;
  const { data, page } = await read(who);
  const { bytes } = await fileOf(who, pdf);
  expect(await call(who, 'POST', path, { ...body, emailAddress: TO })).toMatchObject({ code: 200 });
  await sendDueMail();
  const [mail] = await sink.mails();
  const attached = new Uint8Array(mail?.attachments[0]?.content as ArrayBuffer);
  return {
    texts: {
      json: JSON.stringify(data),
      page: JSON.stringify(page),
      paper: pdfText(bytes),
      // The address of the portal has a port.
      mail: `${mail?.subject}\n${mail?.text}`.replaceAll(/https?:\S+/g, ''),
      attached: pdfText(attached),
    },
    files: [bytes, attached],
  };
}
type Told = Awaited<ReturnType<typeof toldTo>>;

const timesIn = (text: string) => [...new Set(text.match(/\d{1,2}:\d{2}(?::\d{2})?/g))].sort();
/** What the file says of itself is the midnight of a day in Shanghai. */
function tellNoMoment({ files }: Told): void {
  for (const file of files) {
    const found = pdfMetadata(file).match(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)/g) ?? [];
    expect(found.length).toBeGreaterThan(0);
    for (const moment of found)
      expect([moment, (Date.parse(moment) + 8 * 3_600_000) % 86_400_000]).toEqual([moment, 0]);
  }
}
const flat = (text: string) => text.replaceAll(/\s+/g, '');

describe.each(['health', 'biweekly', 'monthly'] as const)('the %s report', (name) => {
  it('says all of it to who may know all', async () => {
    const { texts } = await toldTo(ADMIN, kindOf(name));
    for (const text of [texts.json, texts.page, texts.paper, texts.attached]) {
      expect(timesIn(text)).toEqual(expect.arrayContaining(['05:06:07', '08:15', '10:30', '11:22:33']));
      expect(text).not.toContain('按数据策略');
    }
  });

  it('of six months, without faults and energy and with masked times, says so and no more', async () => {
    await pool().query('UPDATE biweekly_report SET payload = NULL');
    await limit({ historyMonths: 6, maskTime: true, dataGroups: without('faults', 'energy') });
    const told = await toldTo(LITE, kindOf(name));
    const { mail, ...others } = told.texts;
    expect(timesIn(mail)).toEqual([]);
    for (const text of Object.values(others)) {
      // Trapped persons: when it began and when it was over.
      expect(timesIn(text)).toEqual(['05:06:07', '06:16:07']);
      // Energy and hours of a day.
      for (const figure of ['5.125', '23.83', '0.17']) expect(text).not.toContain(figure);
    }
    expect(JSON.parse(told.texts.json)).toMatchObject({ withheld: ['faults', 'energy'] });
    const sentences = ['按数据策略不提供：故障数据、能耗数据；相应内容印为“-”或省略。', '按数据策略，不提供可用率。'];
    if (name === 'health') sentences.push('按数据策略，仅提供最近 6 个月的数据。');
    for (const text of [told.texts.page, told.texts.paper, told.texts.attached])
      for (const sentence of sentences) expect(flat(text)).toContain(flat(sentence));
    expect(mail).toContain('按数据策略，不提供可用率。');
    expect(pdfLetters(told.files[0] ?? new Uint8Array())).toBe(pdfLetters(told.files[1] ?? new Uint8Array()));
    tellNoMoment(told);
    // What is kept of a report that such a reader reads first is whole.
    const { data } = await kindOf(name).read(ADMIN);
    expect(timesIn(JSON.stringify(data))).toContain('11:22:33');
  });

  it('tells who sees dates only no time at all, also of trapped persons', async () => {
    const told = await toldTo(DATES, kindOf(name));
    for (const text of Object.values(told.texts)) expect(timesIn(text)).toEqual([]);
    expect(told.texts.page).toContain('--:-- 到场');
    tellNoMoment(told);
  });

  it('leaves neither as a file nor by e-mail where nothing may be exported, and is read', async () => {
    await limit({ exportAllowed: false });
    const { read, pdf, mail } = kindOf(name);
    const refused = { code: 403, message: '导出已被限制' };
    expect((await read(LITE)).code).toBe(200);
    expect(await call(LITE, 'GET', pdf)).toMatchObject(refused);
    expect(await call(LITE, 'POST', mail[0], { ...mail[1], emailAddress: TO })).toMatchObject(refused);
    if (name === 'biweekly')
      expect(
        await call(LITE, 'POST', 'cbmHealth/pdf/downloadZip', { list: [{ equipmentNo: 'E-1', reportTime }] }),
      ).toMatchObject(refused);
    expect(await db().mailLog.count({ where: { username: LITE, state: 'QUEUED' } })).toBe(0);
  });
});

describe('of the months that are left', () => {
  it('other months are not compared with, jobs before them are not listed, and the notes say so', async () => {
    const window = { from: dayAfter(today, -60), until: dayAfter(today, -1) };
    const reader = { ...actorOf(1, { projects: ['P-1'] }), username: LITE };
    const read = async () => (await monthlyOf(reader, { equipmentNo: 'E-1', window, now: NOW }, 'zh-CN')).report;
    const jobsOf = ({ callbackStatistics }: EquipmentReport) =>
      callbackStatistics.maintanceInfo.map(({ maintenanceTime }) => maintenanceTime.slice(0, 10));
    const whole = await read();
    expect(whole.callbackStatistics.callbackYOY.map(({ value }) => value)).not.toContain(null);
    await limit({ historyMonths: 1 });
    const cut = await read();
    const { startDate } = cut.requestPayload;
    expect([cut.historyMonths, startDate > window.from]).toEqual([1, true]);
    expect(cut.callbackStatistics.callbackYOY.slice(1)).toEqual([{ value: null }, { value: null }]);
    expect(jobsOf(cut)).toEqual(jobsOf(whole).filter((day) => day >= startDate));
    expect(jobsOf(cut).length).toBeLessThan(jobsOf(whole).length);
    expect(JSON.stringify(documentOf(cut, 'monthly', 'zh-CN'))).toContain('按数据策略，仅提供最近 1 个月的数据。');
  });

  it('older call-outs make no unit abnormal, however many days are asked for', async () => {
    const abnormal = async (who: string) => {
      const { data } = await call<HealthReport>(who, 'POST', 'report/getHealthCheckReport', {
        projectId: 'P-1',
        startDate: `${today.slice(0, 7)}-01`,
        endDate: today,
        intervalDays: 366,
      });
      return data.equipmentStatistic.abnormalTotal;
    };
    // Of the last month two.
    await pool().query(
      `UPDATE callback SET scsa = '2' WHERE create_date > now() - interval '45 days' AND callback_id NOT IN ('K-1', 'K-2')`,
    );
    expect(await abnormal(ADMIN)).toBe(1);
    await limit({ historyMonths: 1 });
    expect(await abnormal(LITE)).toBe(0);
  });
});
