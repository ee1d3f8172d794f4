import { StatusRefresh } from '@/lib/live/realtime/browser/status-refresh';

const online = (responseType: 'snapshot' | 'change' | 'keepalive', value: number) => ({
  responseType,
  status: { onlinestatus: { value, at: 1 } },
});

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('the status call is repeated', () => {
  it('[RTC-011] when a message reports online status, at most once in 30 s, and the last report is not forgotten', () => {
    const call = jest.fn();
    const refresh = new StatusRefresh(call);
    refresh.onMessage(online('change', 0));
    expect(call).toHaveBeenCalledTimes(1);
    for (let second = 0; second < 29; second += 1) {
      jest.advanceTimersByTime(1000);
      refresh.onMessage(online('change', second % 2));
    }
    expect(call).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(1000);
    expect(call).toHaveBeenCalledTimes(2);
    jest.advanceTimersByTime(120_000);
    expect(call).toHaveBeenCalledTimes(2);
  });

  it('not by keepalives that say nothing new', () => {
    const call = jest.fn();
    const refresh = new StatusRefresh(call);
    refresh.onMessage(online('snapshot', 1));
    jest.advanceTimersByTime(60_000);
    refresh.onMessage(online('keepalive', 1));
    expect(call).toHaveBeenCalledTimes(1);
    refresh.onMessage(online('keepalive', 0));
    expect(call).toHaveBeenCalledTimes(2);
  });

  it.each(['entrapment', 'health'])('[RTC-012] 2 s after a live %s event, once for several', (key) => {
    const call = jest.fn();
    const refresh = new StatusRefresh(call);
    refresh.onMessage({ responseType: 'snapshot', status: { [key]: { value: true, at: 1 } } });
    refresh.onMessage({ responseType: 'change', status: { [key]: { value: true, at: 2 } } });
    jest.advanceTimersByTime(1000);
    refresh.onMessage({ responseType: 'change', status: { [key]: { value: false, at: 3 } } });
    jest.advanceTimersByTime(900);
    expect(call).not.toHaveBeenCalled();
    jest.advanceTimersByTime(200);
    expect(call).toHaveBeenCalledTimes(1);
  });

  it('at once after another snapshot than the first, and not again because of its online status (readings 284)', () => {
    const call = jest.fn();
    const refresh = new StatusRefresh(call);
    refresh.onMessage(online('snapshot', 1));
    expect(call).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(5000);
    refresh.onMessage(online('snapshot', 1));
    expect(call).toHaveBeenCalledTimes(2);
    jest.advanceTimersByTime(120_000);
    expect(call).toHaveBeenCalledTimes(2);
  });

  it('never after the page is left', () => {
    const call = jest.fn();
    const refresh = new StatusRefresh(call);
    refresh.onMessage({ responseType: 'change', status: { health: { value: 'Bad', at: 2 } } });
    refresh.dispose();
    jest.advanceTimersByTime(60_000);
    expect(call).not.toHaveBeenCalled();
  });
});
