import type { ListView, ListViews } from '@/lib/features/list-views/contract';
import { MAX_VIEWS } from '@/lib/features/list-views/value-sets';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db } from '@/lib/platform/db/client';
import { call, resetLimits } from '../../../support/callers';
import { createPersonas, type PersonaName } from '../../../support/personas';
import { useFreshDatabase } from '../../support/database';

/** Named views of lists: whose they are, who reads them, and what they may hold (readings 149). */

useFreshDatabase();
beforeAll(async () => {
  await createPersonas();
});
beforeEach(async () => {
  resetLimits();
  await db().listView.deleteMany();
});
afterAll(closePortal);

const CONTENT = {
  filters: { key: '海棠', onlineStatus: '0' },
  sort: { field: 'equipmentNo', order: 'desc' },
  columns: { order: ['floors', 'projectName'], hidden: ['buildingName'], widths: { equipmentName: 240 } },
};
const save = (name: PersonaName, rest: object = {}) =>
  call<{ viewId: string }>(name, 'POST', 'listView/save', {
    list: 'equipment',
    name: '我的',
    content: CONTENT,
    ...rest,
  });
const viewsOf = async (name: PersonaName, list = 'equipment'): Promise<readonly ListView[]> =>
  (await call<ListViews>(name, 'GET', `listView/${list}`)).data.views;
const namesOf = async (name: PersonaName) => (await viewsOf(name)).map((view) => view.name);
const remove = (name: PersonaName, viewId: string) => call(name, 'DELETE', `listView/${viewId}`);
const choose = (name: PersonaName, viewId: string | null, list = 'equipment') =>
  call(name, 'POST', 'listView/default', { list, viewId });

describe('a named view', () => {
  it('is kept with filters, order and columns, and comes back as it was', async () => {
    const { code, data } = await save('branchDispatcher');
    expect(code).toBe(200);
    expect(await viewsOf('branchDispatcher')).toEqual([
      {
        viewId: data.viewId,
        name: '我的',
        isShared: false,
        isOwn: true,
        isDefault: false,
        owner: expect.any(String) as string,
        ...CONTENT,
      },
    ]);
  });

  it('is its owner’s alone until it is shared; then their own branch reads it, its internal staff too', async () => {
    const { viewId } = (await save('branchDispatcher')).data;
    for (const other of ['branchManager', 'internalStaff', 'platformAdmin', 'customerLite'] as const)
      expect([other, await namesOf(other)]).toEqual([other, []]);
    expect((await save('branchDispatcher', { viewId, name: '共享的', isShared: true })).code).toBe(200);
    for (const other of ['branchManager', 'internalStaff'] as const) {
      const [view] = await viewsOf(other);
      expect([other, view?.name, view?.isOwn]).toEqual([other, '共享的', false]);
    }
    for (const other of ['platformAdmin', 'customerLite'] as const)
      expect([other, await namesOf(other)]).toEqual([other, []]);
    const owner = { username: 'branchDispatcher' };
    await db().user.update({ where: owner, data: { deletedAt: new Date() } });
    expect(await namesOf('branchManager')).toEqual([]);
    await db().user.update({ where: owner, data: { deletedAt: null } });
  });

  it('of another branch is seen by nobody of this one, even when it is shared', async () => {
    await db().user.update({ where: { username: 'branchManager' }, data: { branchCode: 'B02' } });
    await db().listView.create({
      data: {
        viewId: 'V-other',
        list: 'equipment',
        username: 'branchManager',
        name: '外',
        isShared: true,
        content: CONTENT,
      },
    });
    expect(await namesOf('branchDispatcher')).toEqual([]);
    expect((await choose('branchDispatcher', 'V-other')).code).toBe(511);
    await db().user.update({ where: { username: 'branchManager' }, data: { branchCode: 'B01' } });
    expect(await namesOf('branchDispatcher')).toEqual(['外']);
  });

  it('of an external customer cannot be shared, and is told so', async () => {
    expect((await call<ListViews>('customerLite', 'GET', 'listView/equipment')).data.mayShare).toBe(false);
    expect((await save('customerLite', { isShared: true })).code).toBe(403);
    expect((await save('customerLite')).code).toBe(200);
  });

  it('is changed and deleted by its owner alone: 511 for a colleague, 404 for none', async () => {
    const { viewId } = (await save('branchDispatcher', { isShared: true })).data;
    expect((await save('branchManager', { viewId, name: '改' })).code).toBe(511);
    expect((await remove('branchManager', viewId)).code).toBe(511);
    expect((await remove('branchDispatcher', 'nobody')).code).toBe(404);
    expect((await save('branchDispatcher', { viewId: 'nobody' })).code).toBe(404);
    expect((await choose('branchDispatcher', 'nobody')).code).toBe(404);
    expect((await remove('branchDispatcher', viewId)).code).toBe(200);
    expect(await namesOf('branchDispatcher')).toEqual([]);
  });

  it('keeps its content when only the name changes, and its list for ever', async () => {
    const { viewId } = (await save('branchDispatcher')).data;
    expect((await save('branchDispatcher', { viewId, name: '新名', content: undefined })).code).toBe(200);
    expect(await viewsOf('branchDispatcher')).toEqual([expect.objectContaining({ name: '新名', ...CONTENT })]);
    expect((await save('branchDispatcher', { viewId, list: 'callbacks' })).code).toBe(400);
    expect((await save('branchDispatcher', { name: '空', content: undefined })).code).toBe(400);
  });

  it('has a name of its own, and there are twenty a list at most', async () => {
    await save('branchDispatcher');
    expect((await save('branchDispatcher')).code).toBe(409);
    await db().listView.createMany({
      data: Array.from({ length: MAX_VIEWS - 1 }, (_, index) => ({
        viewId: `V-${index}`,
        list: 'equipment',
        username: 'branchDispatcher',
        name: `第${index}个`,
        content: CONTENT,
      })),
    });
    expect((await save('branchDispatcher', { name: '再一个' })).code).toBe(409);
    expect((await save('branchDispatcher', { viewId: 'V-1', name: '改名' })).code).toBe(200);
    expect((await save('branchDispatcher', { list: 'callbacks' })).code).toBe(200);
  });

  it('opens the list for whoever chose it, and for nobody once it is gone or no longer shared', async () => {
    const { viewId } = (await save('branchDispatcher', { isShared: true })).data;
    expect((await choose('branchManager', viewId)).code).toBe(200);
    const isDefault = async (name: PersonaName) => (await viewsOf(name)).map((view) => view.isDefault);
    expect([await isDefault('branchManager'), await isDefault('branchDispatcher')]).toEqual([[true], [false]]);
    expect((await choose('branchManager', viewId, 'callbacks')).code).toBe(400);
    await save('branchDispatcher', { viewId, isShared: false });
    expect(await isDefault('branchManager')).toEqual([]);
    await save('branchDispatcher', { viewId, isShared: true });
    expect((await choose('branchManager', null)).code).toBe(200);
    expect(await isDefault('branchManager')).toEqual([false]);
  });

  it('of a list that the caller may not read is refused, whatever is asked', async () => {
    for (const asked of [
      call('customerLite', 'GET', 'listView/accessLog'),
      save('customerLite', { list: 'accessLog' }),
      choose('customerLite', null, 'accessLog'),
    ])
      expect((await asked).code).toBe(403);
  });

  it.each([
    ['a list that there is not', { list: 'passwords' }],
    ['no name', { name: '   ' }],
    ['a name of 41 characters', { name: 'x'.repeat(41) }],
    ['a NUL in a filter', { content: { ...CONTENT, filters: { key: 'a\0b' } } }],
    ['an object for a filter', { content: { ...CONTENT, filters: { key: { contains: 'x' } } } }],
    ['a filter that is no word', { content: { ...CONTENT, filters: { 'a.b': 'x' } } }],
    ['a width that is none', { content: { ...CONTENT, columns: { ...CONTENT.columns, widths: { a: 1e9 } } } }],
    [
      'more columns than any list has',
      { content: { ...CONTENT, columns: { ...CONTENT.columns, order: Array(101).fill('a') } } },
    ],
    ['an order that is none', { content: { ...CONTENT, sort: { field: 'a', order: 'drop' } } }],
    ['a key that is none', { viewId: "' OR 1=1" }],
  ])('with %s is refused', async (_what, rest) => {
    expect((await save('branchDispatcher', rest)).code).toBe(400);
    expect(await db().listView.count()).toBe(0);
  });

  it('takes nothing for a name but what is typed: markup stays text, and __proto__ is no filter', async () => {
    const filters = JSON.parse('{"__proto__": "x", "key": "<img onerror=x>"}') as object;
    expect((await save('branchDispatcher', { name: '<b>x</b>', content: { ...CONTENT, filters } })).code).not.toBe(500);
    for (const view of await viewsOf('branchDispatcher')) expect(Object.keys(view.filters)).not.toContain('__proto__');
  });
});

describe('what waits for somebody', () => {
  const approval = (approvalId: string, state: 'PENDING' | 'APPROVED', day: number) =>
    db().userApproval.create({
      data: {
        approvalId,
        kind: 'role',
        applicant: 'branchManager',
        username: 'customerLite',
        branchCode: 'B01',
        state,
        payload: {},
        createDate: new Date(Date.UTC(2026, 0, day)),
      },
    });

  it('stands first: pending applications before decided ones, each half newest first, and from the other end backwards', async () => {
    await approval('A-1', 'PENDING', 1);
    await approval('A-2', 'APPROVED', 2);
    await approval('A-3', 'PENDING', 3);
    await approval('A-4', 'APPROVED', 4);
    const order = async (sortOrder: string) =>
      (
        await call<{ records: { approvalId: string }[] }>('platformAdmin', 'POST', 'user/approval/query', {
          sortField: 'waiting',
          sortOrder,
        })
      ).data.records.map(({ approvalId }) => approvalId);
    expect(await order('desc')).toEqual(['A-3', 'A-1', 'A-4', 'A-2']);
    expect(await order('asc')).toEqual(['A-2', 'A-4', 'A-1', 'A-3']);
  });

  it('is found by an index, however much is done', async () => {
    const indexes = await db().$queryRaw<{ indexname: string }[]>`
      SELECT indexname FROM pg_indexes WHERE indexdef LIKE '%(waiting, create_date, %' ORDER BY 1`;
    expect(indexes.map(({ indexname }) => indexname.replace(/_waiting.*/, ''))).toEqual([
      'callback',
      'campus_apply',
      'symptom',
      'user_approval',
      'user_feedback',
    ]);
  });
});
