import { getHealthReport } from '@/lib/features/health-report/contract';
import { daysOfMonths, usualMonths } from '@/lib/features/health-report/shared/report-days';
import type { ReportDelivery, ReportSubscription } from '@/lib/features/report-subscriptions/contract';
import { sendDueReports } from '@/lib/features/report-subscriptions/internal/send-due-reports';
import type { ReportKind } from '@/lib/features/report-subscriptions/report-kind';
import { AppError } from '@/lib/platform/contract/errors';
import { db } from '@/lib/platform/db/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { sendDueMail } from '@/lib/platform/mail/dispatch';
import { optOutToken } from '@/lib/platform/mail/opt-out-link';
import { forgetStrategies } from '@/lib/platform/strategy/limits';
import { call, resetLimits } from '../../../support/callers';
import { pdfLetters, undatedLetters } from '../../../support/pdf';
import { createPersonas } from '../../../support/personas';
import { callSms } from '../../../support/sms-client';
import { fileOf } from '../../support/answered-file';
import { useDataDir } from '../../support/data-dir';
import { useFreshDatabase } from '../../support/database';
import { usePaper } from '../../support/paper';
import { sha256, TO, useSink } from '../../platform/mail/support/sink';
import { EVERYTHING, useNoStrategies } from '../strategies/support/strategy';

/** Reports that are sent by themselves (readings 100, 225). */

useFreshDatabase();
useDataDir();
usePaper();
const sink = useSink();
useNoStrategies();

beforeAll(createPersonas);
beforeEach(async () => {
  await db().reportSubscription.deleteMany();
});
afterEach(resetLimits);

interface Own {
  kinds: { kind: string; isByDay: boolean }[];
  maxSubscriptions: number;
  records: ReportSubscription[];
}
const SAVE = 'report/subscription/save';
const FORM = {
  kind: 'health',
  projectIds: ['P-1', 'P-2'],
  emailAddress: TO,
  language: 'zh-CN',
  day: 5,
  enabled: true,
};
const OWNER = 'internalStaff';
const save = (name: string = OWNER, more: object = {}) =>
  call<{ subscriptionId: string }>(name, 'POST', SAVE, { ...FORM, ...more });
const own = async (name: string = OWNER) => (await call<Own>(name, 'POST', 'report/subscription/query', {})).data;
const first = async () => (await own()).records[0];
const log = async (subscriptionId: string, name: string = OWNER) =>
  call<{ total: number; records: ReportDelivery[] }>(name, 'POST', 'report/subscription/deliveries', {
    subscriptionId,
  });
const at = (text: string) => Date.parse(`${text.replace(' ', 'T')}:00+08:00`);
const dueAt = (text: string) => db().reportSubscription.updateMany({ data: { nextAt: new Date(at(text)) } });

/** A report that is made at once, and what it was asked. */
function stub(make: () => void = () => undefined) {
  const asked: { dueDate: string; projectIds: readonly string[] }[] = [];
  const kind: ReportKind = {
    operation: getHealthReport,
    isByDay: true,
    mailKind: 'project',
    check: () => Promise.resolve(),
    make: ({ dueDate, projectIds }) => {
      make();
      asked.push({ dueDate, projectIds });
      const bytes = Buffer.from(`report of ${dueDate}`);
      return Promise.resolve({ subject: dueDate, text: 'x', files: [{ name: 'a.pdf', type: 'pdf' as const, bytes }] });
    },
  };
  return { asked, kinds: { health: kind } };
}

describe('keeping them', () => {
  it('a new one stands first among their own with its next date; nobody else has it', async () => {
    const { subscriptionId } = (await save()).data;
    const { kinds, maxSubscriptions, records } = await own();
    expect(kinds).toEqual([
      { kind: 'health', isByDay: true },
      { kind: 'monthly', isByDay: true },
    ]);
    expect(maxSubscriptions).toBe(20);
    expect(records).toEqual([
      {
        subscriptionId,
        kind: 'health',
        projects: [
          { projectId: 'P-1', projectName: expect.any(String) },
          { projectId: 'P-2', projectName: expect.any(String) },
        ],
        emailAddress: TO,
        language: 'zh-CN',
        day: 5,
        enabled: true,
        nextDate: expect.stringMatching(/-05$/),
        endReason: null,
        endDate: null,
        lastDate: null,
        lastState: null,
        lastReason: null,
        createDate: expect.any(String),
      },
    ]);
    expect((await own('platformAdmin')).records).toEqual([]);
    expect(await save('platformAdmin', { subscriptionId })).toMatchObject({ code: 511 });
    expect(await log(subscriptionId, 'platformAdmin')).toMatchObject({ code: 511 });
    expect(await call('platformAdmin', 'DELETE', `report/subscription/${subscriptionId}`)).toMatchObject({ code: 511 });
    expect(await log('nothing')).toMatchObject({ code: 404 });
  });

  it('switched off nothing is due; deleted it is gone', async () => {
    const { subscriptionId } = (await save()).data;
    await save(OWNER, { subscriptionId, enabled: false, day: 9, language: 'en' });
    expect(await first()).toMatchObject({ enabled: false, nextDate: null, day: 9, language: 'en' });
    expect(await call(OWNER, 'DELETE', `report/subscription/${subscriptionId}`)).toMatchObject({ code: 200 });
    expect((await own()).records).toEqual([]);
  });

  it.each([
    ['a foreign project', { projectIds: ['P-1', 'P-3'] }, 511, undefined],
    ['an unknown project', { projectIds: ['P-404'] }, 404, undefined],
    ['no project', { projectIds: [] }, 400, undefined],
    ['no address', { emailAddress: '' }, 400, '邮箱不能为空'],
    ['a bad address', { emailAddress: 'a@b' }, 400, '请输入正确的邮箱'],
    ['no day', { day: null }, 400, '请选择发送日'],
    ['day 29', { day: 29 }, 400, undefined],
    ['a language that there is not', { language: 'de' }, 400, undefined],
    ['a report that is not made', { kind: 'weekly' }, 400, undefined],
  ])('refuses %s', async (_, more, code, message) => {
    expect(await save(OWNER, more)).toMatchObject({ code, ...(message && { message }) });
    expect(await db().reportSubscription.count()).toBe(0);
  });

  it('a branch user has 15 projects, and a 16th is refused', async () => {
    const projects = Array.from({ length: 16 }, (_, index) => `S-${index}`);
    await db().project.createMany({
      data: projects.map((projectId) => ({ projectId, projectName: projectId, branchCode: 'B01' })),
      skipDuplicates: true,
    });
    expect(await save('branchManager', { projectIds: projects.slice(0, 15) })).toMatchObject({ code: 200 });
    expect(await save('branchManager', { projectIds: projects })).toMatchObject({
      code: 400,
      message: '项目选择不能超过15个',
    });
    expect(await save('platformAdmin', { projectIds: projects })).toMatchObject({ code: 200 });
  });

  it('an account keeps 20, also of two calls at once', async () => {
    const { subscriptionId } = (await save()).data;
    const row = await db().reportSubscription.findUniqueOrThrow({ where: { subscriptionId } });
    await db().reportSubscription.createMany({
      data: Array.from({ length: 18 }, (_, index) => ({ ...row, subscriptionId: `more-${index}` })),
    });
    const codes = (await Promise.all([save(), save()])).map(({ code }) => code);
    expect(codes.sort()).toEqual([200, 409]);
    expect(await save()).toMatchObject({ code: 409, message: '最多20个订阅' });
  });

  it('an address that opted out is refused', async () => {
    await db().mailOptOut.create({ data: { emailAddress: TO } });
    expect(await save()).toMatchObject({ code: 400, message: '该邮箱已退订' });
  });
});

describe('sending them', () => {
  const deliveries = () => db().reportDelivery.findMany({ orderBy: { dueDate: 'asc' } });
  const days = async () => (await deliveries()).map(({ dueDate }) => formatDate(dueDate));
  const mails = () => db().mailLog.count();

  it('each due date once, of two gateways by one, and late where nobody ran', async () => {
    await save();
    await dueAt('2026-12-05 07:00');
    const { asked, kinds } = stub();
    const both = (text: string) => Promise.all([sendDueReports(at(text), kinds), sendDueReports(at(text), kinds)]);
    await both('2026-12-05 06:54');
    expect(asked).toEqual([]);
    await both('2026-12-05 07:04');
    await both('2026-12-05 07:14');
    expect(await days()).toEqual(['2026-12-05']);
    // Nobody runs on 5 January.
    await both('2027-01-19 10:04');
    await both('2027-02-05 07:04');
    expect(await days()).toEqual(['2026-12-05', '2027-01-05', '2027-02-05']);
    expect(await mails()).toBe(3);
    // Away for three months: one.
    await both('2027-05-20 07:04');
    expect(await days()).toEqual(['2026-12-05', '2027-01-05', '2027-02-05', '2027-05-05']);
    expect(await mails()).toBe(4);
    expect((await first())?.nextDate).toBe('2027-06-05');
    await sendDueMail(() => at('2027-05-20 07:05'));
    expect(sink.raw).toHaveLength(4);
  });

  it('ended in between it is sent the next time, and once', async () => {
    await save();
    await dueAt('2026-12-05 07:00');
    let isDying = true;
    const { kinds } = stub(() => {
      if (isDying) throw new Error('the process ends');
    });
    await sendDueReports(at('2026-12-05 07:04'), kinds);
    expect([await mails(), await days()]).toEqual([0, []]);
    isDying = false;
    await sendDueReports(at('2026-12-05 07:14'), kinds);
    await sendDueReports(at('2026-12-05 07:24'), kinds);
    expect([await mails(), await days()]).toEqual([1, ['2026-12-05']]);
  });

  it('one that fails does not stop the others; while nothing can be drawn the run ends', async () => {
    for (let count = 0; count < 3; count += 1) await save();
    await dueAt('2026-12-05 07:00');
    let made = 0;
    const failing = stub(() => {
      made += 1;
      if (made === 1) throw new Error('one');
    });
    expect(await sendDueReports(at('2026-12-05 07:04'), failing.kinds)).toBe(2);
    made = 0;
    await dueAt('2027-01-05 07:00');
    const away = stub(() => {
      made += 1;
      throw new AppError('unavailable');
    });
    expect(await sendDueReports(at('2027-01-05 07:04'), away.kinds)).toBe(0);
    expect(made).toBe(1);
  });

  it.each([
    ['the account is disabled', 'accountDisabled', '账号已停用'],
    ['it lost the right', 'rightsLost', '账号已没有该报告的权限'],
    ['it lost all projects', 'projectsLost', '所订阅的项目已不在数据范围内'],
    ['the address opted out', 'optedOut', '该邮箱已退订'],
  ] as const)('nothing is sent once %s, and it says so', async (_, reason, text) => {
    const { subscriptionId } = (await save()).data;
    await dueAt('2026-12-05 07:00');
    const user = { where: { username: OWNER } };
    const undo: (() => Promise<unknown>)[] = [];
    if (reason === 'accountDisabled') {
      await db().user.update({ ...user, data: { enabled: false } });
      undo.push(() => db().user.update({ ...user, data: { enabled: true } }));
    }
    if (reason === 'rightsLost') {
      const rights = await db().roleAuthority.findMany({ where: { authority: 'HEALTHREPORT_READ' } });
      await db().roleAuthority.deleteMany({ where: { authority: 'HEALTHREPORT_READ' } });
      undo.push(() => db().roleAuthority.createMany({ data: rights }));
    }
    if (reason === 'projectsLost') {
      const mappings = await db().userMapping.findMany(user);
      await db().userMapping.deleteMany(user);
      undo.push(() => db().userMapping.createMany({ data: mappings }));
    }
    if (reason === 'optedOut') await db().mailOptOut.create({ data: { emailAddress: TO } });
    const { asked, kinds } = stub();
    await sendDueReports(at('2026-12-05 07:04'), kinds);
    await sendDueReports(at('2027-01-05 07:04'), kinds);
    for (const step of undo) await step();
    expect([asked, await mails()]).toEqual([[], 0]);
    expect(await first()).toMatchObject({
      enabled: true,
      nextDate: null,
      endReason: reason,
      endDate: '2026-12-05 07:04:00',
      lastDate: '2026-12-05',
      lastState: 'NOT_SENT',
      lastReason: text,
    });
    // Switched on again it begins anew.
    await db().mailOptOut.deleteMany();
    expect(await save(OWNER, { subscriptionId })).toMatchObject({ code: 200 });
    expect(await first()).toMatchObject({ endReason: null, endDate: null, nextDate: expect.any(String) });
  });

  it('the link of its e-mail ends it at once, whoever keeps it', async () => {
    await save();
    await save('platformAdmin', { emailAddress: TO.toUpperCase() });
    expect(await callSms('POST', 'mail/unsubscribe', { body: { token: optOutToken(TO) } })).toMatchObject({
      code: 200,
    });
    expect(await first()).toMatchObject({ nextDate: null, endReason: 'optedOut' });
    expect((await own('platformAdmin')).records[0]).toMatchObject({ nextDate: null, endReason: 'optedOut' });
  });

  it('what is left of its projects is reported on; what is forbidden today is said, and it goes on', async () => {
    const { subscriptionId } = (await save()).data;
    await dueAt('2026-12-05 07:00');
    const mapping = { username: OWNER, type: 1, mappingId: 'P-2' };
    await db().userMapping.deleteMany({ where: mapping });
    const { asked, kinds } = stub();
    await sendDueReports(at('2026-12-05 07:04'), kinds);
    expect(asked).toEqual([{ dueDate: '2026-12-05', projectIds: ['P-1'] }]);
    await db().userMapping.create({ data: mapping });
    await db().userStrategy.create({
      data: {
        strategyId: 'none',
        strategyName: 'none',
        level: 'user',
        ...EVERYTHING,
        exportAllowed: false,
        enabled: true,
        targets: { create: { level: 'user', value: OWNER } },
      },
    });
    forgetStrategies();
    await sendDueReports(at('2027-01-05 07:04'));
    const { data } = await log(subscriptionId);
    expect(data.records.map(({ dueDate, state, reason, files }) => [dueDate, state, reason, files])).toEqual([
      ['2027-01-05', 'NOT_SENT', '导出已被限制', []],
      ['2026-12-05', 'QUEUED', null, ['a.pdf']],
    ]);
    expect(await first()).toMatchObject({ endReason: null, nextDate: '2027-02-05', lastReason: '导出已被限制' });
  });

  it('arrives in its language with the PDF of the twelve months before, and says whose it is and how to end it', async () => {
    const { subscriptionId } = (await save(OWNER, { language: 'en', projectIds: ['P-1'] })).data;
    await dueAt('2026-12-05 07:00');
    await sendDueReports(at('2026-12-05 07:04'));
    // It counts to nobody's e-mails of the day.
    expect(await db().mailLog.findFirst()).toMatchObject({ username: null });
    await sendDueMail(() => at('2026-12-05 07:05'));
    const [mail] = await sink.mails();
    const { nickName } = await db().user.findUniqueOrThrow({ where: { username: OWNER } });
    expect(mail?.to).toEqual([expect.objectContaining({ address: TO })]);
    expect(mail?.text).toContain(`a report subscription of ${nickName}`);
    expect(mail?.text).toContain('/unsubscribe?token=');
    const pdf = new Uint8Array(mail?.attachments[0]?.content as ArrayBuffer);
    expect(pdfLetters(pdf)).toContain('2025-12-01');
    expect(pdfLetters(pdf)).toContain('2026-11-30');
    const [sent] = (await log(subscriptionId)).data.records;
    expect(sent).toMatchObject({ dueDate: '2026-12-05', state: 'SENT', sentDate: '2026-12-05 07:05:00' });
    const kept = await db().storedFile.findFirstOrThrow({ where: { sha256: sha256(pdf) } });
    expect(kept.kind).toBe('mailedReport');
    expect(sent?.files).toEqual([kept.name]);
  });

  it('brings along the PDF that the list downloads, under its name', async () => {
    await save(OWNER, { projectIds: ['P-1'] });
    const now = Date.now();
    await db().reportSubscription.updateMany({ data: { nextAt: new Date(now - 60_000) } });
    await sendDueReports(now);
    await sendDueMail(() => now + 60_000);
    const [mail] = await sink.mails();
    const asked = { projectId: 'P-1', ...daysOfMonths(usualMonths(formatDate(now - 60_000))), intervalDays: '30' };
    const { bytes, name } = await fileOf(OWNER, `health/pdf/creator/?${new URLSearchParams(asked)}`);
    const [file] = mail?.attachments ?? [];
    expect([file?.filename, file?.mimeType]).toEqual([name, 'application/pdf']);
    expect(undatedLetters(new Uint8Array(file?.content as ArrayBuffer))).toBe(undatedLetters(bytes));
  });
});
