import { act, screen } from '@testing-library/react';
import { SessionWatcher } from '@/components/kit/layout/session-watcher';
import { ToastHost } from '@/components/kit/ui/toast-host';
import { LOGIN_EXPIRED_EVENT } from '@/lib/platform/client/client';
import { renderApp } from '../../support/render';

let pathname = '/';
jest.mock('next/navigation', () => ({ usePathname: () => pathname }));

const expire = () => act(() => void window.dispatchEvent(new CustomEvent(LOGIN_EXPIRED_EVENT)));

describe('[AUTH-033] an expired login', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    pathname = '/';
    window.history.replaceState(null, '', '/');
  });
  afterEach(() => jest.useRealTimers());

  it('[AUTH-032] is said once for 5 seconds, then the sign-in page follows, which leads back here', () => {
    window.history.replaceState(null, '', '/monitor/elevator?equipmentNo=1');
    pathname = '/monitor/elevator';
    const onLeave = jest.fn();
    renderApp(
      <>
        <SessionWatcher onLeave={onLeave} />
        <ToastHost />
      </>,
    );
    expire();
    expire();
    act(() => void jest.advanceTimersByTime(100));
    expect(screen.getAllByText('登录已过期，请重新登录')).toHaveLength(1);
    act(() => void jest.advanceTimersByTime(4800));
    expect(onLeave).not.toHaveBeenCalled();
    act(() => void jest.advanceTimersByTime(200));
    expect(onLeave).toHaveBeenCalledTimes(1);
    const [path, query] = String(onLeave.mock.calls[0]?.[0]).split('?');
    expect(path).toBe('/login');
    expect(new URLSearchParams(query).get('to')).toBe('/monitor/elevator?equipmentNo=1');
  });

  it('is no news on the sign-in page itself', () => {
    pathname = '/login';
    const onLeave = jest.fn();
    renderApp(
      <>
        <SessionWatcher onLeave={onLeave} />
        <ToastHost />
      </>,
    );
    expire();
    act(() => void jest.advanceTimersByTime(6000));
    expect(onLeave).not.toHaveBeenCalled();
  });
});
