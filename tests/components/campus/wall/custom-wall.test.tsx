import { act, screen, waitFor } from '@testing-library/react';
import type { NoticeItem } from '@/lib/live/realtime/shared/notices';
import { answerCalls } from '../../support/render';
import type { Call } from '../../support/render';
import { ALL_LINKS, renderWall, unit, wallData } from '../support/wall';

const item = (rest: Partial<NoticeItem> = {}): NoticeItem => ({
  key: 'CBK-C1',
  type: 'CBK',
  status: 'PAGE',
  time: '2026-11-21 14:00:00',
  equipmentName: '出发大厅3号梯',
  equipmentNo: 'A',
  technician: '王磊',
  phoneNumber: '13800000000',
  message: '门故障',
  objectId: 'C1',
  ...rest,
});
const SYMPTOM = item({
  key: 'SYMPTOM-S1',
  type: 'SYMPTOM',
  status: 'INIT',
  time: '2026-11-21 13:00:00',
  message: '频繁挡门',
  objectId: 'S1',
  technician: null,
  phoneNumber: null,
});

function serve(records: NoticeItem[] = [], rest: object = {}): Call[] {
  return answerCalls(({ path }) =>
    path === 'notification/webDiagnose/list'
      ? { code: 200, data: { total: records.length, pages: 1, size: 15, current: 1, records, ...rest } }
      : { code: 200, data: null },
  );
}
const custom = (username = 'anna', links = ALL_LINKS) =>
  renderWall(wallData([unit('A')]), { variant: 'custom', username, links });

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('the wall for the airport project', () => {
  it('[CAMP-024] carries callbacks and symptoms beside the same tiles and counts', async () => {
    const calls = serve([item(), SYMPTOM]);
    const { tile } = custom();
    expect(tile('A')).toHaveTextContent('Unit A');
    await waitFor(() => expect(document.querySelectorAll('[data-notice]')).toHaveLength(2));
    expect(document.querySelector('[data-notice="CBK-C1"]')).toHaveTextContent(
      '召修已通知技术员11-21 14:00出发大厅3号梯门故障王磊 13800000000',
    );
    expect(document.querySelector('[data-notice="SYMPTOM-S1"]')).toHaveTextContent('征兆初始');
    expect(calls.find(({ path }) => path === 'notification/webDiagnose/list')?.body).toEqual({
      pageIndex: 1,
      pageSize: 15,
    });
  });

  it('[CAMP-025] a callback opens its detail by callbackId, a symptom by symptomId, in a new tab', async () => {
    serve([item(), SYMPTOM]);
    custom();
    await waitFor(() => expect(document.querySelectorAll('[data-notice] a')).toHaveLength(2));
    expect(
      [...document.querySelectorAll('[data-notice] a')].map((link) => [
        link.getAttribute('href'),
        link.getAttribute('target'),
      ]),
    ).toEqual([
      ['/detail/callback?callbackId=C1', '_blank'],
      ['/detail/symptom?symptomId=S1', '_blank'],
    ]);
  });

  it('messages are no links where there is no detail for this user', async () => {
    serve([item()]);
    custom('anna', { ...ALL_LINKS, messages: {} });
    await waitFor(() => expect(document.querySelector('[data-notice]')).not.toBeNull());
    expect(document.querySelector('[data-notice] a')).toBeNull();
  });

  it('[CAMP-026] keeps the messages for the user who leaves, and shows them to no other user', async () => {
    serve([item()]);
    const first = custom('anna');
    await waitFor(() => expect(document.querySelector('[data-notice]')).not.toBeNull());
    first.unmount();
    serve([]);
    const other = custom('berta');
    await screen.findByText('暂无消息');
    expect(document.querySelector('[data-notice]')).toBeNull();
    other.unmount();
    custom('anna');
    await waitFor(() => expect(document.querySelector('[data-notice="CBK-C1"]')).not.toBeNull());
  });

  it('says at the end of the messages how far back a data strategy lets the user see', async () => {
    serve([item()], { historyMonths: 2 });
    const { unmount } = custom();
    expect(await screen.findByText('仅可查看近2个月数据')).toBeInTheDocument();
    unmount();
    serve([item()]);
    custom('berta');
    await waitFor(() => expect(document.querySelector('[data-notice]')).not.toBeNull());
    expect(screen.queryByTestId('history-notice')).toBeNull();
  });

  it('says when the messages could not be loaded', async () => {
    answerCalls(({ path }) =>
      path.startsWith('notification') ? { code: 500, error: 'server_error' } : { code: 200, data: null },
    );
    custom();
    expect(await screen.findByText('消息加载失败')).toBeInTheDocument();
  });

  it('[CAMP-057] [CAMP-058] [CAMP-059] marks error and a presumably trapped person, and tells it once an episode', async () => {
    const calls = serve();
    const { goLive, say, tile } = custom();
    await goLive();
    await say('A', { onlinestatus: 1, mode: 'N', door: 'Closed', load: 'Loaded', drive: 'Standing' }, 'snapshot');
    expect(tile('A')).toHaveAttribute('data-state', 'standing');
    await say('A', { mode: 'UNV' });
    expect(tile('A')).toHaveAttribute('data-state', 'trapped');
    expect([...tile('A').querySelectorAll('[data-mark]')].map((mark) => mark.getAttribute('data-mark'))).toEqual([
      'trapped',
      'error',
      'mode',
    ]);
    const warnings = () => calls.filter(({ path }) => path === 'equipmentWarn/save').map(({ body }) => body);
    expect(warnings()).toEqual([{ equipmentNo: 'A', warnDesc: expect.stringContaining('Unit A 疑似困人') }]);
    await say('A', { load: 'Full Load' });
    expect(warnings()).toHaveLength(1);
    await say('A', { door: 'Opened' });
    expect(tile('A')).toHaveAttribute('data-state', 'error');
    await say('A', { door: 'Closed' });
    expect(warnings()).toHaveLength(2);
  });

  it('without an error the mark comes when the car has stood so for 120 s', async () => {
    jest.useFakeTimers();
    serve();
    const { goLive, say, tile } = custom();
    await act(async () => {
      await jest.advanceTimersByTimeAsync(10);
    });
    await goLive();
    await say('A', { onlinestatus: 1, mode: 'N', door: 'Closed', load: 'Loaded', drive: 'Standing' }, 'snapshot');
    await act(async () => {
      await jest.advanceTimersByTimeAsync(100_000);
    });
    expect(tile('A')).toHaveAttribute('data-state', 'standing');
    await say('A', { trips: 4 });
    await act(async () => {
      await jest.advanceTimersByTimeAsync(25_000);
    });
    expect(tile('A')).toHaveAttribute('data-state', 'trapped');
  });

  it('[CAMP-058] [CAMP-059] a box that reconnects marks and reports no trapped person until new values do', async () => {
    jest.useFakeTimers();
    const calls = serve();
    const { goLive, say, tile } = custom();
    await act(async () => {
      await jest.advanceTimersByTimeAsync(10);
    });
    await goLive();
    const old = Date.now() - 3_600_000;
    const at = (value: unknown) => ({ value, at: old });
    await say(
      'A',
      {
        onlinestatus: 1,
        mode: at('UNV'),
        door: at('Closed'),
        load: at('Loaded'),
        drive: at('Standing'),
        connection: 'offline',
      },
      'snapshot',
    );
    expect(tile('A')).toHaveAttribute('data-state', 'error');
    await say('A', { connection: 'online' });
    await act(async () => {
      await jest.advanceTimersByTimeAsync(6000);
    });
    expect(tile('A')).toHaveAttribute('data-state', 'error');
    expect(calls.map(({ path }) => path)).not.toContain('equipmentWarn/save');
    await say('A', { load: 'Full Load' });
    expect(tile('A')).toHaveAttribute('data-state', 'trapped');
    expect(calls.filter(({ path }) => path === 'equipmentWarn/save')).toHaveLength(1);
  });

  const patience = [
    ['custom', 120],
    ['main', 60],
  ] as const;
  it.each(patience)('[RTC-009] the %s wall is disconnected after %i s of silence', async (variant, seconds) => {
    jest.useFakeTimers();
    serve();
    const { wall, goLive, say } = renderWall(wallData([unit('A')]), { variant });
    await act(async () => {
      await jest.advanceTimersByTimeAsync(10);
    });
    await goLive();
    await say('A', { onlinestatus: 1 }, 'snapshot');
    await act(async () => {
      await jest.advanceTimersByTimeAsync(seconds * 1000 - 100);
    });
    expect(wall()).toHaveAttribute('data-status', '0');
    await act(async () => {
      await jest.advanceTimersByTimeAsync(200);
    });
    expect(wall()).toHaveAttribute('data-status', '2');
  });
});
