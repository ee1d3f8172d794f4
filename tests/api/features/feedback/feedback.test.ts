import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { db } from '@/lib/platform/db/client';
import type { FeedbackDetail, FeedbackRow } from '@/lib/features/feedback/contract';
import { closeAnswered } from '@/lib/features/feedback/internal/close-answered';
import { isOverdue } from '@/lib/features/feedback/value-sets';
import { resetExportLimits } from '@/lib/platform/files/export-limit';
import { handleSms } from '@/lib/platform/door/web-door';
import { call, headersOf } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import type { PersonaName } from '../../../support/personas';
import { ORIGIN } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';

useFreshDatabase();
const DAY_MS = 86_400_000;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

beforeAll(async () => {
  await createPersonas();
});
beforeEach(async () => {
  resetRateLimits();
  resetExportLimits();
  await db().userFeedback.deleteMany();
  await db().notification.deleteMany();
});
afterAll(closePortal);

const post = <T = Record<string, unknown>>(name: PersonaName, path: string, body: object = {}) =>
  call<T>(name, 'POST', `user/feedback/${path}`, body);
const FORM = { type: 'data', content: '3号梯楼层显示不正确', phone: '13812345678' };
const send = async (name: PersonaName, form: object = FORM) =>
  (await post<{ feedbackId: string }>(name, 'save', form)).data.feedbackId;
const rows = async (name: PersonaName, query: object = {}) =>
  (await post<{ records: FeedbackRow[] }>(name, 'query', query)).data.records;
const detail = (name: PersonaName, feedbackId: string) =>
  call<FeedbackDetail>(name, 'GET', `user/feedback/${feedbackId}`);
async function upload(name: PersonaName, file = new File([PNG], 'floor.png', { type: 'image/png' })) {
  const form = new FormData();
  form.append('file', file);
  const response = await handleSms(
    new Request(`${ORIGIN}/sms/file/upload/sms/feedback`, {
      method: 'POST',
      headers: { 'x-forwarded-for': '192.0.2.1', ...(await headersOf(name)) },
      body: form,
    }),
  );
  return (await response.json()) as { code: number; message: string; data: { path: string } };
}
const view = async (name: PersonaName, path: string) =>
  handleSms(
    new Request(`${ORIGIN}/sms/file/view/${path}`, {
      headers: { 'x-forwarded-for': '192.0.2.1', ...(await headersOf(name)) },
    }),
  );

describe('reporting', () => {
  it('[MISC-011] [API-036] anybody reports and sees their own items; all are for USER_FEEDBACK_READ in scope', async () => {
    await send('customerLite');
    await send('customerElite', { ...FORM, type: 'problem', content: '视频打不开很久了' });
    expect(await rows('customerLite')).toEqual([
      expect.objectContaining({
        ...FORM,
        username: 'customerLite',
        state: 'NEW',
        source: 'App',
        imageTotal: 0,
        branchName: '上海分公司',
        projectNames: '静安中心',
        overdue: false,
      }),
    ]);
    expect((await rows('branchManager')).map(({ username }) => username)).toEqual(['customerLite']);
    expect(await rows('platformAdmin')).toHaveLength(2);
    expect(await rows('platformAdmin', { own: true })).toEqual([]);
    const found = async (query: object) => (await rows('platformAdmin', query)).map(({ username }) => username);
    for (const query of [{ key: '视频' }, { key: 'elite' }, { type: 'problem' }, { branchCode: 'B02' }])
      expect([query, await found(query)]).toEqual([query, ['customerElite']]);
    expect(await found({ state: 'CLOSED' })).toEqual([]);
    expect(await found({ source: 'Web' })).toEqual([]);
  });
  it.each([
    ['content', { content: '四个字呀' }, '反馈内容须为5-200个字'],
    ['content', { content: '长'.repeat(201) }, '反馈内容须为5-200个字'],
    ['type', { type: '' }, '请选择反馈类型'],
    ['phone', { phone: '12' }, '请输入正确手机号'],
    ['images', { images: ['x'.repeat(32) + '.png'] }, '内容不正确'],
  ])('says under %s what is wrong', async (field, wrong, message) => {
    expect(await post('customerLite', 'save', { ...FORM, ...wrong })).toMatchObject({
      code: 400,
      data: { fieldErrors: { [field]: message } },
    });
  });
  it('takes pictures, which the author and those who handle it see, and nobody else', async () => {
    const {
      data: { path },
    } = await upload('customerLite');
    const feedbackId = await send('customerLite', { ...FORM, images: [path] });
    expect((await detail('branchManager', feedbackId)).data.images).toEqual([path]);
    const own = await view('customerLite', path);
    expect([
      own.status,
      own.headers.get('content-type'),
      own.headers.get('content-disposition')?.split(';')[0],
    ]).toEqual([200, 'image/png', 'inline']);
    expect(Buffer.from(await own.arrayBuffer()).equals(PNG)).toBe(true);
    expect((await view('branchManager', path)).status).toBe(200);
    expect((await view('branchDispatcher', path)).status).toBe(403);
    expect((await view('customerElite', path)).status).toBe(403);
    expect(await post('customerElite', 'save', { ...FORM, images: [path] })).toMatchObject({ code: 400 });
    expect(await upload('customerLite', new File(['<html>'], 'x.png', { type: 'image/png' }))).toMatchObject({
      code: 415,
    });
    expect(
      await upload('customerLite', new File([new Uint8Array(2 * 1024 * 1024 + 1)], 'x.png', { type: 'image/png' })),
    ).toMatchObject({ code: 413, message: '图片不能超过2M，请重新选择' });
  });
});

describe('the thread', () => {
  it('goes to and fro: answered, asked again, closed', async () => {
    const feedbackId = await send('customerLite');
    expect(await post('customerLite', 'reply', { feedbackId, text: 'x', state: 'REPLIED' })).toMatchObject({
      code: 403,
    });
    expect(await post('branchManager', 'reply', { feedbackId, text: '', state: 'REPLIED' })).toMatchObject({
      code: 400,
      message: '请输入回复内容',
    });
    expect(await post('branchManager', 'reply', { feedbackId, text: '已更正楼层表', state: 'REPLIED' })).toMatchObject({
      code: 200,
    });
    expect(await rows('customerLite')).toEqual([
      expect.objectContaining({ state: 'REPLIED', assignee: 'branchManager' }),
    ]);
    expect(await db().notification.findMany()).toEqual([
      expect.objectContaining({
        username: 'customerLite',
        subType: 'account',
        title: '您的反馈有新回复',
        message: '已更正楼层表',
      }),
    ]);
    expect(await send('customerLite', { ...FORM, feedbackId, content: '还是不对，请再看' })).toBe(feedbackId);
    expect((await rows('customerLite'))[0]?.state).toBe('PROCESSING');
    await post('branchManager', 'reply', { feedbackId, text: '这次改好了', state: 'CLOSED' });
    expect(
      (await detail('customerLite', feedbackId)).data.thread.map(({ isAuthor, text }) => [isAuthor, text]),
    ).toEqual([
      [false, '已更正楼层表'],
      [true, '还是不对，请再看'],
      [false, '这次改好了'],
    ]);
    expect(await post('customerLite', 'save', { ...FORM, feedbackId })).toMatchObject({
      code: 409,
      message: '该反馈已关闭',
    });
    expect(await post('branchManager', 'reply', { feedbackId, text: 'x', state: 'REPLIED' })).toMatchObject({
      code: 409,
    });
  });
  it('belongs to its author and those in scope', async () => {
    const feedbackId = await send('customerElite');
    expect(await detail('customerLite', feedbackId)).toMatchObject({ code: 511 });
    expect(await detail('branchManager', feedbackId)).toMatchObject({ code: 511 });
    expect(await detail('branchManager', 'none')).toMatchObject({ code: 404 });
    expect(await post('branchManager', 'reply', { feedbackId, text: 'x', state: 'REPLIED' })).toMatchObject({
      code: 511,
    });
    expect(await post('customerLite', 'save', { ...FORM, feedbackId })).toMatchObject({ code: 511 });
  });
  it('closes itself 14 days after the last answer', async () => {
    const feedbackId = await send('customerLite');
    await post('platformAdmin', 'reply', { feedbackId, text: '好', state: 'REPLIED' });
    expect(await closeAnswered(Date.now() + 13 * DAY_MS)).toBe(0);
    expect(await closeAnswered(Date.now() + 15 * DAY_MS)).toBe(1);
    expect((await rows('customerLite'))[0]?.state).toBe('CLOSED');
  });
});

describe('an item that nobody looks at', () => {
  // 2026-11-20 is a Friday.
  const friday = Date.parse('2026-11-20T10:00:00+08:00');
  it('is overdue after two working days; the weekend does not count', () => {
    expect(isOverdue('NEW', friday, Date.parse('2026-11-24T09:59:00+08:00'))).toBe(false);
    expect(isOverdue('NEW', friday, Date.parse('2026-11-24T10:01:00+08:00'))).toBe(true);
    expect(isOverdue('PROCESSING', friday, Date.parse('2026-12-24T10:01:00+08:00'))).toBe(false);
  });
});

it('is exported with the columns of the list', async () => {
  await send('customerLite');
  const download = async (name: PersonaName) =>
    handleSms(
      new Request(`${ORIGIN}/sms/user/feedback/download`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1', ...(await headersOf(name)) },
        body: '{}',
      }),
    );
  expect((await download('customerLite')).status).toBe(403);
  expect((await download('branchManager')).headers.get('content-disposition')).toMatch(
    /filename="feedback-\d{14}\.xlsx"/,
  );
});
