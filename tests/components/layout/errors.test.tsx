import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HomeButton, NoPermissionActions, PreviousButton, SignInAgainButton } from '@/components/layout/error-actions';
import { ErrorScreen } from '@/components/layout/error-screen';
import { isChunkFailure, LoadFailure } from '@/components/layout/load-failure';
import { renderApp } from '../support/render';

const TEXTS = [
  ['noPermission', '抱歉，您没有权限访问该页面', 'You have no permission to view this page'],
  ['notFound', '抱歉，您访问的页面不存在', 'Page not found'],
  ['serverDown', '服务器开小差了，请稍后再试', 'The server is not available'],
  ['loginExpired', '登录已过期，请重新登录', 'Login expired, please log in again'],
] as const;

describe('[NAV-070] the error pages', () => {
  it.each(TEXTS)('%s says what happened, in both languages', (kind, chinese, english) => {
    const { unmount } = renderApp(<ErrorScreen kind={kind} />);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(chinese);
    unmount();
    renderApp(<ErrorScreen kind={kind} />, 'en');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(english);
  });

  it('lead home or back', () => {
    renderApp(<ErrorScreen kind="notFound" actions={<><HomeButton /><PreviousButton /></>} />);
    expect(screen.getByRole('link', { name: '返回首页' })).toHaveAttribute('href', '/');
    expect(screen.getByRole('button', { name: '返回上一页' })).toBeInTheDocument();
  });

  it('offer home and sign-out without permission, but at home only sign-out: no circle', () => {
    window.history.replaceState(null, '', '/userList');
    const { unmount } = renderApp(<NoPermissionActions />);
    expect(screen.getByRole('link', { name: '返回首页' })).toBeInTheDocument();
    unmount();
    window.history.replaceState(null, '', '/');
    renderApp(<NoPermissionActions />);
    expect(screen.queryByRole('link', { name: '返回首页' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: '退出登录' })).toBeInTheDocument();
  });

  it('lead through sign-in to the wanted page', () => {
    renderApp(<SignInAgainButton to="/monitor/elevator?equipmentNo=1" />);
    const href = screen.getByRole('link', { name: '重新登录' }).getAttribute('href') ?? '';
    expect(new URL(href, 'http://x').searchParams.get('to')).toBe('/monitor/elevator?equipmentNo=1');
  });
});

describe('a failed first load', () => {
  beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));
  afterEach(() => jest.restoreAllMocks());

  it('shows the request\'s number and repeats the load on demand', async () => {
    const onRetry = jest.fn();
    renderApp(<LoadFailure error={Object.assign(new Error('x'), { digest: '4711' })} onRetry={onRetry} />);
    expect(screen.getByText('请求编号 4711')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  it('asks to refresh when a part of the page did not come', () => {
    renderApp(<LoadFailure error={Object.assign(new Error('Failed to load chunk /a.js'), { name: 'ChunkLoadError' })} onRetry={() => undefined} />);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('资源加载失败，请刷新');
    expect(screen.getByRole('button', { name: '刷新页面' })).toBeInTheDocument();
    expect(isChunkFailure('a string')).toBe(false);
  });
});
