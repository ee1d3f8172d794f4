import { act, fireEvent, screen } from '@testing-library/react';
import { ToastHost } from '@/components/kit/ui/toast-host';
import { VideoDialog } from '@/components/video/video-dialog';
import type { UnitCamera, VideoUrl } from '@/lib/features/cameras/contract';
import type { ClipRecorder } from '@/lib/live/video/browser/clip-recorder';
import type { OpenSound } from '@/lib/live/video/browser/microphone';
import type { OpenPlayer, PlayerOptions } from '@/lib/live/video/browser/player';
import type { Language } from '@/lib/platform/i18n/languages';
import { answerCalls, renderApp, type Call } from '../support/render';

/** A dialog whose network and whose devices (player, microphone, recorder: jsdom has none) are the test. */

export const UNIT = { equipmentNo: 'EV100', equipmentName: '大堂1号梯' };

export const camera = (rest: Partial<UnitCamera> = {}): UnitCamera => ({
  cameraId: 'C1',
  position: 'car',
  streamPlatform: 'video',
  video_status: '02',
  hasTalk: true,
  recordType: null,
  deviceId: 'D1',
  channelId: '0',
  streamType: '-',
  protoType: '-',
  encryptMode: '-',
  ...rest,
});
export const answerOf = (rest: Partial<VideoUrl> = {}): VideoUrl => ({
  video_status: '02',
  url: { video: { http_flv: '/sms/flv/C1?ticket=1' } },
  cameraId: 'C1',
  cameras: [camera()],
  isSpecial: false,
  ...rest,
});

type Answer = { code: number; message?: string; data?: unknown; error?: string };

/** What a relay's WebSocket would do, as the test says. */
export class FakeSocket {
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  readonly sent: unknown[] = [];
  readonly readyState = 1;
  readonly bufferedAmount = 0;
  binaryType = '';
  isClosed = false;
  onopen: () => void = () => undefined;
  onmessage: (event: { data: unknown }) => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;
  constructor(readonly url: URL) {
    FakeSocket.made.push(this);
  }
  send(data: unknown) {
    this.sent.push(data);
  }
  close() {
    this.isClosed = true;
  }
}

export function fakeSound() {
  const state = { isClosed: false, said: 0, listener: (_frame: Int16Array<ArrayBuffer>) => undefined as void };
  const open: OpenSound = async () => ({
    listen: (onFrame) => {
      state.listener = onFrame;
    },
    say: () => {
      state.said += 1;
    },
    close: () => {
      state.isClosed = true;
    },
  });
  return { state, open };
}

interface Options {
  readonly answers?: Readonly<Record<string, (call: Call) => Answer>>;
  readonly openSound?: OpenSound;
  readonly language?: Language;
  /** The browser's own player instead of the test's. */
  readonly isOwnPlayer?: boolean;
}

/** Lets what was answered arrive. */
export const settle = async (ms = 0) => {
  await act(async () => {
    await jest.advanceTimersByTimeAsync(ms);
  });
};

export async function openDialog({ answers = {}, openSound = fakeSound().open, language, isOwnPlayer }: Options = {}) {
  FakeSocket.made = [];
  Object.assign(globalThis, { WebSocket: FakeSocket });
  jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  jest.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
  const calls = answerCalls(
    (call) =>
      answers[call.path]?.(call) ??
      (call.path === 'video/getUrl'
        ? { code: 200, data: answerOf() }
        : call.path === 'video/start'
          ? { code: 200, data: '/sms/talk/C1?ticket=2' }
          : call.path === 'session/socketToken'
            ? { code: 200, data: { token: 'T', expiresIn: 300 } }
            : { code: 200, data: null }),
  );
  const players: { options: PlayerOptions; isClosed: boolean }[] = [];
  const openPlayer: OpenPlayer = (options) => {
    const player = { options, isClosed: false };
    players.push(player);
    return { close: () => void (player.isClosed = true) };
  };
  const recorded: { isStopped: boolean }[] = [];
  const startRecording = (): ClipRecorder => {
    const one = { isStopped: false };
    recorded.push(one);
    return {
      stop: async () => {
        one.isStopped = true;
        return { file: new Blob(['clip']), ending: 'webm' as const };
      },
    };
  };
  const saved: string[] = [];
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const onClose = jest.fn();
  const { unmount } = renderApp(
    <>
      <VideoDialog
        unit={UNIT}
        openedFrom="wall"
        onClose={onClose}
        devices={{ openSound, startRecording, ...(isOwnPlayer ? {} : { openPlayer }) }}
      />
      <ToastHost />
    </>,
    language,
  );
  await settle();
  const video = document.querySelector('video') as HTMLVideoElement;
  Object.defineProperty(video, 'buffered', { value: { length: 1, end: () => 20 }, configurable: true });
  return {
    calls,
    asked: (path: string) => calls.filter((call) => call.path === path).map(({ body }) => body),
    players,
    player: () => players[players.length - 1] ?? fail(),
    recorded,
    saved,
    video,
    onClose,
    unmount,
    /** The first frame is on the screen. */
    play: async () => {
      act(() => {
        players[players.length - 1]?.options.onData();
        fireEvent.playing(video);
      });
      await settle();
    },
    data: () => players[players.length - 1]?.options.onData(),
    press: async (name: string) => {
      fireEvent.click(screen.getByRole('button', { name }));
      await settle();
    },
    view: () => screen.getByTestId('video-picture').dataset.view,
  };
}

function fail(): never {
  throw new Error('No player was opened.');
}
