import { act, screen } from '@testing-library/react';
import { SessionWatcher } from '@/components/kit/layout/session-watcher';
import { ToastHost } from '@/components/kit/ui/toast-host';
import { getUserProfile } from '@/lib/features/account/contract';
import { callSms } from '@/lib/platform/client/client';
import { answerCalls, renderApp } from '../../support/render';

let pathname = '/';
jest.mock('next/navigation', () => ({ usePathname: () => pathname }));

/** Calls that the server refuses, because the session could not be renewed. */
const expire = async (calls: number) => {
  answerCalls(() => ({ code: 401, error: 'invalid_token', message: '登录已过期，请重新登录' }));
  await act(async () => {
    await Promise.allSettled(Array.from({ length: calls }, () => callSms(getUserProfile, {})));
  });
};

describe('[AUTH-033] an expired login', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    pathname = '/';
    window.history.replaceState(null, '', '/');
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  it('[AUTH-032] is said once for 5 seconds, then the sign-in page follows, which leads back here', async () => {
    window.history.replaceState(null, '', '/monitor/elevator?equipmentNo=1');
    pathname = '/monitor/elevator';
    const onLeave = jest.fn();
    renderApp(
      <>
        <SessionWatcher onLeave={onLeave} />
        <ToastHost />
      </>,
    );
    await expire(2);
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

  it('is no news on the sign-in page itself', async () => {
    pathname = '/login';
    const onLeave = jest.fn();
    renderApp(
      <>
        <SessionWatcher onLeave={onLeave} />
        <ToastHost />
      </>,
    );
    await expire(1);
    act(() => void jest.advanceTimersByTime(6000));
    expect(onLeave).not.toHaveBeenCalled();
  });
});
