import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { expireApplications } from '@/lib/features/campus-applications/internal/expiry';
import type { CampusApplyRow } from '@/lib/features/campus-applications/contract';
import { db } from '@/lib/platform/db/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { call } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import type { PersonaName } from '../../../support/personas';
import { bearer, callSms, sessionOf } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';

/** From the application on the wall's cover to the open wall and its end, all through the door. */

useFreshDatabase();
const DAY_MS = 86_400_000;

beforeAll(async () => {
  await createPersonas();
});
beforeEach(async () => {
  resetRateLimits();
  await db().campusApply.deleteMany();
  await db().notification.deleteMany();
  await db().smsLog.deleteMany();
  await db().userRole.deleteMany({ where: { role: '综合监控' } });
});
afterAll(closePortal);

const ask = <T = Record<string, unknown>>(name: PersonaName, path: string, body: object = {}) =>
  call<T>(name, 'POST', `campusviewapply/${path}`, body);
const FORM = {
  applyUsername: '李强',
  applyPhone: '13812345678',
  description: '大堂需要监控大屏',
  email: 'li@example.com',
};
async function applied(name: PersonaName = 'customerLite', form: object = FORM): Promise<string> {
  const answer = await ask<{ applyId: string }>(name, 'saveOrUpdateApply', form);
  expect(answer.code).toBe(200);
  return answer.data.applyId;
}
const rows = async (name: PersonaName, query: object = {}) =>
  (await ask<{ records: CampusApplyRow[] }>(name, 'queryApply', query)).data.records;
const handle = (name: PersonaName, body: object) =>
  ask<{ fieldErrors?: Record<string, string> } | null>(name, 'handle', body);
const authorities = async () =>
  (
    await callSms<{ authority: string[] }>('GET', 'userInfo/getUserProfile', {
      headers: bearer(await sessionOf('customerLite')),
    })
  ).data.authority;
const inDays = (days: number) => formatDate(Date.now() + days * DAY_MS);

describe('applying', () => {
  it('[API-070] takes applicant, phone, description and e-mail, and keeps them', async () => {
    const applyId = await applied();
    expect(await rows('customerLite')).toEqual([
      expect.objectContaining({
        ...FORM,
        applyId,
        username: 'customerLite',
        status: 'NEW',
        branchName: '上海分公司',
        projectTotal: 1,
        equipmentTotal: 1,
        tabs: [],
        validUntil: null,
      }),
    ]);
  });
  it.each([
    ['applyUsername', { applyUsername: ' ' }, '提交人不能为空'],
    ['description', { description: '' }, '描述不能为空'],
    ['applyPhone', { applyPhone: '23812345678' }, '请输入正确手机号'],
    ['email', { email: 'li@' }, '请输入正确的邮箱'],
  ])('says under %s what is wrong', async (field, wrong, message) => {
    expect(await ask('customerLite', 'saveOrUpdateApply', { ...FORM, ...wrong })).toMatchObject({
      code: 400,
      data: { fieldErrors: { [field]: message } },
    });
  });
  it('is possible once while it waits, also for two at the same moment, and again after a refusal', async () => {
    const answers = await Promise.all([
      ask('customerLite', 'saveOrUpdateApply', FORM),
      ask('customerLite', 'saveOrUpdateApply', FORM),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(answers.find(({ code }) => code === 409)?.message).toBe('您已提交申请，请等待处理');
    const [open] = await rows('customerLite');
    await handle('platformAdmin', { applyId: open?.applyId, action: 'contacted' });
    expect(await ask('customerLite', 'saveOrUpdateApply', FORM)).toMatchObject({ code: 409 });
    await handle('platformAdmin', { applyId: open?.applyId, action: 'reject', comment: '暂不开通' });
    await applied();
  });
  it('changes an own open application; another one is out of reach, a decided one fixed', async () => {
    const applyId = await applied();
    expect(
      await ask('customerLite', 'saveOrUpdateApply', { ...FORM, applyId, email: '', description: '改为地下车库' }),
    ).toMatchObject({ code: 200, data: { applyId } });
    expect((await rows('customerLite'))[0]).toMatchObject({ description: '改为地下车库', email: null });
    expect(await ask('customerElite', 'saveOrUpdateApply', { ...FORM, applyId })).toMatchObject({ code: 511 });
    expect(await ask('customerLite', 'saveOrUpdateApply', { ...FORM, applyId: 'none' })).toMatchObject({ code: 404 });
    await handle('platformAdmin', { applyId, action: 'enable' });
    expect(await ask('customerLite', 'saveOrUpdateApply', { ...FORM, applyId })).toMatchObject({ code: 409 });
  });
});

describe('the list', () => {
  it('[API-071] [MISC-003] shows head office all, a branch its accounts, a customer their own', async () => {
    await applied('customerLite');
    await applied('customerElite', { ...FORM, applyUsername: '陈晓东', applyPhone: '13900000000' });
    const names = async (name: PersonaName, query?: object) =>
      (await rows(name, query)).map(({ username }) => username).sort();
    expect(await names('platformAdmin')).toEqual(['customerElite', 'customerLite']);
    expect(await names('branchManager')).toEqual(['customerLite']);
    expect(await names('customerElite')).toEqual(['customerElite']);
    expect(await names('platformAdmin', { key: '陈晓' })).toEqual(['customerElite']);
    expect(await names('platformAdmin', { key: '139' })).toEqual(['customerElite']);
    expect(await names('platformAdmin', { branchCode: 'B01' })).toEqual(['customerLite']);
    expect(await names('platformAdmin', { status: 'ENABLED' })).toEqual([]);
    expect(await names('platformAdmin', { startDate: inDays(0), endDate: inDays(0) })).toHaveLength(2);
    expect(await names('platformAdmin', { startDate: inDays(1), endDate: inDays(1) })).toEqual([]);
    expect(await ask('platformAdmin', 'queryApply', { startDate: inDays(1), endDate: inDays(0) })).toMatchObject({
      code: 400,
      message: '开始日期不能大于结束日期',
    });
  });
});

describe('deciding', () => {
  it('is for those with USER_WRITE, in their scope; opening and closing only for head office', async () => {
    const far = await applied('customerElite');
    const near = await applied('customerLite');
    expect(await handle('branchDispatcher', { applyId: near, action: 'contacted' })).toMatchObject({ code: 403 });
    expect(await handle('branchManager', { applyId: far, action: 'contacted' })).toMatchObject({ code: 511 });
    expect(await handle('branchManager', { applyId: 'none', action: 'contacted' })).toMatchObject({ code: 404 });
    expect(await handle('branchManager', { applyId: near, action: 'enable' })).toMatchObject({ code: 403 });
    expect(await handle('branchManager', { applyId: near, action: 'contacted' })).toMatchObject({ code: 200 });
    expect(await rows('customerLite')).toEqual([
      expect.objectContaining({ status: 'CONTACTED', handledBy: 'branchManager' }),
    ]);
  });
  it('rejects with a reason only, and tells the applicant here and by text message', async () => {
    const applyId = await applied();
    expect(await handle('branchManager', { applyId, action: 'reject' })).toMatchObject({
      code: 400,
      message: '请输入驳回原因',
      data: { fieldErrors: { comment: '请输入驳回原因' } },
    });
    expect(await handle('branchManager', { applyId, action: 'reject', comment: '资料不全' })).toMatchObject({
      code: 200,
    });
    expect(await rows('customerLite')).toEqual([expect.objectContaining({ status: 'REJECTED', comment: '资料不全' })]);
    expect(await db().notification.findMany()).toEqual([
      expect.objectContaining({
        username: 'customerLite',
        subType: 'account',
        message: '您的综合监控大屏申请未通过：资料不全',
        objectId: applyId,
      }),
    ]);
    expect(await db().smsLog.findMany()).toEqual([
      expect.objectContaining({
        type: 'account',
        phone: '13812345678',
        content: '您的综合监控大屏申请未通过：资料不全',
      }),
    ]);
    expect(await handle('branchManager', { applyId, action: 'contacted' })).toMatchObject({
      code: 409,
      message: '当前状态不允许该操作',
    });
  });
  it('enables for some days: role and chosen tabs are there at once, and gone when the last day is over', async () => {
    const applyId = await applied();
    expect(await authorities()).not.toContain('CAMPUS_VIEW_READ');
    expect(await handle('platformAdmin', { applyId, action: 'enable', validUntil: inDays(0) })).toMatchObject({
      code: 400,
      data: { fieldErrors: { validUntil: '请选择今天之后的日期' } },
    });
    expect(
      await handle('platformAdmin', {
        applyId,
        action: 'enable',
        validUntil: inDays(30),
        tabs: ['callback', 'service'],
      }),
    ).toMatchObject({ code: 200 });
    expect(await rows('customerLite')).toEqual([
      expect.objectContaining({ status: 'ENABLED', validUntil: inDays(30), tabs: ['callback', 'service'] }),
    ]);
    expect((await authorities()).filter((name) => name.startsWith('CAMPUS'))).toEqual([
      'CAMPUS_VIEW_CALLBACK_READ',
      'CAMPUS_VIEW_READ',
      'CAMPUS_VIEW_SERVICE_READ',
    ]);

    await db().notification.deleteMany();
    expect(await expireApplications(Date.now() + 30 * DAY_MS)).toMatchObject({ expired: 0 });
    expect(await expireApplications(Date.now() + 31 * DAY_MS)).toMatchObject({ expired: 1 });
    expect(await expireApplications(Date.now() + 31 * DAY_MS)).toEqual({ expired: 0, reminded: 0 });
    const over = '您的综合监控大屏功能已停用或到期，如需继续使用请重新申请。';
    expect(await db().notification.findMany({ where: { message: over } })).toHaveLength(1);
    expect(await rows('customerLite')).toEqual([expect.objectContaining({ status: 'EXPIRED' })]);
    expect((await authorities()).filter((name) => name.startsWith('CAMPUS'))).toEqual([]);
  });
  it('the role ends with the last application that runs, whatever came before it', async () => {
    const first = await applied();
    await handle('platformAdmin', { applyId: first, action: 'enable', tabs: ['callback'] });
    await handle('platformAdmin', { applyId: first, action: 'disable' });
    const second = await applied();
    expect(second).not.toBe(first);
    await handle('platformAdmin', { applyId: second, action: 'enable', tabs: ['callback'] });
    expect(await authorities()).toContain('CAMPUS_VIEW_READ');
    await handle('platformAdmin', { applyId: second, action: 'disable' });
    expect(await authorities()).not.toContain('CAMPUS_VIEW_READ');
  });
  it('tabs are not counted beyond the last day, even before the clock has come by', async () => {
    const applyId = await applied();
    await handle('platformAdmin', { applyId, action: 'enable', tabs: ['callback'] });
    await db().campusApply.update({ where: { applyId }, data: { validUntil: new Date(`${inDays(-1)}T00:00:00Z`) } });
    expect(await authorities()).not.toContain('CAMPUS_VIEW_CALLBACK_READ');
  });
  it('extends what runs and what is over, disables what runs', async () => {
    const applyId = await applied();
    expect(await handle('platformAdmin', { applyId, action: 'extend' })).toMatchObject({ code: 409 });
    await handle('platformAdmin', { applyId, action: 'enable', validUntil: inDays(30), tabs: ['callback'] });
    expect(await handle('platformAdmin', { applyId, action: 'extend', validUntil: inDays(90) })).toMatchObject({
      code: 200,
    });
    expect(await rows('customerLite')).toEqual([
      expect.objectContaining({ validUntil: inDays(90), tabs: ['callback'] }),
    ]);
    expect(await handle('platformAdmin', { applyId, action: 'disable' })).toMatchObject({ code: 200 });
    expect(await rows('customerLite')).toEqual([expect.objectContaining({ status: 'EXPIRED' })]);
    expect(await authorities()).not.toContain('CAMPUS_VIEW_READ');
    expect(await handle('platformAdmin', { applyId, action: 'extend' })).toMatchObject({ code: 200 });
    expect(await rows('customerLite')).toEqual([expect.objectContaining({ status: 'ENABLED', validUntil: null })]);
    expect(await authorities()).toContain('CAMPUS_VIEW_CALLBACK_READ');
  });
  it('says seven days before the end, once', async () => {
    const applyId = await applied();
    await handle('platformAdmin', { applyId, action: 'enable', validUntil: inDays(8) });
    await db().notification.deleteMany();
    expect(await expireApplications(Date.now())).toEqual({ expired: 0, reminded: 0 });
    expect(await expireApplications(Date.now() + DAY_MS)).toEqual({ expired: 0, reminded: 1 });
    expect(await expireApplications(Date.now() + 2 * DAY_MS)).toEqual({ expired: 0, reminded: 0 });
    expect(await db().notification.findMany()).toEqual([
      expect.objectContaining({ message: `您的综合监控大屏功能将于${inDays(8)}到期，如需继续使用请联系分公司。` }),
    ]);
  });
});
