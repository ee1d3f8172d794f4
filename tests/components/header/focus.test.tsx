import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FocusButton } from '@/components/header/focus-button';
import { HeaderTools } from '@/components/header/header-tools';
import { PageUser } from '@/components/kit/layout/page-user';
import { toast } from '@/components/kit/ui/toast';
import { ToastHost } from '@/components/kit/ui/toast-host';
import { queryEquipment } from '@/lib/features/equipment/contract';
import { callSms } from '@/lib/platform/client/client';
import { focusProjects, readFocusLists, saveFocusLists } from '@/lib/platform/focus/focus';
import { focusOn, focusProject, forgetFocus, ownFocus } from '../support/focus';
import { answerCalls, renderApp } from '../support/render';
import { HEADER_TITLES } from '../support/titles';
import type { Call } from '../support/render';

let pathname = '/equipmentlist';
jest.mock('next/navigation', () => ({ usePathname: () => pathname, useRouter: () => ({ refresh: jest.fn() }) }));

const row = (projectId: string) => ({ ...focusProject(projectId), branchCode: 'B01', tplnr: null, ka: false });
const ALL = Array.from({ length: 20 }, (_, index) => row(`P${index + 1}`));

/** A server that knows these projects of the caller. */
function serve(projects = ALL): Call[] {
  return answerCalls(({ path, body }) => {
    if (path !== 'project/getListByUsername')
      return { code: 200, data: { total: 0, pages: 0, size: 15, current: 1, records: [] } };
    const {
      projectIds,
      searchKey = '',
      pageIndex = 1,
      pageSize = 15,
    } = body as { projectIds?: string[]; searchKey?: string; pageIndex?: number; pageSize?: number };
    const found = projects.filter(
      ({ projectId, projectName }) =>
        (!projectIds || projectIds.includes(projectId)) && projectName.includes(searchKey),
    );
    return {
      code: 200,
      data: {
        total: found.length,
        pages: 1,
        size: pageSize,
        current: pageIndex,
        records: found.slice((pageIndex - 1) * pageSize, pageIndex * pageSize),
      },
    };
  });
}

const button = () => screen.getByRole('button', { name: /^关注项目，/ });
const show = () =>
  renderApp(
    <>
      <FocusButton />
      <ToastHost />
    </>,
  );
const open = async () => {
  await userEvent.click(button());
  return screen.findByRole('dialog');
};
const names = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole('listitem')
    .map((item) => within(item).getByRole('checkbox').getAttribute('aria-label'));

beforeEach(() => {
  pathname = '/equipmentlist';
  forgetFocus();
  ownFocus('cn10246');
});
afterEach(() => {
  toast.dismiss();
  forgetFocus();
  jest.restoreAllMocks();
});

describe('the focus dialog', () => {
  it('[HEAD-020] says how to begin, and collects projects that narrow from the moment they are confirmed', async () => {
    serve();
    show();
    const dialog = await open();
    expect(within(dialog).getByText('请点击右上角选择项目按钮添加关注项目')).toBeInTheDocument();
    await userEvent.click(within(dialog).getByRole('button', { name: '选择项目' }));
    await userEvent.click(await within(dialog).findByRole('checkbox', { name: '项目P2' }));
    await userEvent.click(within(dialog).getByRole('checkbox', { name: '项目P3' }));
    await userEvent.click(within(dialog).getByRole('button', { name: '完成选择' }));
    expect(names(dialog)).toEqual(['项目P2', '项目P3']);
    expect(focusProjects()).toBeNull();
    await userEvent.click(within(dialog).getByRole('button', { name: '确定' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(focusProjects()).toBe('P2,P3');
    expect(button()).toHaveAccessibleName('关注项目，已关注 2 个');
  });

  it('[HEAD-015] shows and keeps name, number, units, branch, address and choice, as a collected list and a focus list', async () => {
    serve([{ ...row('P1'), count: 12, address: '陆家嘴环路 8 号' }, row('P2')]);
    saveFocusLists([
      focusProject('P1', { count: 12, address: '陆家嘴环路 8 号' }),
      focusProject('P2', { checked: false }),
    ]);
    show();
    const dialog = await open();
    const [first] = within(dialog).getAllByRole('listitem');
    for (const text of ['项目P1', '12 台设备 · 上海分公司', '陆家嘴环路 8 号'])
      expect(within(first as HTMLElement).getByText(text)).toBeInTheDocument();
    await userEvent.click(within(dialog).getByRole('checkbox', { name: '项目P1' }));
    await userEvent.click(within(dialog).getByRole('checkbox', { name: '项目P2' }));
    await userEvent.click(within(dialog).getByRole('button', { name: '确定' }));
    const { collected, focus } = readFocusLists();
    expect(collected.map(({ projectId, checked }) => [projectId, checked])).toEqual([
      ['P1', false],
      ['P2', true],
    ]);
    expect(Object.keys(collected[0] ?? {}).sort()).toEqual([
      'address',
      'branchName',
      'checked',
      'count',
      'projectId',
      'projectName',
    ]);
    expect(focus).toEqual(['P2']);
  });

  it('[HEAD-018] warns when nothing is checked, and stays open', async () => {
    serve();
    focusOn('P1');
    show();
    const dialog = await open();
    await userEvent.click(within(dialog).getByRole('checkbox', { name: '项目P1' }));
    await userEvent.click(within(dialog).getByRole('button', { name: '确定' }));
    expect(await screen.findByText('您还未勾选关注项目')).toBeInTheDocument();
    expect(dialog).toBeInTheDocument();
    expect(focusProjects()).toBe('P1');
  });

  it('ends the narrowing on demand and keeps what was collected', async () => {
    serve();
    focusOn('P1', 'P2');
    show();
    const dialog = await open();
    await userEvent.click(within(dialog).getByRole('button', { name: '取消关注，显示全部' }));
    expect(focusProjects()).toBeNull();
    expect(readFocusLists().collected).toHaveLength(2);
  });

  it('[HEAD-021] shows 8 projects a page, or 16, 24, 32, of the collection as of the choice', async () => {
    const calls = serve();
    focusOn(...ALL.map(({ projectId }) => projectId));
    show();
    const dialog = await open();
    expect(names(dialog)).toHaveLength(8);
    await userEvent.click(within(dialog).getByRole('combobox', { name: '每页条数' }));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      '8 条/页',
      '16 条/页',
      '24 条/页',
      '32 条/页',
    ]);
    await userEvent.click(screen.getByRole('option', { name: '16 条/页' }));
    expect(names(dialog)).toHaveLength(16);
    await userEvent.click(within(dialog).getByRole('button', { name: '选择项目' }));
    await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ pageIndex: 1, pageSize: 8 }));
    await userEvent.click(await within(dialog).findByRole('button', { name: '下一页' }));
    await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ pageIndex: 2, pageSize: 8 }));
  });

  it('finds among the collected by name, and among all by asking the server', async () => {
    const calls = serve();
    focusOn('P1', 'P15', 'P2');
    show();
    const dialog = await open();
    await userEvent.type(within(dialog).getByRole('textbox', { name: '搜索已添加的项目' }), '项目P1{Enter}');
    await waitFor(() => expect(names(dialog)).toEqual(['项目P1', '项目P15']));
    await userEvent.click(within(dialog).getByRole('button', { name: '选择项目' }));
    await userEvent.type(await within(dialog).findByRole('textbox', { name: '搜索项目名称或编号' }), 'P20{Enter}');
    await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ searchKey: 'P20' }));
    await waitFor(() => expect(names(dialog)).toEqual(['项目P20']));
  });

  it('has nothing to check at once when the search finds nothing', async () => {
    serve();
    focusOn('P1');
    show();
    const dialog = await open();
    const all = within(dialog).getByRole('checkbox', { name: '全选' });
    expect(all).toBeEnabled();
    await userEvent.type(within(dialog).getByRole('textbox', { name: '搜索已添加的项目' }), '外滩{Enter}');
    expect(await within(dialog).findByText('没有匹配的项目')).toBeInTheDocument();
    expect(all).toBeDisabled();
  });

  it('asks before unconfirmed changes are lost', async () => {
    serve();
    focusOn('P1');
    show();
    const dialog = await open();
    await userEvent.click(within(dialog).getByRole('button', { name: '移除 项目P1' }));
    await userEvent.click(within(dialog).getByRole('button', { name: '取消' }));
    await userEvent.click(await screen.findByRole('button', { name: '放弃修改' }));
    expect(focusProjects()).toBe('P1');
  });

  it('stops at the 300 projects that a call can carry', async () => {
    const many = Array.from({ length: 300 }, (_, index) => `Q${index}`);
    serve([...many.map(row), row('P1')]);
    focusOn(...many);
    show();
    const dialog = await open();
    expect(within(dialog).getByText('关注项目不能超过300个')).toBeInTheDocument();
    await userEvent.click(within(dialog).getByRole('button', { name: '选择项目' }));
    await userEvent.type(await within(dialog).findByRole('textbox', { name: '搜索项目名称或编号' }), 'P1{Enter}');
    expect(await within(dialog).findByRole('checkbox', { name: '项目P1' })).toBeDisabled();
  });
});

describe('who may edit the focus projects', () => {
  const user = { username: 'cn10246', nickName: '陈敏', userType: 2 } as const;

  it('[HEAD-012] [HEAD-017] not admin, and others only on the routes flagged for it', async () => {
    serve();
    const { unmount } = renderApp(<HeaderTools titles={HEADER_TITLES} user={{ ...user, branchName: 'admin' }} />);
    expect(screen.queryByRole('button', { name: /^关注项目/ })).not.toBeInTheDocument();
    unmount();
    pathname = '/userList';
    const shown = renderApp(<HeaderTools titles={HEADER_TITLES} user={{ ...user, branchName: '上海分公司' }} />);
    await userEvent.click(button());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    shown.unmount();
    for (const path of ['/equipmentlist', '/symptomList', '/campus', '/callbacklist']) {
      pathname = path;
      const there = renderApp(<HeaderTools titles={HEADER_TITLES} user={{ ...user, branchName: '上海分公司' }} />);
      expect(await open()).toBeInTheDocument();
      there.unmount();
    }
  });
});

describe('what is kept of the focus', () => {
  it('[HEAD-019] falls back to what the user has today, with a notice when that is less', async () => {
    serve(ALL.slice(0, 1));
    focusOn('P1', 'P2');
    show();
    expect(await screen.findByText('账号信息及关注项目有变更')).toBeInTheDocument();
    expect(focusProjects()).toBe('P1');
  });

  it('stays as it is, without a word, when everything is still there or the server does not answer', async () => {
    const calls = serve();
    focusOn('P1', 'P2');
    const { unmount } = show();
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toMatchObject({ projectIds: ['P1', 'P2'] });
    unmount();
    answerCalls(() => ({ code: 503, error: 'unavailable' }));
    show();
    await act(async () => undefined);
    expect(screen.queryByText('账号信息及关注项目有变更')).not.toBeInTheDocument();
    expect(focusProjects()).toBe('P1,P2');
  });

  it('[HEAD-016] is remembered for the last 10 users of this browser', () => {
    for (let index = 1; index <= 11; index += 1) {
      ownFocus(`user${index}`);
      focusOn(`P${index}`);
    }
    const focusOf = (username: string) => {
      ownFocus(username);
      return focusProjects();
    };
    expect(focusOf('user1')).toBeNull();
    expect(focusOf('user2')).toBe('P2');
    expect(focusOf('user11')).toBe('P11');
  });

  it('[HEAD-022] travels with every call as the comma-joined projectId header, but not for admin', async () => {
    const calls = serve();
    focusOn('P1', 'P2');
    await callSms(queryEquipment, {});
    expect(calls.at(-1)?.headers.get('projectId')).toBe('P1,P2');
    forgetFocus();
    const { unmount } = renderApp(<PageUser user={{ username: 'hq', branchName: 'admin' }} />);
    focusOn('P1');
    await callSms(queryEquipment, {});
    expect(calls.at(-1)?.headers.has('projectId')).toBe(false);
    unmount();
    renderApp(<PageUser user={{ username: 'sh', branchName: '上海分公司' }} />);
    act(() => focusOn('P9'));
    await callSms(queryEquipment, {});
    expect(calls.at(-1)?.headers.get('projectId')).toBe('P9');
  });

  it('does not fall over what somebody wrote into the storage', () => {
    for (const text of ['', 'P1,P2', '{}', '[{"username":"cn10246"}]']) {
      localStorage.setItem('focusProjects', text);
      expect(focusProjects()).toBeNull();
    }
  });
});
