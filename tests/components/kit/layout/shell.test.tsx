import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HeaderTools } from '@/components/header/header-tools';
import { Shell } from '@/components/kit/layout/shell';
import { AUTHORITIES, type Authority } from '@/lib/platform/contract/authorities';
import { ROUTES } from '@/lib/routes';
import { shellMenuOf } from '@/components/kit/layout/shell-menu';
import { answerCalls, renderApp } from '../../support/render';
import { HEADER_TITLES, titleIn } from '../../support/titles';

let pathname = '/';
const refresh = jest.fn();
jest.mock('next/navigation', () => ({ usePathname: () => pathname, useRouter: () => ({ refresh }) }));

const ALL = AUTHORITIES.filter((authority) => authority !== 'KA_NOT_CAMPUS_VIEW');

function show({
  userType = 0 as 0 | 1 | 2,
  authorities = ALL as readonly Authority[],
  isFolded = false,
  language = 'zh-CN' as const,
} = {}) {
  const holder = { userType, authorities: new Set<string>(authorities) };
  return renderApp(
    <Shell
      tools={
        <HeaderTools
          titles={HEADER_TITLES}
          user={{ username: 'chen.min', nickName: '陈敏', branchName: 'admin', userType }}
        />
      }
      menu={{ ...shellMenuOf(holder, titleIn(language), ROUTES), hasHome: true }}
      isInitiallyFolded={isFolded}
      footer={<p>footer</p>}
    >
      <h1>content</h1>
    </Shell>,
    language,
  );
}

const menu = () => screen.getByRole('navigation', { name: '主菜单' });
const entriesOf = (group: string) => {
  const button = within(menu()).getByRole('button', { name: group });
  const list = document.getElementById(button.getAttribute('aria-controls') ?? '');
  return list
    ? within(list)
        .getAllByRole('link')
        .map((link) => link.textContent)
    : [];
};

beforeEach(() => {
  pathname = '/';
  refresh.mockClear();
  document.cookie = 'sidebar=; Max-Age=0';
  document.cookie = 'language=; Max-Age=0';
});
afterEach(() => jest.restoreAllMocks());

describe('[NAV-047] the main layout', () => {
  it('has a header, a sidebar, a content area and a footer, and a way to skip to the content', () => {
    show();
    expect(screen.getByRole('banner')).toBeInTheDocument();
    expect(screen.getByRole('main')).toHaveTextContent('content');
    expect(screen.getByRole('contentinfo')).toHaveTextContent('footer');
    expect(screen.getByRole('link', { name: '跳到主要内容' })).toHaveAttribute(
      'href',
      `#${screen.getByRole('main').id}`,
    );
  });

  it('marks the page one is on, in the menu and in the trail', () => {
    pathname = '/equipmentlist';
    show();
    expect(within(menu()).getByRole('link', { name: '设备列表' })).toHaveAttribute('aria-current', 'page');
    expect(within(screen.getByRole('banner')).getByText('设备列表')).toHaveAttribute('aria-current', 'page');
    expect(within(screen.getByRole('banner')).getByText('设备管理')).toBeInTheDocument();
  });

  it('[NAV-005] folds the sidebar and keeps that in this browser', async () => {
    show();
    await userEvent.click(screen.getByRole('button', { name: '收起侧栏' }));
    expect(document.cookie).toContain('sidebar=folded');
    expect(within(menu()).queryByRole('link', { name: '设备列表' })).not.toBeInTheDocument();
    await userEvent.click(within(menu()).getByRole('button', { name: '设备管理' }));
    expect(document.cookie).toContain('sidebar=open');
    expect(within(menu()).getByRole('link', { name: '设备列表' })).toBeInTheDocument();
  });

  it('starts folded when that is how it was left', () => {
    show({ isFolded: true });
    expect(screen.getByRole('button', { name: '展开侧栏' })).toHaveAttribute('aria-pressed', 'true');
  });
});

describe('the sidebar of a platform administrator', () => {
  it('[NAV-050] holds the equipment entries', () => {
    show();
    expect(entriesOf('设备管理')).toEqual([
      '设备列表',
      '短信日志',
      'PRO网关管理',
      '网关管理',
      '故障排查',
      '节能分析',
      '运行报表',
      '合同管理',
      '年检管理',
      '摄像头列表',
      '失保记录',
      '第三方网关',
      '智慧屏管理',
      '启停配置',
    ]);
  });

  it('[NAV-053] holds maintenance, users and reports in their groups', () => {
    show();
    expect(entriesOf('维保管理')).toEqual(['维保列表', '保养报告']);
    expect(entriesOf('用户管理')).toEqual([
      '用户管理',
      '角色管理',
      '权限管理',
      '项目档案',
      '分公司',
      '用户反馈',
      '用户数据策略',
      '用户申请列表',
      '综合监控申请列表',
    ]);
    expect(entriesOf('运行报告')).toEqual(['项目报告', '设备月报', '双周监测']);
  });

  it('[NAV-051] lists callbacks, symptoms, statistics, announcements and the audit log outside the groups', () => {
    show();
    for (const name of ['召修', '故障征兆', '统计报表', '公告中心', '审计日志'])
      expect(within(menu()).getByRole('link', { name }).closest('ul ul')).toBeNull();
  });

  it('opens a dashboard of its own in a new tab and says so', () => {
    show();
    const link = within(menu()).getByRole('link', { name: /地图监控/ });
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAccessibleName(/在新标签页打开/);
  });

  it('shows only what is permitted', () => {
    show({ authorities: ['HOMEPAGE_READ', 'CALLBACK_READ'], userType: 1 });
    expect(
      within(menu())
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['首页', '召修']);
  });
});

describe('the header', () => {
  it('[NAV-004] offers the language switch to everyone but userType 1', () => {
    show({ userType: 1 });
    expect(screen.queryByRole('button', { name: '语言' })).not.toBeInTheDocument();
  });

  it.each([0, 2] as const)('switches the language without leaving the page (userType %s)', async (userType) => {
    show({ userType });
    await userEvent.click(screen.getByRole('button', { name: '语言' }));
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'English' }));
    expect(document.cookie).toContain('language=en');
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  it('says who is signed in and signs out at the server', async () => {
    const calls = answerCalls(() => ({ code: 200 }));
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    show();
    await userEvent.click(screen.getByRole('button', { name: '账户菜单: 陈敏' }));
    expect(screen.getByText('chen.min')).toBeInTheDocument();
    expect(screen.getByText('总部 · 平台管理员')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('menuitem', { name: '退出登录' }));
    expect(calls.map(({ path }) => path)).toEqual(['signOut']);
  });
});
