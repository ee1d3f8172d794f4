import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToStaticMarkup } from 'react-dom/server';
import Forbidden from '@/app/forbidden';
import {
  HomeButton,
  NoPermissionActions,
  PreviousButton,
  SignInAgainButton,
} from '@/components/kit/layout/error-actions';
import { ErrorScreen } from '@/components/kit/layout/error-screen';
import { isChunkFailure, LoadFailure } from '@/components/kit/layout/load-failure';
import { ReadyMark } from '@/components/kit/layout/ready-mark';
import { ResourceWatch } from '@/components/kit/layout/resource-watch';
import { renderApp } from '../../support/render';

const actor = jest.fn<Promise<unknown>, []>();
jest.mock('@/lib/platform/auth/pages/page-guard', () => ({ currentActor: () => actor() }));

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
    renderApp(
      <ErrorScreen
        kind="notFound"
        actions={
          <>
            <HomeButton />
            <PreviousButton />
          </>
        }
      />,
    );
    expect(screen.getByRole('link', { name: '返回首页' })).toHaveAttribute('href', '/');
    expect(screen.getByRole('button', { name: '返回上一页' })).toBeInTheDocument();
  });

  describe('without permission', () => {
    const advance = (ms: number) => act(() => void jest.advanceTimersByTime(ms));
    const show = (path: string, canGoHome: boolean) => {
      window.history.replaceState(null, '', path);
      const go = jest.fn();
      renderApp(<NoPermissionActions canGoHome={canGoHome} go={go} />);
      return go;
    };
    beforeEach(() => void jest.useFakeTimers());
    afterEach(() => {
      jest.useRealTimers();
      window.history.replaceState(null, '', '/');
    });

    it('[NAV-010] stand for 3 seconds and lead home, on a page that stands alone', () => {
      const go = show('/monitor/elevator', true);
      expect(screen.getByText('3 秒后返回首页')).toBeInTheDocument();
      expect(screen.getByRole('link', { name: '返回首页' })).toBeInTheDocument();
      advance(2900);
      expect(go).not.toHaveBeenCalled();
      advance(200);
      expect(go.mock.calls).toEqual([['/']]);
      advance(10_000);
      expect(go).toHaveBeenCalledTimes(1);
    });

    it.each([
      [{ userType: 1, authorities: new Set(['HOMEPAGE_READ']) }, true],
      [{ userType: 1, authorities: new Set(['EQUIPMENT_READ']) }, false],
      [null, false],
    ])('the page that the server draws leads home only whoever may see it (%#)', async (who, isLed) => {
      actor.mockResolvedValue(who);
      window.history.replaceState(null, '', '/monitor/elevator');
      renderApp(await Forbidden());
      expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('抱歉，您没有权限访问该页面');
      expect(screen.queryByRole('link', { name: '返回首页' }) !== null).toBe(isLed);
    });

    it.each([
      ['/monitor/elevator', false],
      ['/', false],
      ['/', true],
    ])('stay at %s with sign-out alone where home is no way out (%s): no circle', (path, canGoHome) => {
      const go = show(path, canGoHome);
      expect(screen.queryByRole('link', { name: '返回首页' })).not.toBeInTheDocument();
      expect(screen.getByRole('button', { name: '退出登录' })).toBeInTheDocument();
      advance(60_000);
      expect(go).not.toHaveBeenCalled();
    });
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

  it("shows the request's number and repeats the load on demand", async () => {
    const onRetry = jest.fn();
    renderApp(<LoadFailure error={Object.assign(new Error('x'), { digest: '4711' })} onRetry={onRetry} />);
    expect(screen.getByText('请求编号 4711')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  it('asks to refresh when a part of the page did not come', () => {
    renderApp(
      <LoadFailure
        error={Object.assign(new Error('Failed to load chunk /a.js'), { name: 'ChunkLoadError' })}
        onRetry={() => undefined}
      />,
    );
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('资源加载失败，请刷新');
    expect(screen.getByRole('button', { name: '刷新页面' })).toBeInTheDocument();
    expect(isChunkFailure('a string')).toBe(false);
  });

  describe('on a wall', () => {
    const advance = (seconds: number) => act(() => void jest.advanceTimersByTime(seconds * 1000));
    beforeEach(() => {
      jest.useFakeTimers();
      sessionStorage.clear();
      window.history.replaceState(null, '', '/campus');
    });
    afterEach(() => {
      jest.useRealTimers();
      window.history.replaceState(null, '', '/');
    });

    it('is repeated by itself after 10, 30, 60, then every 60 seconds, also when each attempt draws the page anew', () => {
      let retries = 0;
      let shown = renderApp(
        <LoadFailure
          error={new Error('x')}
          onRetry={() => {
            retries += 1;
          }}
        />,
      );
      expect(screen.getByText('10 秒后自动重试')).toBeInTheDocument();
      for (const [index, seconds] of [10, 30, 60, 60].entries()) {
        advance(seconds - 1);
        expect(retries).toBe(index);
        advance(1);
        expect(retries).toBe(index + 1);
        shown.unmount();
        shown = renderApp(
          <LoadFailure
            error={new Error('x')}
            onRetry={() => {
              retries += 1;
            }}
          />,
        );
      }
    });

    it('begins anew with a trouble of another day, and leaves other pages to the person', () => {
      sessionStorage.setItem('auto-retry', JSON.stringify({ path: '/campus', count: 5, at: Date.now() - 3_600_000 }));
      const shown = renderApp(<LoadFailure error={new Error('x')} onRetry={() => undefined} />);
      expect(screen.getByText('10 秒后自动重试')).toBeInTheDocument();
      shown.unmount();
      window.history.replaceState(null, '', '/equipmentlist');
      const onRetry = jest.fn();
      renderApp(<LoadFailure error={new Error('x')} onRetry={onRetry} />);
      advance(600);
      expect(onRetry).not.toHaveBeenCalled();
    });
  });
});

describe('a page whose scripts do not come', () => {
  /** The watching script as the server sends it, without the part that makes the page alive. */
  function begin() {
    const html = renderToStaticMarkup(<ResourceWatch text="资源加载失败，请刷新" action="刷新页面" />);
    const sent = new DOMParser().parseFromString(html, 'text/html').querySelector('script');
    const script = document.createElement('script');
    for (const { name, value } of sent?.attributes ?? []) script.setAttribute(name, value);
    Object.defineProperty(document, 'currentScript', { configurable: true, value: script });
    new Function(sent?.textContent ?? '')();
  }
  beforeEach(() => {
    jest.useFakeTimers();
    delete document.documentElement.dataset.ready;
  });
  afterEach(() => {
    jest.useRealTimers();
    document.querySelectorAll('.resource-failure').forEach((element) => element.remove());
  });

  it('[CONV-007] says so after 120 seconds, with the way to a fresh page', () => {
    begin();
    jest.advanceTimersByTime(119_000);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    jest.advanceTimersByTime(1000);
    expect(screen.getByRole('alert')).toHaveTextContent('资源加载失败，请刷新');
    expect(screen.getByRole('button', { name: '刷新页面' })).toBeInTheDocument();
  });

  it('says so at once when one of them fails, but not once the page is alive', () => {
    begin();
    const fail = (src: string) => {
      const script = Object.assign(document.createElement('script'), { type: 'text/plain', src });
      document.body.append(script);
      script.dispatchEvent(new Event('error'));
      script.remove();
    };
    fail('/elsewhere.js');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    const { unmount } = renderApp(<ReadyMark />);
    fail('/_next/static/a.js');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    unmount();
    delete document.documentElement.dataset.ready;
    fail('/_next/static/a.js');
    expect(screen.getByRole('alert')).toBeInTheDocument();
  });
});
