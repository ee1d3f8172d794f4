import { dayAfter, monthOf } from '@/lib/features/facts/shared/days';
import type { ReportDelivery, ReportSubscription } from '@/lib/features/report-subscriptions/contract';
import { sendDueReports } from '@/lib/features/report-subscriptions/internal/send-due-reports';
import { monthlyWindow } from '@/lib/features/unit-reports/shared/report-days';
import { forgetActors } from '@/lib/platform/auth/tokens/actor-loader';
import { db, pool } from '@/lib/platform/db/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { sendDueMail } from '@/lib/platform/mail/dispatch';
import { forgetStrategies } from '@/lib/platform/strategy/limits';
import { call, resetLimits } from '../../../support/callers';
import { pdfInfo, pdfLetters, undatedLetters } from '../../../support/pdf';
import { few } from '../../../support/full';
import { createPersonas } from '../../../support/personas';
import { unzipped, zipTimes } from '../../../support/zip';
import { fileOf } from '../../support/answered-file';
import { useDataDir } from '../../support/data-dir';
import { useFreshDatabase } from '../../support/database';
import { usePaper } from '../../support/paper';
import { sha256, TO, useSink } from '../../platform/mail/support/sink';
import { EVERYTHING, useNoStrategies } from '../strategies/support/strategy';

/** Biweekly and monthly reports that are sent by themselves: one zip with a PDF of every unit (api.md §2.15). */

useFreshDatabase();
useDataDir();
usePaper();
const sink = useSink();
useNoStrategies();

const OWNER = 'customerElite';
/** Three units of one project, two of them called alike. */
const UNITS = ['E-3', 'E-31', 'E-32'];
/** Days on which biweekly reports stand, and a day of each month. */
const DUE = { biweekly: ['2026-12-07', '2026-12-21', '2027-01-04', '2027-01-18'], monthly: [] as string[] };
DUE.monthly = ['2026-12-05', '2027-01-05', '2027-02-05', '2027-03-05'];
const KINDS = ['biweekly', 'monthly'] as const;
const at = (day: string, time = '07:04') => Date.parse(`${day}T${time}:00+08:00`);

beforeAll(async () => {
  await createPersonas();
  await pool().query(`
    INSERT INTO equipment (equipment_no, equipment_name, equipment_type, display_type, branch_code, update_date)
    SELECT no, '同名 #*$[梯]😀', 'YAE_ELT', 'EV', 'B02', now() FROM unnest(ARRAY['E-31', 'E-32']) no`);
  await pool().query(
    `INSERT INTO project_equipment (project_id, equipment_no) VALUES ('P-3', 'E-31'), ('P-3', 'E-32')`,
  );
  await pool().query(`
    INSERT INTO equipment_day (equipment_no, day, branch_code, trips, openings, run_sec, energy_kwh, available_sec, equipment_fault_sec, fault_sec, service_sec, silent_sec, seen)
    SELECT e, d, 'B02', 100, 210, 7200, 5, 86400, 0, 0, 0, 0, true
      FROM unnest(ARRAY['E-3', 'E-31', 'E-32']) e, generate_series(date '2026-11-20', date '2027-02-28', '1 day') d`);
  // Five call-outs of the unit's own cause in December make E-3 abnormal.
  await pool().query(`
    INSERT INTO callback (callback_id, equipment_no, branch_code, callback_type, job_description, job_status, scsa, person_trapped, technician_name, create_date, close_date, job_update_date)
    SELECT 'K-' || i, 'E-3', 'B02', 'Customer call', '门', 'CLSO', '1', false, '王师傅', t.at, t.at + interval '70 minutes', t.at
      FROM generate_series(0, 4) i, LATERAL (SELECT timestamptz '2026-12-10 11:22:33+08' + i * interval '1 day' AS at) t`);
}, 60_000);
beforeEach(async () => {
  await db().reportSubscription.deleteMany();
  await db().biweeklyReport.deleteMany();
});
afterEach(resetLimits);

const save = (kind: string, more: object = {}, name: string = OWNER) =>
  call<{ subscriptionId: string }>(name, 'POST', 'report/subscription/save', {
    kind,
    projectIds: ['P-3'],
    emailAddress: TO,
    language: 'zh-CN',
    day: 5,
    enabled: true,
    ...more,
  });
const first = async () =>
  (await call<{ records: ReportSubscription[] }>(OWNER, 'POST', 'report/subscription/query', {})).data.records[0];
const log = async (subscriptionId: string) =>
  (await call<{ records: ReportDelivery[] }>(OWNER, 'POST', 'report/subscription/deliveries', { subscriptionId })).data
    .records;
/** A subscription that is due on the first of its days. */
async function due(kind: (typeof KINDS)[number], more: object = {}): Promise<string> {
  const { subscriptionId } = (await save(kind, more)).data;
  await db().reportSubscription.updateMany({ data: { nextAt: new Date(at(DUE[kind][0] ?? '', '07:00')) } });
  return subscriptionId;
}
const dueDates = async () =>
  (await db().reportDelivery.findMany({ orderBy: { dueDate: 'asc' } })).map(({ dueDate }) => formatDate(dueDate));
/** The one attachment of the one e-mail that arrived. */
async function arrived() {
  await sendDueMail(() => Date.now() + 10 * 365 * 86_400_000);
  const [mail, ...others] = await sink.mails();
  expect(others).toEqual([]);
  expect(mail?.attachments).toHaveLength(1);
  const [file] = mail?.attachments ?? [];
  return {
    subject: mail?.subject ?? '',
    text: mail?.text ?? '',
    name: file?.filename,
    mime: file?.mimeType,
    bytes: new Uint8Array(file?.content as ArrayBuffer),
  };
}

it('whoever reads all three may subscribe to them: biweekly ones have no day of their own', async () => {
  const { data } = await call<{ kinds: object[] }>(OWNER, 'POST', 'report/subscription/query', {});
  expect(data.kinds).toEqual([
    { kind: 'health', isByDay: true },
    { kind: 'biweekly', isByDay: false },
    { kind: 'monthly', isByDay: true },
  ]);
  await save('biweekly', { day: null });
  expect(await first()).toMatchObject({ kind: 'biweekly', day: null, nextDate: expect.any(String) });
  expect(await save('monthly', { day: null })).toMatchObject({ code: 400, message: '请选择发送日' });
  // Who reads project and monthly reports alone.
  expect(await save('biweekly', { projectIds: ['P-1'] }, 'internalStaff')).toMatchObject({ code: 403 });
  expect(await save('monthly', { projectIds: ['P-1'] }, 'internalStaff')).toMatchObject({ code: 200 });
});

describe.each(KINDS)('%s', (kind) => {
  const [one = '', two = '', missed = '', late = ''] = DUE[kind];

  it('each due date once, of two gateways by one, and one that was missed with the next', async () => {
    await due(kind);
    const both = (day: string, time?: string) =>
      Promise.all([sendDueReports(at(day, time)), sendDueReports(at(day, time))]);
    await both(one, '06:54');
    expect(await dueDates()).toEqual([]);
    await both(one);
    await both(one, '07:14');
    await both(two);
    // Nobody runs on the third.
    expect(missed < late).toBe(true);
    await both(late);
    expect(await dueDates()).toEqual([one, two, late]);
    expect(await db().mailLog.count()).toBe(3);
    expect(await db().mailLog.groupBy({ by: ['kind', 'username'] })).toEqual([{ kind, username: null }]);
  });

  it('arrives as one zip with a PDF of every unit, which the log names', async () => {
    const subscriptionId = await due(kind);
    // The second date: it is the one with call-outs behind it.
    await sendDueReports(at(two));
    const { subject, text, name, mime, bytes } = await arrived();
    const title = kind === 'biweekly' ? '设备双周监测报告' : '设备月报';
    const day = two.replaceAll('-', '');
    const window = kind === 'biweekly' ? `${dayAfter(two, -14)} 至 ${dayAfter(two, -1)}` : '2026-12-01 至 2026-12-31';
    expect([name, mime]).toEqual([`${title}朝阳大厦${day}.zip`, 'application/zip']);
    expect(subject).toBe(`朝阳大厦 ${title}（${window}）`);
    expect(text).toContain(`附件为朝阳大厦 3 台设备的${title}，报告期间 ${window}`);
    expect(text).toContain('共召修 5 次');
    expect(text).toContain('状态异常的设备 1 台：朝阳大厦1号梯。');
    const files = unzipped(bytes);
    expect([...files.keys()]).toEqual([
      `${title}同名 #_$[梯]😀${day}.pdf`,
      `${title}同名 #_$[梯]😀${day}(2).pdf`,
      `${title}朝阳大厦1号梯${day}.pdf`,
    ]);
    const letters = [...files.values()].map((pdf) => pdfLetters(pdf));
    for (const [index, no] of ['E-31', 'E-32', 'E-3'].entries()) expect(letters[index]).toContain(`设备号${no}`);
    for (const found of letters) expect(found).toContain(window.replaceAll(' ', ''));
    const [sent] = await log(subscriptionId);
    expect(sent).toMatchObject({ dueDate: two, state: 'SENT', files: [name] });
    const kept = await db().storedFile.findFirstOrThrow({ where: { sha256: sha256(bytes) } });
    expect(kept).toMatchObject({ kind: 'mailedReport', mime: 'application/zip', name });
  });

  it.each([
    ['its account is disabled', 'accountDisabled'],
    ['the right to this report is lost', 'rightsLost'],
    ['its projects are lost', 'projectsLost'],
  ] as const)('nothing is sent once %s', async (_, reason) => {
    await due(kind);
    const user = { where: { username: OWNER } };
    const authority = kind === 'biweekly' ? 'CBM_MODEL_A_VIEW_READ' : 'HEALTHREPORT_READ';
    const rights = await db().roleAuthority.findMany({ where: { authority } });
    const mappings = await db().userMapping.findMany(user);
    if (reason === 'accountDisabled') await db().user.update({ ...user, data: { enabled: false } });
    if (reason === 'rightsLost') await db().roleAuthority.deleteMany({ where: { authority } });
    if (reason === 'projectsLost') await db().userMapping.deleteMany(user);
    await sendDueReports(at(one));
    await sendDueReports(at(two));
    if (reason === 'accountDisabled') await db().user.update({ ...user, data: { enabled: true } });
    if (reason === 'rightsLost') await db().roleAuthority.createMany({ data: rights });
    if (reason === 'projectsLost') await db().userMapping.createMany({ data: mappings });
    expect(await db().mailLog.count()).toBe(0);
    expect(await first()).toMatchObject({ nextDate: null, endReason: reason, lastDate: one, lastState: 'NOT_SENT' });
  });

  // Three documents drawn anew: of one kind, in a full run of both.
  const isDrawn = few(KINDS, 1, 'with masked times').includes(kind);
  (isDrawn ? it : it.skip)(
    'with masked times neither text, nor papers, nor the archive tell a time of day',
    async () => {
      await db().userStrategy.create({
        data: {
          strategyId: 'limit',
          strategyName: 'limit',
          level: 'user',
          ...EVERYTHING,
          maskTime: true,
          enabled: true,
          targets: { create: { level: 'user', value: OWNER } },
        },
      });
      forgetStrategies();
      await due(kind);
      await sendDueReports(at(two));
      const { subject, text, bytes } = await arrived();
      const TIME = /\d{1,2}:\d{2}/;
      // The address of the portal has a port.
      expect(`${subject}\n${text.replaceAll(/https?:\S+/g, '')}`).not.toMatch(TIME);
      const files = unzipped(bytes);
      expect(files.size).toBe(3);
      for (const pdf of files.values()) {
        expect(pdfLetters(pdf)).not.toMatch(TIME);
        expect(Date.parse(pdfInfo(pdf).CreationDate ?? '') % 3_600_000).toBe(0);
      }
      for (const time of zipTimes(bytes)) expect(time).toMatch(/\.000000$/);
      expect(zipTimes(bytes)).toHaveLength(3);
    },
  );

  it('where nothing may be exported nothing goes, and the log says why', async () => {
    await db().userStrategy.create({
      data: {
        strategyId: 'limit',
        strategyName: 'limit',
        level: 'user',
        ...EVERYTHING,
        exportAllowed: false,
        enabled: true,
        targets: { create: { level: 'user', value: OWNER } },
      },
    });
    forgetStrategies();
    await due(kind);
    await sendDueReports(at(one));
    expect(await db().mailLog.count()).toBe(0);
    expect(await first()).toMatchObject({ endReason: null, lastState: 'NOT_SENT', lastReason: '导出已被限制' });
  });

  it('more than 500 units are refused, and those that came later are not sent', async () => {
    await pool().query(`
      INSERT INTO equipment (equipment_no, equipment_name, equipment_type, display_type, branch_code, update_date)
      SELECT 'X-' || i, 'X', 'YAE_ELT', 'EV', 'B02', now() FROM generate_series(1, 498) i`);
    await due(kind);
    await pool().query(
      `INSERT INTO project_equipment (project_id, equipment_no) SELECT 'P-3', 'X-' || i FROM generate_series(1, 498) i`,
    );
    const refused = await save(kind);
    await sendDueReports(at(one));
    await pool().query(`DELETE FROM project_equipment WHERE equipment_no LIKE 'X-%'`);
    await pool().query(`DELETE FROM equipment WHERE equipment_no LIKE 'X-%'`);
    expect(refused).toMatchObject({ code: 511, message: '所选项目设备数量过多，请减少项目后重试' });
    expect(await db().mailLog.count()).toBe(0);
    expect(await first()).toMatchObject({ endReason: null, lastReason: '所选项目设备数量过多，请减少项目后重试' });
  });
});

it('a biweekly PDF is byte for byte the one that its page downloads', async () => {
  await due('biweekly');
  await sendDueReports(at('2026-12-07'));
  const files = [...unzipped((await arrived()).bytes).values()];
  for (const [index, no] of ['E-31', 'E-32', 'E-3'].entries()) {
    const { bytes } = await fileOf(OWNER, `cbmHealth/pdf/creator/${no}?reportTime=2026-12-07`);
    expect(sha256(bytes)).toBe(sha256(files[index] ?? new Uint8Array()));
  }
});

it('a monthly PDF says what its page downloads', async () => {
  const now = Date.now();
  await save('monthly');
  await db().reportSubscription.updateMany({ data: { nextAt: new Date(now - 60_000) } });
  await sendDueReports(now);
  const files = [...unzipped((await arrived()).bytes).values()];
  const due = formatDate(now - 60_000);
  const { from, until } = monthlyWindow(monthOf(due, -1).slice(0, 7), due);
  for (const [index, no] of ['E-31', 'E-32', 'E-3'].entries()) {
    const { bytes } = await fileOf(OWNER, `health/pdf/creator/equipment/${no}?startDate=${from}&endDate=${until}`);
    expect(undatedLetters(files[index] ?? new Uint8Array())).toBe(undatedLetters(bytes));
  }
});

it('projects without a biweekly report of the day, and without any unit, say so', async () => {
  await db().project.create({ data: { projectId: 'P-9', projectName: '空项目', branchCode: 'B02' } });
  await db().userMapping.create({ data: { username: OWNER, type: 1, mappingId: 'P-9' } });
  forgetActors();
  const reasonOf = async (kind: (typeof KINDS)[number]) => {
    await due(kind, { projectIds: ['P-9'] });
    await sendDueReports(at(DUE[kind][0] ?? ''));
    return (await first())?.lastReason;
  };
  expect([await reasonOf('biweekly'), await reasonOf('monthly')]).toEqual(['该日没有双周报', '所选项目没有设备']);
  expect(await db().biweeklyReport.count()).toBe(UNITS.length);
});
