import { resetConfig } from '@/lib/config';
import { keepCallbackFacts } from '@/lib/features/callbacks/internal/callback-facts';
import { forgetMailedReports } from '@/lib/features/mails/internal/mailed-reports';
import { db } from '@/lib/platform/db/client';
import { findStoredFile } from '@/lib/platform/files/stored-files';
import { formatDate } from '@/lib/platform/i18n/format';
import { sendDueMail } from '@/lib/platform/mail/dispatch';
import { monthBounds, usualMonths } from '@/lib/features/health-report/shared/report-days';
import { call, resetLimits } from '../../../support/callers';
import { pdfLetters, undatedLetters } from '../../../support/pdf';
import { createPersonas } from '../../../support/personas';
import { fileOf } from '../../support/answered-file';
import { useDataDir } from '../../support/data-dir';
import { useFreshDatabase } from '../../support/database';
import { usePaper } from '../../support/paper';
import { sha256, TO, useSink } from '../../platform/mail/support/sink';
import { EVERYTHING, useNoStrategies, without } from '../strategies/support/strategy';
import { forgetStrategies } from '@/lib/platform/strategy/limits';

/** Choosing projects, and their report as a file and by e-mail, through the door (doc3 §2.11, §5, §6). */

useFreshDatabase();
useDataDir();
usePaper();
const sink = useSink();
useNoStrategies();

const LIST = 'report/getProjectListByUser';
const MAIL = 'health/pdf/sendEmailByProjects';
const today = formatDate(Date.now());
const MONTHS = usualMonths(today);
const LAST = { startDate: `${MONTHS.endDate}-01`, endDate: `${MONTHS.endDate}-28` };
interface Rows {
  total: number;
  records: { projectId: string }[];
}

beforeAll(async () => {
  await createPersonas();
  await db().project.update({
    where: { projectId: 'P-1' },
    data: { projectName: '一号 #*$[广场]😀', address: '1 Road' },
  });
  const at = new Date(`${MONTHS.endDate}-11T03:04:05+08:00`);
  const callOut = (callbackId: string, personTrapped: boolean) => ({
    callbackId,
    equipmentNo: 'E-1',
    branchCode: 'B01',
    callbackType: 'Customer call',
    jobDescription: 'doors',
    jobStatus: 'CLSO',
    scsa: '1',
    personTrapped,
    createDate: at,
    arrivalDate: at,
    closeDate: new Date(at.getTime() + 5_400_000),
    jobUpdateDate: at,
  });
  await db().callback.createMany({ data: [callOut('C-1', false), callOut('C-2', false), callOut('C-3', false)] });
  await keepCallbackFacts(Date.now());
  await db().symptom.create({
    data: {
      symptomId: 'S-1',
      equipmentNo: 'E-1',
      branchCode: 'B01',
      symptomTitle: 'B01-故障停梯',
      equipmentText: 'E-1',
      category: 'B',
      symptomState: 'INIT',
      createDate: at,
    },
  });
});

describe('the list of projects', () => {
  const ids = async (name: string, more: object = {}) =>
    (await call<Rows>(name, 'POST', LIST, { ...MONTHS, pageSize: 1000, ...more })).data.records
      .map(({ projectId }) => projectId)
      .sort();

  it('[HEALTH-028][HEALTH-041][API-093] answers number, name, address and branch, up to 1000 on a page', async () => {
    const { data } = await call<Rows>('internalStaff', 'POST', LIST, { username: 'x', ...MONTHS, pageSize: 1000 });
    expect(data).toMatchObject({ total: 2, size: 1000 });
    expect(data.records.find(({ projectId }) => projectId === 'P-1')).toEqual({
      projectId: 'P-1',
      projectName: '一号 #*$[广场]😀',
      address: '1 Road',
      branchName: expect.any(String),
    });
  });

  it('[HEALTH-039][HEALTH-040] is searched by name or number, or narrowed to the projects that are named', async () => {
    expect(await ids('internalStaff')).toEqual(['P-1', 'P-2']);
    expect(await ids('internalStaff', { searchKey: '号 #*' })).toEqual(['P-1']);
    expect(await ids('platformAdmin', { searchKey: 'P-2' })).toEqual(['P-2']);
    expect(await ids('internalStaff', { projectId: 'P-2,P-3' })).toEqual(['P-2']);
  });

  it.each([
    ['no months', { startDate: '', endDate: '' }, '开始日期和结束日期必须选择'],
    ['no end', { endDate: '' }, '开始日期和结束日期必须选择'],
    ['reversed', { startDate: MONTHS.endDate, endDate: MONTHS.startDate }, '开始日期不能大于结束日期'],
    ['a month to come', { endDate: '2199-01' }, '不能选择未来的月份'],
    ['13 months', { endDate: today.slice(0, 7) }, '开始月和结束月不能大于12个月'],
    ['before 24 months', { startDate: '2020-01', endDate: '2020-02' }, '只能选择最近 24 个月'],
  ])('[HEALTH-029][HEALTH-030] refuses %s', async (_, months, message) => {
    expect(await call('internalStaff', 'POST', LIST, { ...MONTHS, ...months })).toMatchObject({ code: 400, message });
    expect(
      await call('internalStaff', 'POST', 'report/getHealthCheckReport', {
        projectId: 'P-1',
        ...Object.fromEntries(
          Object.entries({ ...MONTHS, ...months }).map(([key, month]) => [key, month && `${month}-01`]),
        ),
      }),
    ).toMatchObject({ code: 400, message });
  });

  it('[HEALTH-030][HEALTH-031] takes the first month there is, and stands at a year ago to last month', async () => {
    const { min } = monthBounds(today);
    expect(await ids('internalStaff', { startDate: min, endDate: min })).toEqual(['P-1', 'P-2']);
    expect(usualMonths('2026-11-26')).toEqual({ startDate: '2025-11', endDate: '2026-10' });
    expect(monthBounds('2026-03-01')).toEqual({ min: '2024-03', max: '2026-03' });
  });
});

const pdfPath = (projectId: string, username: string) =>
  `health/pdf/creator/?${new URLSearchParams({ projectId, ...LAST, intervalDays: '30', username })}`;

const pdfOf = (name: string, projectId: string) => fileOf(name, pdfPath(projectId, name));

it('[API-089][API-091][API-094] the report and its pre-check take the same question', async () => {
  const asked = { projectId: 'P-1,P-2', ...LAST, intervalDays: 30 };
  const { code, data } = await call<{ project: { etlTotal: number; escTotal: number } }>(
    'internalStaff',
    'POST',
    'report/getHealthCheckReport',
    asked,
  );
  const { etlTotal, escTotal } = data.project;
  expect(code).toBe(200);
  expect(await call('internalStaff', 'POST', 'report/getEquipmentCounts', asked)).toMatchObject({
    code: 200,
    data: { equipmentTotal: etlTotal + escTotal },
  });
});

describe('by e-mail', () => {
  const send = (name: string, more: object = {}) =>
    call(name, 'POST', MAIL, {
      projectIds: 'P-1',
      ...LAST,
      intervalDays: 30,
      username: name,
      emailAddress: TO,
      ...more,
    });

  it('[HEALTH-009][HEALTH-038][API-092][API-095] waits in the outbox with its PDF, and arrives with it', async () => {
    expect(await send('platformAdmin')).toMatchObject({ code: 200, data: null });
    const mail = await db().mailLog.findFirstOrThrow();
    expect(mail).toMatchObject({ kind: 'project', state: 'QUEUED', toAddress: TO, username: 'platformAdmin' });
    const [kept] = mail.attachments as { path: string; name: string }[];
    const file = await findStoredFile(kept?.path ?? '', 'mailedReport');
    expect(file).toMatchObject({ name: '一号 #_$[广场]😀项目运行报告.pdf', username: 'platformAdmin' });
    expect(await sendDueMail()).toBe(1);
    const [arrived] = await sink.mails();
    expect(arrived?.subject).toContain('一号 #*$[广场]😀');
    const [attached] = arrived?.attachments ?? [];
    const bytes = Buffer.from(attached?.content as ArrayBuffer);
    expect(sha256(bytes)).toBe(file.sha256);
    // What is downloaded is the same but for the moment it was made.
    expect(undatedLetters(bytes)).toBe(undatedLetters((await pdfOf('platformAdmin', 'P-1')).bytes));
    expect(pdfLetters(bytes)).toContain('一号#*$[广场]😀');
    expect(arrived?.text).toContain('共召修 3 件');
    expect(arrived?.headers.some(({ key }) => key === 'list-unsubscribe')).toBe(true);
  });

  it('[HEALTH-036][HEALTH-037] bears the name of a customer, or the first project and that there are more', async () => {
    expect((await pdfOf('platformAdmin', 'P-2,P-1')).name).toMatch(/^.+等项目运行报告\.pdf$/);
    const { nickName } = await db().user.findUniqueOrThrow({ where: { username: 'internalStaff' } });
    expect((await pdfOf('internalStaff', 'P-2,P-1')).name).toBe(`${nickName}项目运行报告.pdf`);
  });

  it.each([
    ['no address', { emailAddress: '' }, 400, '邮箱不能为空'],
    ['a bad address', { emailAddress: 'wang@' }, 400, '请输入正确的邮箱'],
    ['no project', { projectIds: ' , ' }, 400, undefined],
    ['an unknown project', { projectIds: 'P-404' }, 404, undefined],
    ['a foreign project', { projectIds: 'P-1,P-3' }, 511, undefined],
  ])('refuses %s and queues nothing', async (_, more, code, message) => {
    expect(await send('internalStaff', more)).toMatchObject({ code, ...(message && { message }) });
    expect(await db().mailLog.count()).toBe(0);
  });

  it('[HEALTH-032] refuses 16 projects of a branch user', async () => {
    const projectIds = Array.from({ length: 16 }, (_, index) => `P-${index}`).join(',');
    expect(await send('branchManager', { projectIds })).toMatchObject({ code: 400, message: '项目选择不能超过15个' });
    expect(await send('platformAdmin', { projectIds })).toMatchObject({ code: 404 });
  });

  it('refuses an address that opted out, and says where no e-mail leaves at all', async () => {
    await db().mailOptOut.create({ data: { emailAddress: TO } });
    expect(await send('platformAdmin')).toMatchObject({ code: 400, message: '该邮箱已退订' });
    await db().mailOptOut.deleteMany();
    process.env.MAIL_PROVIDER = 'none';
    resetConfig();
    expect(await send('platformAdmin')).toMatchObject({ code: 503, message: '未配置邮件服务器，邮件未发送' });
    delete process.env.MAIL_PROVIDER;
    resetConfig();
  });

  it('its file goes after 30 days', async () => {
    await send('platformAdmin');
    const held = () => db().storedFile.count({ where: { kind: 'mailedReport', deletedAt: null } });
    const before = await held();
    expect(before).toBeGreaterThan(0);
    expect(await forgetMailedReports(Date.now() + 29 * 86_400_000)).toBe(0);
    expect(await forgetMailedReports(Date.now() + 31 * 86_400_000)).toBe(before);
    expect(await held()).toBe(0);
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
        targets: { create: { level: 'user', value: 'internalStaff' } },
      },
    });
    forgetStrategies();
  };
  interface Told {
    suggestions: { kind: string }[];
    withheld: string[];
    figures: { availability: number | null };
    requestPayload: { startDate: string; reportCreatedDate: string };
    historyMonths?: number;
  }
  const report = async (more: object = {}) =>
    call<Told>('internalStaff', 'POST', 'report/getHealthCheckReport', { projectId: 'P-1', ...LAST, ...more });

  it('months beyond are cut and the notes say so; wholly beyond is refused', async () => {
    await limit({ historyMonths: 2 });
    const year = await report({ startDate: `${MONTHS.startDate}-01` });
    expect(year).toMatchObject({ code: 200, data: { historyMonths: 2 } });
    expect(year.data.requestPayload.startDate > `${MONTHS.startDate}-01`).toBe(true);
    const old = { startDate: `${MONTHS.startDate}-01`, endDate: `${MONTHS.startDate}-28` };
    expect(await report(old)).toMatchObject({ code: 403 });
    expect(await call('internalStaff', 'POST', MAIL, { projectIds: 'P-1', ...old, emailAddress: TO })).toMatchObject({
      code: 403,
    });
  });

  it('what is withheld is missing, and nobody says that all is well', async () => {
    expect((await report()).data).toMatchObject({ withheld: [], suggestions: [{ kind: 'B' }] });
    await limit({ dataGroups: without('faults', 'diagnostics', 'energy') });
    const { data } = await report();
    expect(data).toMatchObject({
      withheld: ['faults', 'diagnostics', 'energy'],
      suggestions: [],
      figures: { availability: null },
    });
    const letters = pdfLetters((await pdfOf('internalStaff', 'P-1')).bytes);
    expect(letters).toContain('按数据策略不提供：故障数据、诊断数据、能耗数据');
    expect(letters).not.toContain('运行良好');
  });

  it('without symptoms of a category they are not advised on', async () => {
    await limit({ symptomCategories: ['A', 'C', 'D', 'F'] });
    expect((await report()).data).toMatchObject({ withheld: ['diagnostics'], suggestions: [] });
  });
});

afterEach(resetLimits);
