import { loaderOf, type StreamEnd, type StreamSource } from '@/lib/live/video/browser/stream-loader';
import type Mpegts from 'mpegts.js';

/** What of mpegts.js a loader stands on. */
class BaseLoader {
  _status = 0;
  _needStash = false;
  onDataArrival: (chunk: ArrayBuffer, from: number, received?: number) => void = () => undefined;
  onComplete: () => void = () => undefined;
  destroy(): void {}
}
const mpegts = {
  BaseLoader,
  LoaderStatus: { kIdle: 0, kConnecting: 1, kBuffering: 2, kError: 3, kComplete: 4 },
} as unknown as typeof Mpegts;

function open(
  respond: (signal: AbortSignal) => Response,
  url = '/sms/flv/C1?ticket=1',
  rest: Partial<StreamSource> = {},
) {
  const asked: { url: string; authorization: string | null; signal: AbortSignal }[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const signal = init?.signal as AbortSignal;
    asked.push({ url: String(input), authorization: new Headers(init?.headers).get('authorization'), signal });
    return respond(signal);
  });
  const ends: StreamEnd[] = [];
  const chunks: [number, number, number | undefined][] = [];
  let told = 0;
  const Loader = loaderOf(mpegts, {
    getToken: async () => 'T',
    onData: () => (told += 1),
    onEnd: (end) => ends.push(end),
    isRange: false,
    room: async () => undefined,
    ...rest,
  });
  const loader = new Loader({} as Mpegts.SeekHandler, {});
  loader.onDataArrival = (chunk, from, received) => chunks.push([chunk.byteLength, from, received]);
  loader.open({ url, duration: 0 }, { from: 0, to: -1 });
  return { asked, ends, chunks, loader, told: () => told };
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 30));
const bytes = (...sizes: number[]) =>
  new ReadableStream({
    start: (controller) => {
      // A view in the middle of a larger buffer, as networks give them.
      for (const size of sizes) controller.enqueue(new Uint8Array(new ArrayBuffer(100), 10, size));
      controller.close();
    },
  });

afterEach(() => jest.restoreAllMocks());

it('a stream is asked for with the token of the sign-in, and handed on byte by byte to its end', async () => {
  const { asked, chunks, ends, told } = open(() => new Response(bytes(10, 20)));
  await settle();
  expect(asked).toMatchObject([{ url: '/sms/flv/C1?ticket=1', authorization: 'Bearer T' }]);
  expect(chunks).toEqual([
    [10, 0, 10],
    [20, 10, 30],
  ]);
  expect([told(), ends]).toEqual([2, [{ kind: 'over' }]]);
});

it('the token of the sign-in never goes to another origin', async () => {
  const { asked } = open(() => new Response(bytes(1)), 'https://video.example/live.flv');
  await settle();
  expect(asked[0]?.authorization).toBeNull();
});

it('a refusal says its status, a broken line that it broke', async () => {
  const refused = open(() => new Response('{}', { status: 403 }));
  await settle();
  expect(refused.ends).toEqual([{ kind: 'refused', status: 403 }]);
  const broken = open(() => {
    throw new TypeError('network');
  });
  await settle();
  expect(broken.ends).toEqual([{ kind: 'broken' }]);
});

it('closing ends the request itself, also one that has been silent for long, and nobody is told', async () => {
  const { asked, ends, loader } = open(
    (signal) =>
      new Response(
        new ReadableStream({
          start: (controller) => signal.addEventListener('abort', () => controller.error(signal.reason)),
        }),
      ),
  );
  await settle();
  loader.destroy();
  await settle();
  expect(asked[0]?.signal.aborted).toBe(true);
  expect(ends).toEqual([]);
});

it('a range waits for room in the player', async () => {
  let makeRoom: () => void = () => undefined;
  const { chunks } = open(() => new Response(bytes(10)), undefined, {
    room: () => new Promise((resolve) => (makeRoom = resolve)),
  });
  await settle();
  expect(chunks).toEqual([]);
  makeRoom();
  await settle();
  expect(chunks).toHaveLength(1);
});

describe('a range whose connection breaks', () => {
  /** Some bytes, and then the end of the line. */
  const cut = (size: number) => {
    const parts = [new Uint8Array(size)];
    return new ReadableStream({
      pull: (controller) => {
        const part = parts.shift();
        if (part) controller.enqueue(part);
        else controller.error(new TypeError('network'));
      },
    });
  };
  const until = async (holds: () => boolean) => {
    for (let left = 900; left > 0 && !holds(); left -= 1) await settle();
  };

  it('goes on with the byte after the last one to its end', async () => {
    const answers = [() => new Response(cut(10)), () => new Response(cut(5)), () => new Response(bytes(7))];
    const { asked, chunks, ends } = open(() => (answers.shift() ?? fail)(), undefined, { isRange: true });
    await until(() => ends.length > 0);
    expect(asked.map(({ url }) => url)).toEqual([
      '/sms/flv/C1?ticket=1',
      '/sms/flv/C1?ticket=1&from=10',
      '/sms/flv/C1?ticket=1&from=15',
    ]);
    expect(chunks).toEqual([
      [10, 0, 10],
      [5, 10, 15],
      [7, 15, 22],
    ]);
    expect(ends).toEqual([{ kind: 'over' }]);
  });

  it('ends where its session is over by then', async () => {
    const answers = [() => new Response(cut(10)), () => new Response('{}', { status: 403 })];
    const { ends } = open(() => (answers.shift() ?? fail)(), undefined, { isRange: true });
    await until(() => ends.length > 0);
    expect(ends).toEqual([{ kind: 'refused', status: 403 }]);
  });

  it('is not asked for again once the dialog is closed', async () => {
    const { asked, ends, loader } = open(() => new Response(cut(10)), undefined, { isRange: true });
    await until(() => asked.length > 0);
    loader.destroy();
    await settle();
    expect([asked.length, ends]).toEqual([1, []]);
  });

  it('of a live stream, or of another origin, is the end', async () => {
    const live = open(() => new Response(cut(10)));
    await until(() => live.ends.length > 0);
    expect([live.ends, live.asked.length]).toEqual([[{ kind: 'broken' }], 1]);
    const outside = open(() => new Response(cut(10)), 'https://video.example/range.flv', { isRange: true });
    await until(() => outside.ends.length > 0);
    expect([outside.ends, outside.asked.length]).toEqual([[{ kind: 'broken' }], 1]);
  });
});

function fail(): never {
  throw new Error('asked once too often');
}

it('whoever closes the player at the end of its stream is not faster than the library, which speaks to it once more', async () => {
  const order: string[] = [];
  const { loader } = open(() => new Response(bytes(10)), '/sms/flv/C1?ticket=1', { onEnd: () => order.push('end') });
  loader.onComplete = () => void Promise.resolve().then(() => order.push('library'));
  await settle();
  expect(order).toEqual(['library', 'end']);
});
