import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import type { AnnouncementDetail, AnnouncementEdit, AnnouncementRow } from '@/lib/features/announcements/contract';
import { keepAnnouncementTimes } from '@/lib/features/announcements/internal/publish';
import { db } from '@/lib/platform/db/client';
import { handleSms } from '@/lib/platform/door/web-door';
import { formatDateTime } from '@/lib/platform/i18n/format';
import { createPersonas, PERSONA_NAMES, persona } from '../../../support/personas';
import type { PersonaName } from '../../../support/personas';
import { PNG } from '../../../support/sample-files';
import { bearer, callSms, ORIGIN, sessionOf } from '../../../support/sms-client';
import { useDataDir } from '../../support/data-dir';
import { useFreshDatabase } from '../../support/database';

/** Announcements (api.md §2.12, §2.21, silent-screens C, readings 64, 104). */

useFreshDatabase();
useDataDir();
const tokens = new Map<PersonaName, string>();
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

beforeAll(async () => {
  await createPersonas();
  // Everybody may read; two may write: head office, and a branch of its own.
  const roles = await db().role.findMany({ select: { role: true } });
  await db().roleAuthority.createMany({
    data: roles.map(({ role }) => ({ role, authority: 'ANNOUNCEMENT_READ' })),
    skipDuplicates: true,
  });
  for (const name of PERSONA_NAMES) tokens.set(name, await sessionOf(name));
});
beforeEach(async () => {
  resetRateLimits();
  await db().announcement.deleteMany();
  await db().notification.deleteMany();
});
afterAll(closePortal);

const headersOf = (name: PersonaName, language = 'zh-CN') => ({
  ...bearer(tokens.get(name) ?? ''),
  'accept-language': language,
});
const post = <T = Record<string, unknown>>(name: PersonaName, path: string, body: object = {}, language?: string) =>
  callSms<T>('POST', path, { body, headers: headersOf(name, language) });
const FORM = {
  title: '春节服务安排',
  message: '<p>24小时值班</p>',
  receivingMethod: 1,
  audience: { kind: 'all', values: [] as string[] },
};
const save = async (name: PersonaName, form: object = {}) =>
  (await post<{ id: string }>(name, 'announcement/saveOrUpdate', { ...FORM, ...form })).data.id;
const publish = (name: PersonaName, id: string, publishDate?: string) =>
  post(name, 'announcement/publish', { id, ...(publishDate ? { publishDate } : {}) });
async function published(name: PersonaName, form: object = {}): Promise<string> {
  const id = await save(name, form);
  expect(await publish(name, id)).toMatchObject({ code: 200 });
  return id;
}
const search = async (name: PersonaName, query: object = {}, language?: string) =>
  (
    await post<{ total: number; records: AnnouncementRow[] }>(
      name,
      'notification/webAnnouncementSearch',
      query,
      language,
    )
  ).data;
const titles = async (name: PersonaName, query?: object) =>
  (await search(name, query)).records.map(({ title }) => title);
const edits = async (name: PersonaName, query: object = {}) =>
  (await post<{ records: AnnouncementEdit[] }>(name, 'announcement/query', query)).data.records;
const open = (name: PersonaName, id: string, language?: string) =>
  callSms<AnnouncementDetail>('GET', `announcement/${id}`, { headers: headersOf(name, language) });
const remove = (name: PersonaName, id: string) => callSms('DELETE', `announcement/${id}`, { headers: headersOf(name) });
const stateOf = async (id: string) => (await db().announcement.findUniqueOrThrow({ where: { id } })).state;
const toldOf = (id: string) => db().notification.findMany({ where: { objectId: id } });
const inMinutes = (minutes: number) => formatDateTime(Date.now() + minutes * MINUTE_MS);
const readers = async (): Promise<string[]> => {
  const found: string[] = [];
  for (const name of PERSONA_NAMES) if ((await search(name)).total > 0) found.push(name);
  return found.sort();
};
const GONE = '公告不存在或已撤回';

describe('writing', () => {
  it('[ANN-002] keeps an announcement with its text cleaned, its way and its audience, as a draft that nobody reads', async () => {
    const id = await save('platformAdmin', {
      message: '<p onclick="x()">Hello<script>y()</script></p>',
      titleEn: 'Spring Festival',
      messageEn: '<p></p>',
      receivingMethod: 2,
      audience: { kind: 'userType', values: ['1'] },
      pinned: true,
    });
    const [row] = await edits('platformAdmin');
    expect(row).toMatchObject({
      id,
      title: '春节服务安排',
      message: '<p>Hello</p>',
      titleEn: 'Spring Festival',
      messageEn: null,
      receivingMethod: 2,
      readStatus: 0,
      state: 'DRAFT',
      audience: { kind: 'userType', values: ['1'] },
      pinned: true,
      mustRead: false,
      publishDate: null,
      readTotal: 0,
      createBy: 'platformAdmin',
    });
    expect(row?.createDate).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
    expect(await readers()).toEqual([]);
    expect(await open('customerLite', id)).toMatchObject({ code: 404, message: GONE });
  });

  it.each([
    ['title', { title: '' }, '请输入标题'],
    ['message', { message: '' }, '请输入内容'],
    ['message', { message: '<p> </p><script>x</script>' }, '请输入内容'],
    ['message', { message: `<p>${'长'.repeat(20_000)}</p>` }, '内容过长'],
    [
      'message',
      { message: `<img src="/sms/file/view/${'a'.repeat(32)}.png">` },
      '正文中的图片不是上传的公告图片，请重新插入',
    ],
    ['audience.values', { audience: { kind: 'branch', values: [] } }, '请选择接收对象'],
    ['audience.values', { audience: { kind: 'branch', values: ['B99'] } }, '分公司B99不存在'],
    ['audience.values', { audience: { kind: 'project', values: ['P-99'] } }, '项目P-99不存在'],
    ['audience.values', { audience: { kind: 'userType', values: ['7'] } }, '内容不正确'],
    ['receivingMethod', { receivingMethod: 4 }, '内容不正确'],
    ['validTo', { validTo: '2020-01-01 00:00:00' }, '失效时间须晚于现在和发布时间'],
    ['validTo', { validTo: 'soon' }, '内容不正确'],
  ])('says under %s what is wrong', async (field, wrong, message) => {
    expect(await post('platformAdmin', 'announcement/saveOrUpdate', { ...FORM, ...wrong })).toMatchObject({
      code: 400,
      data: { fieldErrors: { [field]: message } },
    });
    expect(await db().announcement.count()).toBe(0);
  });

  it('shows pictures that were sent in for it, and takes jpg and png up to 2 MB only', async () => {
    const upload = async (name: PersonaName, file: File) => {
      const form = new FormData();
      form.append('file', file);
      const response = await handleSms(
        new Request(`${ORIGIN}/sms/file/upload/sms/announcement`, {
          method: 'POST',
          headers: { 'x-forwarded-for': '192.0.2.1', ...headersOf(name) },
          body: form,
        }),
      );
      return (await response.json()) as { code: number; data: { path: string } };
    };
    const picture = new File([PNG], 'plan.png', { type: 'image/png' });
    expect(await upload('customerLite', picture)).toMatchObject({ code: 403 });
    expect(await upload('platformAdmin', new File(['<svg/>'], 'x.png'))).toMatchObject({ code: 415 });
    expect(await upload('platformAdmin', new File([new Uint8Array(2 * 1024 * 1024 + 1)], 'x.png'))).toMatchObject({
      code: 413,
    });
    const { path } = (await upload('platformAdmin', picture)).data;
    const id = await published('platformAdmin', {
      message: `<img src="/sms/file/view/${path}" onerror="x" alt="plan">`,
    });
    expect((await open('customerLite', id)).data.message).toBe(`<img src="/sms/file/view/${path}" alt="plan" />`);
    const view = await handleSms(
      new Request(`${ORIGIN}/sms/file/view/${path}`, {
        headers: { 'x-forwarded-for': '192.0.2.1', ...headersOf('customerLite') },
      }),
    );
    expect([view.status, view.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('changes a draft and a planned one, never what is published; only drafts are removed', async () => {
    const id = await save('platformAdmin');
    expect(await save('platformAdmin', { id, title: '改过的标题' })).toBe(id);
    await publish('platformAdmin', id, inMinutes(10));
    expect(await remove('platformAdmin', id)).toMatchObject({ code: 409 });
    await save('platformAdmin', { id, title: '再改' });
    expect(await stateOf(id)).toBe('SCHEDULED');
    expect(
      await post('platformAdmin', 'announcement/saveOrUpdate', { ...FORM, id, validTo: inMinutes(8) }),
    ).toMatchObject({
      code: 400,
    });
    await publish('platformAdmin', id);
    for (const answer of [
      await post('platformAdmin', 'announcement/saveOrUpdate', { ...FORM, id }),
      await publish('platformAdmin', id),
      await remove('platformAdmin', id),
    ])
      expect(answer).toMatchObject({ code: 409, message: '当前状态不允许该操作' });
    expect((await open('customerLite', id)).data.title).toBe('再改');
    const draft = await save('platformAdmin');
    expect(await remove('platformAdmin', draft)).toMatchObject({ code: 200 });
    expect(await remove('platformAdmin', draft)).toMatchObject({ code: 404 });
  });
});

describe('the audience', () => {
  const OF_B01 = ['branchDispatcher', 'branchManager', 'customerEssence', 'customerLite', 'internalStaff'];

  it.each([
    ['everybody', { kind: 'all', values: [] }, (name: PersonaName) => name !== undefined],
    ['user types', { kind: 'userType', values: ['0', '2'] }, (name: PersonaName) => persona(name).userType !== 1],
    [
      'a branch: its staff and its customers',
      { kind: 'branch', values: ['B01'] },
      (name: PersonaName) =>
        persona(name).userType !== 0 &&
        (persona(name).branches.includes('B01') || persona(name).projects.some((id) => id !== 'P-3')),
    ],
    [
      'projects: their customers and the staff of their branch',
      { kind: 'project', values: ['P-3'] },
      (name: PersonaName) => persona(name).branches.includes('B02') || persona(name).projects.includes('P-3'),
    ],
  ])('is %s', async (_what, audience, isReached) => {
    const able = PERSONA_NAMES.filter((name) => persona(name).authorities.length > 0);
    const id = await published('platformAdmin', { audience });
    const expected = able.filter((name) => isReached(name)).sort();
    expect((await readers()).filter((name) => able.includes(name as PersonaName))).toEqual(expected);
    expect(expected.length).toBeGreaterThan(0);
    for (const name of able)
      expect([name, (await open(name, id)).code]).toEqual([
        name,
        expected.includes(name) || name === 'platformAdmin' ? 200 : 511,
      ]);
    // The count of the manage tab is the same rule from the other side.
    const [row] = await edits('platformAdmin');
    expect(row?.audienceTotal).toBe((await readers()).length);
  });

  it('of a branch editor lies in their own branches, whatever is asked for (readings 64, 104)', async () => {
    const id = await published('branchManager', { audience: { kind: 'all', values: [] } });
    expect((await readers()).filter((name) => OF_B01.includes(name))).toEqual(OF_B01);
    for (const name of ['platformAdmin', 'customerElite'] as const) expect(await titles(name)).toEqual([]);
    expect(await open('customerElite', id)).toMatchObject({ code: 511, message: GONE });
    for (const audience of [
      { kind: 'branch', values: ['B01', 'B02'] },
      { kind: 'project', values: ['P-3'] },
    ])
      expect(await post('branchManager', 'announcement/saveOrUpdate', { ...FORM, audience })).toMatchObject({
        code: 511,
      });
    const typed = await published('branchManager', {
      title: '仅客户',
      audience: { kind: 'userType', values: ['0', '1'] },
    });
    expect(await titles('branchDispatcher', { key: '仅客户' })).toEqual([]);
    expect(await titles('customerLite', { key: '仅客户' })).toEqual(['仅客户']);
    expect((await open('customerElite', typed)).code).toBe(511);
  });

  it('and its editor: a branch edits what reaches nobody outside of it; anything else is 511 in every operation', async () => {
    const own = await save('branchManager', { title: '本公司' });
    const office = await published('platformAdmin', { title: '总部' });
    const both = await published('platformAdmin', {
      title: '两家',
      audience: { kind: 'branch', values: ['B01', 'B02'] },
    });
    const one = await published('platformAdmin', { title: '项目', audience: { kind: 'project', values: ['P-1'] } });
    expect((await edits('branchManager')).map(({ id }) => id).sort()).toEqual([own, one].sort());
    expect(await edits('platformAdmin')).toHaveLength(4);
    for (const id of [office, both]) {
      for (const answer of [
        await post('branchManager', 'announcement/saveOrUpdate', { ...FORM, id }),
        await publish('branchManager', id),
        await post('branchManager', 'announcement/withdraw', { id }),
        await post('branchManager', 'announcement/readers', { id }),
        await remove('branchManager', id),
      ])
        expect(answer).toMatchObject({ code: 511 });
    }
    for (const answer of [
      await publish('branchManager', 'nothing'),
      await post('branchManager', 'announcement/withdraw', { id: 'nothing' }),
      await post('branchManager', 'announcement/readers', { id: 'nothing' }),
      await remove('branchManager', 'nothing'),
    ])
      expect(answer).toMatchObject({ code: 404 });
    for (const path of ['query', 'saveOrUpdate', 'publish', 'withdraw', 'readers'])
      expect(await post('customerElite', `announcement/${path}`, { ...FORM, id: own })).toMatchObject({ code: 403 });
  });
});

describe('reading', () => {
  it('[ANN-003] opening marks as read, names the neighbours, and a later account sees what still holds as unread', async () => {
    const ids: string[] = [];
    for (const title of ['一', '二', '三']) ids.push(await published('platformAdmin', { title }));
    const [first = '', second = '', third = ''] = ids;
    expect((await search('customerLite', { readStatus: 0 })).total).toBe(3);
    expect((await open('customerLite', second)).data).toMatchObject({
      readStatus: 1,
      previousId: third,
      nextId: first,
    });
    expect((await open('customerLite', third)).data).toMatchObject({ previousId: null, nextId: second });
    expect(await titles('customerLite', { readStatus: 0 })).toEqual(['一']);
    expect((await titles('customerLite', { readStatus: 1 })).sort()).toEqual(['三', '二'].sort());
    expect((await search('customerElite', { readStatus: 0 })).total).toBe(3);
    expect(await post('customerLite', 'announcement/read', { all: true })).toMatchObject({ data: { updated: 1 } });
    expect(await post('customerLite', 'announcement/read', { all: true })).toMatchObject({ data: { updated: 0 } });
    expect(await post('customerElite', 'announcement/read', { ids: [first, first] })).toMatchObject({
      data: { updated: 1 },
    });
    expect(await post('customerElite', 'announcement/read', {})).toMatchObject({ code: 400 });
    expect(await post('customerElite', 'announcement/read', { ids: [first, 'nothing'] })).toMatchObject({ code: 404 });
  });

  it('the panel counts unread announcements, and other browsers hear that one was read', async () => {
    const count = async () =>
      (
        await callSms<{ announcement: number }>('GET', 'notification/unreadCount', {
          headers: headersOf('customerLite'),
        })
      ).data.announcement;
    const id = await published('platformAdmin');
    await published('platformAdmin', { audience: { kind: 'project', values: ['P-3'] } });
    expect(await count()).toBe(1);
    const told = { topic: 'noticeRead', key: 'customerLite' };
    const before = await db().outbox.count({ where: told });
    await open('customerLite', id);
    expect(await count()).toBe(0);
    expect(await db().outbox.count({ where: told })).toBe(before + 1);
  });

  it('marks nothing of others: one foreign key fails the whole call', async () => {
    const foreign = await published('platformAdmin', { audience: { kind: 'project', values: ['P-3'] } });
    const own = await published('platformAdmin');
    expect(await post('customerLite', 'announcement/read', { ids: [own, foreign] })).toMatchObject({ code: 511 });
    expect(await db().announcementRead.count()).toBe(0);
  });

  it('[API-076] the reader’s list pages, searches, and has pinned ones first and then the newest', async () => {
    for (const title of ['一', '二', '三']) await published('platformAdmin', { title, pinned: title === '二' });
    const answer = await post<Record<string, unknown>>('customerLite', 'notification/webAnnouncementSearch', {
      pageIndex: 1,
      pageSize: 2,
    });
    expect(answer).toMatchObject({ code: 200, data: { total: 3, records: [{ title: '二' }, { title: '三' }] } });
    expect(await titles('customerLite', { pageIndex: 2, pageSize: 2 })).toEqual(['一']);
    expect(await titles('customerLite', { sortField: 'publishDate', sortOrder: 'asc' })).toEqual(['一', '二', '三']);
    expect(await titles('customerLite', { key: '三' })).toEqual(['三']);
    expect(await titles('customerLite', { startDate: '2020-01-01', endDate: '2020-01-02' })).toEqual([]);
  });

  it('is in English where it is written in English, and in Chinese where it is not', async () => {
    const id = await published('platformAdmin', { titleEn: 'Holidays', messageEn: '<p>On duty</p>' });
    const half = await published('platformAdmin', { title: '只有中文' });
    expect((await open('customerLite', id, 'en')).data).toMatchObject({ title: 'Holidays', message: '<p>On duty</p>' });
    expect((await open('customerLite', id)).data).toMatchObject({
      title: '春节服务安排',
      message: '<p>24小时值班</p>',
    });
    expect((await open('customerLite', half, 'en')).data).toMatchObject({ title: '只有中文' });
    expect((await search('customerLite', { key: 'Holi' }, 'en')).records.map(({ title }) => title)).toEqual([
      'Holidays',
    ]);
    // Who edits reads what was written.
    expect((await edits('platformAdmin')).map(({ title }) => title).sort()).toEqual(
      ['只有中文', '春节服务安排'].sort(),
    );
  });

  it('does not show announcements for the app, and hides a withdrawn one at once', async () => {
    const app = await published('platformAdmin', { receivingMethod: 3 });
    expect(await open('customerLite', app)).toMatchObject({ code: 404 });
    expect(await toldOf(app)).toEqual([]);
    const id = await published('platformAdmin', { title: '错误' });
    expect(await titles('customerLite')).toEqual(['错误']);
    expect(await post('platformAdmin', 'announcement/withdraw', { id })).toMatchObject({ code: 200 });
    expect(await titles('customerLite')).toEqual([]);
    expect(await open('customerLite', id)).toMatchObject({ code: 404, message: GONE });
    expect(await post('platformAdmin', 'announcement/withdraw', { id })).toMatchObject({ code: 409 });
  });

  it('tells its editor who has read it, when, and how many might', async () => {
    const id = await published('platformAdmin', { audience: { kind: 'branch', values: ['B02'] } });
    await open('customerElite', id);
    const list = await post<{ total: number; records: object[] }>('platformAdmin', 'announcement/readers', { id });
    expect(list.data).toMatchObject({ total: 1, records: [{ username: 'customerElite' }] });
    expect((await edits('platformAdmin'))[0]).toMatchObject({ readTotal: 1 });
    expect((await edits('platformAdmin'))[0]?.audienceNames).toHaveLength(1);
  });

  it('what opens by itself is found unread until it was opened', async () => {
    await published('platformAdmin');
    const id = await published('platformAdmin', { title: '必读', mustRead: true });
    expect(await titles('customerLite', { mustRead: true, readStatus: 0 })).toEqual(['必读']);
    await open('customerLite', id);
    expect(await titles('customerLite', { mustRead: true, readStatus: 0 })).toEqual([]);
  });
});

describe('the clock', () => {
  const planned = async (minutes: number, form: object = {}) => {
    const id = await save('platformAdmin', form);
    const at = Date.now() + minutes * MINUTE_MS;
    expect(await publish('platformAdmin', id, formatDateTime(at))).toMatchObject({ code: 200 });
    return id;
  };

  it('takes a plan of five minutes ahead and no less; withdrawn, it is a draft again', async () => {
    const id = await save('platformAdmin');
    expect(await publish('platformAdmin', id, inMinutes(4))).toMatchObject({
      code: 400,
      data: { fieldErrors: { publishDate: '发布时间须晚于当前时间5分钟' } },
    });
    expect(await publish('platformAdmin', id, inMinutes(6))).toMatchObject({ code: 200 });
    expect(await stateOf(id)).toBe('SCHEDULED');
    expect(await titles('customerLite')).toEqual([]);
    await post('platformAdmin', 'announcement/withdraw', { id });
    expect(await db().announcement.findUniqueOrThrow({ where: { id } })).toMatchObject({
      state: 'DRAFT',
      publishDate: null,
    });
  });

  it('publishes at its moment, once, on however many gateways, with one message', async () => {
    const id = await planned(10);
    const { publishDate } = await db().announcement.findUniqueOrThrow({ where: { id } });
    const at = publishDate?.getTime() ?? 0;
    expect(await keepAnnouncementTimes(at - 1000)).toEqual({ published: 0, expired: 0 });
    const runs = await Promise.all([1, 2, 3, 4].map(() => keepAnnouncementTimes(at + 20_000)));
    expect(runs.reduce((sum, { published: count }) => sum + count, 0)).toBe(1);
    expect(await toldOf(id)).toMatchObject([
      { guid: `announcement-${id}`, notificationType: 'announcement', username: null, message: '24小时值班' },
    ]);
    expect((await db().announcement.findUniqueOrThrow({ where: { id } })).publishDate?.getTime()).toBe(at);
    expect(await keepAnnouncementTimes(at + HOUR_MS)).toEqual({ published: 0, expired: 0 });
    expect(await toldOf(id)).toHaveLength(1);
  });

  it('publishes what was due while no process ran, with the planned time; what has expired by then is never shown', async () => {
    const late = await planned(10, { title: '迟到' });
    const over = await planned(10, { title: '过期', validTo: inMinutes(30) });
    const now = Date.now() + 2 * HOUR_MS;
    expect(await keepAnnouncementTimes(now)).toEqual({ published: 1, expired: 1 });
    expect([await stateOf(late), await stateOf(over)]).toEqual(['PUBLISHED', 'EXPIRED']);
    expect((await db().announcement.findUniqueOrThrow({ where: { id: late } })).publishDate?.getTime()).toBe(now);
    expect(await toldOf(over)).toEqual([]);
  });

  it('ends what is over; the reader’s list does not wait for it', async () => {
    const id = await published('platformAdmin', { validTo: inMinutes(10) });
    expect(await keepAnnouncementTimes(Date.now() + 9 * MINUTE_MS)).toEqual({ published: 0, expired: 0 });
    await db().announcement.update({ where: { id }, data: { validTo: new Date(Date.now() - 2000) } });
    expect(await titles('customerLite')).toEqual([]);
    expect(await open('customerLite', id)).toMatchObject({ code: 404, message: GONE });
    expect(await keepAnnouncementTimes(Date.now())).toEqual({ published: 0, expired: 1 });
    expect(await stateOf(id)).toBe('EXPIRED');
  });

  it('cannot publish what would be over by then', async () => {
    const id = await save('platformAdmin', { validTo: inMinutes(20) });
    expect(await publish('platformAdmin', id, inMinutes(25))).toMatchObject({
      code: 400,
      data: { fieldErrors: { publishDate: '失效时间须晚于现在和发布时间' } },
    });
  });
});
