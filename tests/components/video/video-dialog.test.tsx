import { act, fireEvent, screen, within } from '@testing-library/react';
import { toast } from '@/components/kit/ui/toast';
import { WatchedStream } from '@/lib/features/cameras/shared/watched-stream';
import { SoundError } from '@/lib/live/video/browser/microphone';
import { answerCalls } from '../support/render';
import { answerOf, camera, FakeSocket, fakeSound, openDialog, settle, UNIT } from './support';

const START = Date.UTC(2026, 10, 23, 2, 0, 0);
const refusal = (code: number, message: string) => () => ({ code, message, error: 'conflict' });
const picture = () => screen.getByTestId('video-picture');
const RANGE = { beginTime: '2026-11-23 09:00:00', endTime: '2026-11-23 09:40:00' };

/** The dialog's countdown stands still in a hidden tab; its clocks do not. */
const hide = (isHidden: boolean) => Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
/** Time goes by while the camera sends. */
async function watchFor(seconds: number, data: () => void) {
  const sending = setInterval(data, 2000);
  await settle(seconds * 1000);
  clearInterval(sending);
}

beforeEach(() => {
  localStorage.clear();
  hide(false);
  jest.useFakeTimers({ now: START });
});
afterEach(async () => {
  act(() => void toast.dismiss());
  await settle(500);
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('what the picture says', () => {
  it('[VIDEO-002] a unit without a camera, an offline one, and one that plays', async () => {
    const none = await openDialog({
      answers: {
        'video/getUrl': () => ({
          code: 200,
          data: answerOf({ video_status: '00', url: {}, cameraId: null, cameras: [] }),
        }),
      },
    });
    expect(picture()).toHaveTextContent('摄像头未安装');
    expect(none.players).toEqual([]);
    none.unmount();
    const away = await openDialog({
      answers: { 'video/getUrl': () => ({ code: 200, data: answerOf({ video_status: '01', url: {} }) }) },
    });
    expect(picture()).toHaveTextContent('摄像头离线');
    away.unmount();
    const { play, view, player } = await openDialog();
    expect(view()).toBe('loading');
    expect(player().options.url).toBe('/sms/flv/C1?ticket=1');
    await play();
    expect(view()).toBe('playing');
    expect(picture()).toHaveTextContent('直播');
  });

  it('[VIDEO-004] without data for 5 s the camera is offline, however long it has played', async () => {
    const { play, data, view, player } = await openDialog();
    await play();
    await watchFor(20, data);
    expect(view()).toBe('playing');
    await settle(4999);
    expect(view()).toBe('playing');
    await settle(1);
    expect(view()).toBe('offline');
    expect(picture()).toHaveTextContent('摄像头离线');
    expect(player().isClosed).toBe(true);
  });

  it('[VIDEO-005] what has not started within 10 s is a playError 500, and can be tried again', async () => {
    const { data, view, players, press } = await openDialog();
    for (let second = 0; second < 10; second += 2) {
      data();
      await settle(2000);
    }
    expect(view()).toBe('failed');
    expect(within(picture()).getByRole('alert')).toHaveTextContent('视频播放失败（500）');
    expect(players[0]?.isClosed).toBe(true);
    await press('重试');
    expect(players).toHaveLength(2);
    expect(view()).toBe('loading');
  });

  it('[VIDEO-018] a refused stream shows the server’s own words', async () => {
    await openDialog({ answers: { 'video/getUrl': refusal(409, '同时打开的视频不能超过4个') } });
    expect(within(picture()).getByRole('alert')).toHaveTextContent('同时打开的视频不能超过4个');
  });

  it('a stream that the relay refuses or breaks off is told, and releases its player', async () => {
    const { play, player, view, press } = await openDialog();
    await play();
    act(() => player().options.onEnd({ kind: 'over' }));
    expect(view()).toBe('offline');
    await press('重试');
    act(() => player().options.onEnd({ kind: 'refused', status: 403 }));
    expect(picture()).toHaveTextContent('视频播放失败（403）');
    await press('重试');
    act(() => player().options.onEnd({ kind: 'refused', status: 404 }));
    expect(view()).toBe('offline');
  });

  it('[VIDEO-017] a browser that is too old is told which ones are not', async () => {
    await openDialog({ isOwnPlayer: true });
    jest.useRealTimers();
    expect(await screen.findByText(/Chrome 91、Firefox 97、Edge 91/)).toBeInTheDocument();
  });

  it('speaks English too', async () => {
    const { press } = await openDialog({ language: 'en' });
    await press('Screenshot');
    expect(screen.getByText('Play the video before you take a screenshot')).toBeInTheDocument();
    expect(screen.getByText('Closes in 5:00')).toBeInTheDocument();
  });
});

describe('the life of the dialog', () => {
  it('[VIDEO-001] asks with the unit, the client id, and from where it was opened', async () => {
    const { asked } = await openDialog();
    const [first] = asked('video/getUrl');
    expect(first).toEqual({
      equipmentNo: UNIT.equipmentNo,
      clientId: expect.stringMatching(/^[0-9a-f]{32}$/),
      openedFrom: 'wall',
    });
  });

  it('[VIDEO-006] [VIDEO-008] closes itself after 5 minutes; stream and session are released', async () => {
    hide(true);
    const { play, data, player, asked, onClose, unmount } = await openDialog();
    await play();
    await watchFor(296, data);
    expect(onClose).not.toHaveBeenCalled();
    await settle(4000);
    expect(onClose).toHaveBeenCalledTimes(1);
    unmount();
    await settle();
    expect(player().isClosed).toBe(true);
    expect(asked('video/close')).toEqual([{ clientId: asked('video/getUrl')[0]?.clientId }]);
    // The message that it closed goes by itself; nothing of the stream still ticks.
    await settle(5000);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('[VIDEO-009] keeps the client id for 5 minutes in this browser, a unit its own', async () => {
    const idOf = async () => {
      const { asked, unmount } = await openDialog();
      const id = asked('video/getUrl')[0]?.clientId;
      unmount();
      await settle();
      return id;
    };
    const first = await idOf();
    expect(JSON.parse(localStorage.getItem('videoClients') ?? '')).toEqual({ EV100: { id: first, at: START } });
    jest.setSystemTime(START + 299_000);
    expect(await idOf()).toBe(first);
    jest.setSystemTime(START + 299_000 + 300_000);
    expect(await idOf()).not.toBe(first);
  });
});

it('[VIDEO-003] a stream is asked for again every 15 minutes, and goes on with the new address', async () => {
  const asked: Record<string, unknown>[] = [];
  answerCalls(({ path, body }) => {
    if (path === 'video/start') asked.push(body);
    return { code: 200, data: path === 'video/getUrl' ? answerOf() : '/sms/flv/C1?ticket=again' };
  });
  const players: { url: string; isClosed: boolean; send: () => void }[] = [];
  const session = new WatchedStream({
    unit: UNIT,
    openedFrom: 'livePage',
    openPlayer: ({ url, onData }) => {
      const player = { url, isClosed: false, send: onData };
      players.push(player);
      return { close: () => void (player.isClosed = true) };
    },
  });
  const video = document.createElement('video');
  session.start(video, () => undefined);
  await jest.advanceTimersByTimeAsync(0);
  const sending = setInterval(() => players.at(-1)?.send(), 2000);
  video.dispatchEvent(new Event('playing'));
  await jest.advanceTimersByTimeAsync(899_000);
  expect([session.read().view, asked]).toEqual(['playing', []]);
  await jest.advanceTimersByTimeAsync(2000);
  expect(asked).toEqual([expect.objectContaining({ businessType: 'real', equipmentNo: 'EV100', cameraId: 'C1' })]);
  expect(players.map(({ url, isClosed }) => [url, isClosed])).toEqual([
    ['/sms/flv/C1?ticket=1', true],
    ['/sms/flv/C1?ticket=again', false],
  ]);
  video.dispatchEvent(new Event('playing'));
  await jest.advanceTimersByTimeAsync(899_000);
  expect(session.read().view).toBe('playing');
  await jest.advanceTimersByTimeAsync(2000);
  expect(asked).toHaveLength(2);
  clearInterval(sending);
  session.stop();
  await jest.advanceTimersByTimeAsync(0);
  expect([players.every(({ isClosed }) => isClosed), jest.getTimerCount()]).toEqual([true, 0]);
});

describe('the controls', () => {
  it('[VIDEO-010] are play, talk, sound, screenshot, record and fast play', async () => {
    const { play, press, video } = await openDialog();
    await play();
    const names = () =>
      within(screen.getByRole('toolbar'))
        .getAllByRole('button')
        .map((button) => button.textContent);
    expect(names()).toEqual(['暂停', '对讲', '打开声音', '截图', '录像', '倍速']);
    await press('暂停');
    expect(HTMLMediaElement.prototype.pause).toHaveBeenCalled();
    expect(picture()).toHaveTextContent('已暂停');
    await press('播放');
    // Live goes on where live is.
    expect(video.currentTime).toBe(19.5);
    await press('打开声音');
    expect(video.muted).toBe(false);
    expect(names()[2]).toBe('关闭声音');
  });

  it('[VIDEO-012] [VIDEO-013] [VIDEO-014] say what has to be played first', async () => {
    const { press, recorded, saved } = await openDialog();
    await press('截图');
    expect(screen.getByText('截图前请先播放视频')).toBeInTheDocument();
    await press('录像');
    expect(screen.getByText('录像前请先直播')).toBeInTheDocument();
    await press('倍速');
    expect(screen.getByText('倍速前请先播放录像')).toBeInTheDocument();
    expect([recorded, saved]).toEqual([[], []]);
  });

  it('a recording is saved when it is stopped, and when the picture goes', async () => {
    const { play, press, saved, recorded, player } = await openDialog();
    await play();
    await press('录像');
    expect(picture()).toHaveTextContent('录像中');
    await press('停止录像');
    expect(saved).toEqual(['EV100-20261123100000.webm']);
    await press('录像');
    act(() => player().options.onEnd({ kind: 'broken' }));
    await settle();
    expect(recorded.map(({ isStopped }) => isStopped)).toEqual([true, true]);
    expect(saved).toHaveLength(2);
  });

  it('a recording is saved when the dialog closes', async () => {
    const { play, press, saved, unmount } = await openDialog();
    await play();
    await press('录像');
    unmount();
    await settle();
    expect(saved).toHaveLength(1);
  });
});

describe('talking', () => {
  it('[VIDEO-007] [VIDEO-011] begins the five minutes anew, is heard, and keeps the sound as it is', async () => {
    hide(true);
    const { state, open } = fakeSound();
    const { play, press, asked, video, onClose, data } = await openDialog({ openSound: open });
    await play();
    await settle(4000);
    data();
    await watchFor(240, data);
    await press('对讲');
    expect(asked('video/start')).toEqual([expect.objectContaining({ businessType: 'talk', equipmentNo: 'EV100' })]);
    const [socket] = FakeSocket.made;
    if (!socket) throw new Error('No socket was opened.');
    expect(String(socket.url)).toBe('ws://localhost/sms/talk/C1?ticket=2');
    act(() => socket.onopen());
    await settle();
    expect(socket.sent).toEqual([JSON.stringify({ type: 'authorize', token: 'T' })]);
    act(() => socket.onmessage({ data: JSON.stringify({ type: 'ready', sampleRate: 16000 }) }));
    expect(picture()).toHaveTextContent('对讲中');
    expect(video.muted).toBe(false);
    state.listener(new Int16Array([1, 2, 3]));
    expect(socket.sent[1]).toEqual(new Int16Array([1, 2, 3]));
    act(() => socket.onmessage({ data: JSON.stringify({ type: 'level', rms: 0.2, peak: 0.5 }) }));
    expect(within(picture()).getByRole('meter')).toHaveAttribute('aria-valuenow', '50');
    act(() => socket.onmessage({ data: new ArrayBuffer(8) }));
    expect(state.said).toBe(1);

    await press('关闭声音');
    expect(screen.getByText('对讲时不能操作声音')).toBeInTheDocument();
    expect(video.muted).toBe(false);

    await watchFor(240, data);
    expect(onClose).not.toHaveBeenCalled();
    await press('结束对讲');
    expect([socket.isClosed, state.isClosed, video.muted]).toEqual([true, true, true]);
    await watchFor(64, data);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('[VIDEO-019] a refusal is a warning with the server’s words, and lets the microphone go', async () => {
    const { state, open } = fakeSound();
    const { play, press, view } = await openDialog({
      openSound: open,
      answers: { 'video/start': refusal(409, '对讲已被占用') },
    });
    await play();
    await press('对讲');
    const words = screen.getByText('对讲已被占用');
    expect(words.closest('[data-type="warning"]')).not.toBeNull();
    expect([state.isClosed, view()]).toEqual([true, 'playing']);
    expect(screen.getByRole('button', { name: '对讲' })).toBeEnabled();
  });

  it.each([
    ['insecure', '对讲需要通过 https 或 localhost 打开本平台'],
    ['denied', '请允许浏览器使用麦克风后再对讲'],
    ['missing', '没有找到麦克风'],
  ] as const)('without a microphone (%s) nobody’s line is taken, and a sentence says why', async (problem, words) => {
    const { play, press, asked } = await openDialog({
      openSound: async () => {
        throw new SoundError(problem);
      },
    });
    await play();
    await press('对讲');
    expect(screen.getByText(words)).toBeInTheDocument();
    expect(asked('video/start')).toEqual([]);
  });

  it('an end from the other side is told', async () => {
    const { play, press } = await openDialog();
    await play();
    await press('对讲');
    act(() => FakeSocket.made[0]?.onclose({ code: 4408 }));
    await settle();
    expect(screen.getByText('对讲时间已到，请重新对讲')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: '对讲' })).toBeInTheDocument();
  });

  it('is not offered where nobody can be spoken to', async () => {
    await openDialog({
      answers: { 'video/getUrl': () => ({ code: 200, data: answerOf({ cameras: [camera({ hasTalk: false })] }) }) },
    });
    expect(screen.getByRole('button', { name: '对讲' })).toBeDisabled();
  });
});

describe('recordings', () => {
  const special = (rest: Parameters<typeof camera>[0] = { recordType: 'localRecord' }) => ({
    answers: {
      'video/getUrl': () => ({ code: 200, data: answerOf({ isSpecial: true, cameras: [camera(rest)] }) }),
      'video/record/query': () => ({ code: 200, data: { cameraId: 'C1', recorded: true, ranges: [RANGE] } }),
      'video/start': () => ({ code: 200, data: '/sms/flv/C1?ticket=range' }),
      'video/record/download': () => ({ code: 200, data: { url: '', status: '1', errMsg: '录像已过期' } }),
    },
  });
  const share = () => screen.getByRole('dialog').style.getPropertyValue('--share');

  it('[VIDEO-015] [VIDEO-016] the configured units have the wide dialog and choose between live and recorded', async () => {
    const usual = await openDialog();
    expect(share()).toBe('30%');
    expect(screen.queryByRole('radio')).toBeNull();
    usual.unmount();
    await openDialog(special());
    expect(share()).toBe('40%');
    expect(screen.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual(['直播', '录像']);
  });

  it('[VIDEO-001] a range is asked for with its type and times, plays faster, and ends', async () => {
    const { asked, player, play, press, video, view } = await openDialog(special());
    fireEvent.click(screen.getByRole('radio', { name: '录像' }));
    await settle();
    await press('11-23 09:00 – 09:40');
    await press('播放录像');
    expect(asked('video/start')).toEqual([
      expect.objectContaining({ businessType: 'localRecord', equipmentNo: 'EV100', cameraId: 'C1', ...RANGE }),
    ]);
    expect(player().options).toMatchObject({ url: '/sms/flv/C1?ticket=range', isRecord: true });
    await play();
    // A range may come all at once and is then silent.
    await settle(20_000);
    expect(view()).toBe('playing');
    await press('倍速');
    expect(video.playbackRate).toBe(2);
    await press('2×');
    await press('4×');
    expect(video.playbackRate).toBe(1);
    await press('录像');
    expect(screen.getByText('录像前请先直播')).toBeInTheDocument();
    act(() => void fireEvent.ended(video));
    expect(picture()).toHaveTextContent('录像已播放完毕');
    fireEvent.click(screen.getByRole('radio', { name: '直播' }));
    await settle();
    expect(player().options.isRecord).toBe(false);
  });

  it('a range that cannot be is told under its field; a download that fails in the server’s words', async () => {
    const { press, asked } = await openDialog(special());
    fireEvent.click(screen.getByRole('radio', { name: '录像' }));
    await settle();
    fireEvent.change(screen.getByLabelText(/结束时间/), { target: { value: '2026-11-23T08:00:00' } });
    await press('播放录像');
    expect(screen.getByText('结束时间必须晚于开始时间')).toBeInTheDocument();
    fireEvent.change(screen.getByLabelText(/结束时间/), { target: { value: '2026-11-23T09:35:00' } });
    await press('下载录像');
    expect(asked('video/record/download')).toEqual([
      expect.objectContaining({
        deviceId: 'D1',
        channelId: '0',
        businessType: 'localRecord',
        endTime: '2026-11-23 09:35:00',
      }),
    ]);
    expect(screen.getByText('录像已过期')).toBeInTheDocument();
  });

  it('a unit with two cameras shows either, with the client id of the dialog', async () => {
    const two = [camera(), camera({ cameraId: 'C2', position: 'machineRoom' })];
    const { asked } = await openDialog({
      answers: {
        'video/getUrl': ({ body }) => ({
          code: 200,
          data: answerOf({ cameras: two, cameraId: String(body.cameraId ?? 'C1') }),
        }),
      },
    });
    fireEvent.click(screen.getByRole('radio', { name: '机房' }));
    await settle();
    const [first, second] = asked('video/getUrl');
    expect(second).toMatchObject({ cameraId: 'C2', clientId: first?.clientId });
    expect(screen.getByRole('radio', { name: '机房' })).toBeChecked();
  });
});
