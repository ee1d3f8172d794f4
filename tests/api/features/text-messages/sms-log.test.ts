import { readXlsx } from 'hucre/xlsx';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { resetExportLimits } from '@/lib/platform/files/export-limit';
import { formatDate } from '@/lib/platform/i18n/format';
import { handleSms } from '@/lib/platform/door/web-door';
import type { SmsLogRow } from '@/lib/features/text-messages/contract';
import { call, headersOf } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import type { PersonaName } from '../../../support/personas';
import { bearer, callSms, ORIGIN, sessionOf } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';

useFreshDatabase();
const DAY_MS = 86_400_000;
const day = (offset = 0) => formatDate(Date.now() + offset * DAY_MS);
const RANGE = { startDate: day(-7), endDate: day() };

beforeAll(async () => {
  await createPersonas();
});
beforeEach(async () => {
  resetRateLimits();
  resetExportLimits();
  await db().smsLog.deleteMany();
});
afterAll(closePortal);

const sms = (rest: Partial<Prisma.SmsLogUncheckedCreateInput>) =>
  db().smsLog.create({
    data: {
      phone: '13812345678',
      type: 'callback',
      content: '技师已出发',
      state: 'DELIVERED',
      branchCode: 'B01',
      username: 'customerLite',
      projectId: 'P-1',
      equipmentNo: 'E-1',
      ...rest,
    },
  });
const post = <T = Record<string, unknown>>(name: PersonaName, path: string, body: object) =>
  call<T>(name, 'POST', `simMessage/${path}`, body);
const query = async (name: PersonaName, filters: object = {}) =>
  (await post<{ records: SmsLogRow[] }>(name, 'query', { ...RANGE, ...filters })).data.records;

describe('the SMS log', () => {
  it('[MISC-017] shows what was sent and why not, phones masked but for SUPER_MASTER, codes never', async () => {
    await sms({ type: 'entrapment', state: 'SUPPRESSED', error: 'projectOff', content: '静安中心1号梯困人' });
    await sms({ type: 'code', content: '验证码******', state: 'SENT', equipmentNo: null, projectId: null });
    const [code, entrapment] = await query('branchManager');
    expect(entrapment).toMatchObject({
      phone: '138****5678',
      receiver: 'customerLite',
      type: 'entrapment',
      state: 'SUPPRESSED',
      error: '项目未开通短信',
      projectName: '静安中心',
      equipmentNo: 'E-1',
      tries: 0,
      parts: 1,
    });
    expect(code).toMatchObject({ type: 'code', content: '验证码******' });
    expect((await query('platformAdmin')).map(({ phone }) => phone)).toEqual(['13812345678', '13812345678']);
    expect(await post('customerLite', 'query', RANGE)).toMatchObject({ code: 403 });
  });
  it('leaves what a provider answered as it came, also where it reads like a reason of ours', async () => {
    await sms({ state: 'FAILED', error: 'projectOff' });
    await sms({ state: 'SUPPRESSED', error: 'isv.BUSINESS_LIMIT' });
    expect((await query('branchManager')).map(({ error }) => error)).toEqual(['isv.BUSINESS_LIMIT', 'projectOff']);
  });
  it('names no project that was deleted, to nobody', async () => {
    await sms({});
    const named = async (name: PersonaName) => (await query(name))[0]?.projectName;
    expect([await named('branchManager'), await named('platformAdmin')]).toEqual(['静安中心', '静安中心']);
    await db().project.update({ where: { projectId: 'P-1' }, data: { deletedAt: new Date() } });
    expect([await named('branchManager'), await named('platformAdmin')]).toEqual([null, null]);
    await db().project.update({ where: { projectId: 'P-1' }, data: { deletedAt: null } });
  });
  it('needs both days, at most 60 of them', async () => {
    const M15 = '开始日期和结束日期必须选择';
    expect(await post('platformAdmin', 'query', { startDate: day() })).toMatchObject({
      code: 400,
      error: 'validation_failed',
      message: M15,
      data: { fieldErrors: { endDate: M15 } },
    });
    for (const path of ['query', 'download'])
      expect(await post('platformAdmin', path, {})).toMatchObject({
        code: 400,
        error: 'validation_failed',
        message: M15,
        data: { fieldErrors: { startDate: M15, endDate: M15 } },
      });
    expect(await post('platformAdmin', 'query', { startDate: day(-60), endDate: day() })).toMatchObject({
      code: 400,
      message: '日期范围不能超过60天',
    });
    expect(await post('platformAdmin', 'query', { startDate: day(-59), endDate: day() })).toMatchObject({ code: 200 });
  });
  it('narrows by phone, type, state, unit, project and account, within the scope', async () => {
    await sms({});
    await sms({
      phone: '13900001111',
      type: 'account',
      state: 'FAILED',
      username: 'customerElite',
      branchCode: 'B02',
      projectId: 'P-3',
      equipmentNo: 'E-3',
    });
    const found = async (filters: object, name: PersonaName = 'platformAdmin') =>
      (await query(name, filters)).map(({ equipmentNo }) => equipmentNo);
    expect(await found({})).toEqual(['E-3', 'E-1']);
    expect(await found({}, 'branchManager')).toEqual(['E-1']);
    for (const filters of [
      { phone: '1111' },
      { type: 'account' },
      { state: 'FAILED' },
      { equipmentNo: 'E-3' },
      { projectId: 'P-3' },
      { username: 'customerElite' },
    ])
      expect([filters, await found(filters)]).toEqual([filters, ['E-3']]);
    expect(await found({ startDate: day(-3), endDate: day(-1) })).toEqual([]);
  });
  it('takes several types and states, as a list or joined by commas, and refuses an unknown word', async () => {
    await sms({ equipmentNo: 'E-1', type: 'callback', state: 'DELIVERED' });
    await sms({ equipmentNo: 'E-2', type: 'account', state: 'FAILED' });
    await sms({ equipmentNo: 'E-3', type: 'other', state: 'QUEUED' });
    const found = async (filters: object) =>
      (await query('platformAdmin', filters)).map(({ equipmentNo }) => equipmentNo).sort();
    expect(await found({ type: 'callback,account' })).toEqual(['E-1', 'E-2']);
    expect(await found({ state: ['FAILED', 'QUEUED'] })).toEqual(['E-2', 'E-3']);
    expect(await found({ type: ['callback', 'other'], state: 'QUEUED' })).toEqual(['E-3']);
    for (const state of ['', null, -1, []]) expect(await found({ state })).toEqual(['E-1', 'E-2', 'E-3']);
    expect(await post('platformAdmin', 'query', { ...RANGE, state: 'FAILED,LOST' })).toMatchObject({ code: 400 });
  });
  it('does not let masked digits be tried out', async () => {
    await sms({});
    expect(await query('branchManager', { phone: '13812345678' })).toHaveLength(1);
    expect(await query('branchManager', { phone: '5678' })).toHaveLength(1);
    expect(await post('branchManager', 'query', { ...RANGE, phone: '13812' })).toMatchObject({
      code: 400,
      data: { fieldErrors: { phone: '请输入完整手机号或后四位' } },
    });
    expect(await query('platformAdmin', { phone: '81234' })).toHaveLength(1);
  });
});

describe('sending again', () => {
  it('is for failed messages that are no codes, in scope, with SIM_MESSAGE_WRITE', async () => {
    const failed = String((await sms({ state: 'FAILED', error: 'HTTP 500', tries: 3 })).id);
    const far = String((await sms({ state: 'FAILED', branchCode: 'B02', username: 'customerElite' })).id);
    const sent = String((await sms({})).id);
    const code = String((await sms({ state: 'FAILED', type: 'code' })).id);
    await db().roleAuthority.createMany({
      data: [{ role: 'role-branchManager', authority: 'SIM_MESSAGE_WRITE' }],
      skipDuplicates: true,
    });
    expect(await post('customerLite', 'resend', { id: failed })).toMatchObject({ code: 403 });
    const manager = bearer(await sessionOf('branchManager'));
    const resend = (id: string) => callSms('POST', 'simMessage/resend', { body: { id }, headers: manager });
    expect(await resend(far)).toMatchObject({ code: 511 });
    expect(await resend('99999999')).toMatchObject({ code: 404 });
    for (const id of [sent, code])
      expect(await resend(id)).toMatchObject({ code: 409, message: '只能重发发送失败的短信，验证码不能重发' });
    expect(await resend(failed)).toMatchObject({ code: 200 });
    expect((await db().smsLog.findUniqueOrThrow({ where: { id: BigInt(failed) } })).state).not.toBe('FAILED');
  });
});

describe('as a file', () => {
  it('holds what the list shows, masked like it', async () => {
    await sms({});
    const response = await handleSms(
      new Request(`${ORIGIN}/sms/simMessage/download`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': '192.0.2.1',
          ...(await headersOf('branchManager')),
        },
        body: JSON.stringify(RANGE),
      }),
    );
    expect(response.headers.get('content-disposition')).toMatch(/filename="sms-\d{14}\.xlsx"/);
    const rows = (await readXlsx(new Uint8Array(await response.arrayBuffer()))).sheets[0]?.rows ?? [];
    expect(rows[0]?.slice(0, 5)).toEqual(['创建时间', '手机号', '接收人', '类型', '内容']);
    expect(rows[1]?.slice(1, 5)).toEqual(['138****5678', 'customerLite', '召修进度', '技师已出发']);
  });
});
