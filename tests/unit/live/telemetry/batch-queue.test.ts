import { BatchQueue, type BatchQueueOptions, type QueuedItem } from '@/lib/live/telemetry/batch-queue';

interface Item extends QueuedItem {
  no: number;
}

/** A queue whose batches end when the test says so. */
function setUp(options: Partial<BatchQueueOptions<Item>> = {}) {
  const running: { items: readonly Item[]; end: () => void }[] = [];
  const queue = new BatchQueue<Item>({
    run: (items) =>
      new Promise((end) => {
        running.push({ items, end });
      }),
    onDone: () => undefined,
    flushMs: 20,
    maxBatchRows: 4,
    ...options,
  });
  const numbers = () => running.map(({ items }) => items.map(({ no }) => no));
  const push = (cubeNo: string, no: number, rows = 1) => queue.push({ cubeNo, no, rows });
  const end = async (index: number) => {
    running[index]?.end();
    await jest.advanceTimersByTimeAsync(0);
  };
  return { queue, push, numbers, end };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('batches of the ingest', () => {
  it('wait 20 ms for company, and not when there is enough for a full one', async () => {
    const { push, numbers, end } = setUp();
    push('a', 1);
    push('b', 2);
    await jest.advanceTimersByTimeAsync(19);
    expect(numbers()).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(numbers()).toEqual([[1, 2]]);
    await end(0);
    for (const no of [3, 4, 5, 6]) push('a', no);
    expect(numbers()).toEqual([
      [1, 2],
      [3, 4, 5, 6],
    ]);
  });

  it('run two at a time, never one box in both, and keep the order of a box', async () => {
    const { push, numbers, end, queue } = setUp();
    for (const no of [1, 2, 3, 4]) push('a', no);
    // The first batch holds box a; only what comes from others may run beside it.
    push('a', 5);
    for (const no of [6, 7, 8]) push('b', no);
    push('a', 9);
    expect(numbers()).toEqual([
      [1, 2, 3, 4],
      [6, 7, 8],
    ]);
    for (const no of [10, 11, 12, 13]) push('c', no);
    expect(numbers()).toHaveLength(2);
    await end(0);
    expect(numbers()[2]).toEqual([5, 9, 10, 11]);
    await end(1);
    await end(2);
    expect(numbers()[3]).toEqual([12, 13]);
    expect(queue.rows).toBe(2);
    await end(3);
    expect([queue.rows, queue.isIdle]).toEqual([0, true]);
  });

  it('start a second one only when it would be full', async () => {
    const { push, numbers, end } = setUp();
    for (const no of [1, 2, 3, 4]) push('a', no);
    for (const no of [5, 6, 7]) push('b', no);
    await jest.advanceTimersByTimeAsync(100);
    expect(numbers()).toEqual([[1, 2, 3, 4]]);
    await end(0);
    expect(numbers()).toEqual([
      [1, 2, 3, 4],
      [5, 6, 7],
    ]);
  });

  it('hold one message that is larger than a batch by itself', async () => {
    const { push, numbers, end } = setUp();
    push('a', 1, 9);
    expect(numbers()).toEqual([[1]]);
    push('b', 2, 9);
    expect(numbers()).toEqual([[1], [2]]);
    await end(0);
    await end(1);
  });

  it('are drained before the end', async () => {
    const { queue, push, numbers, end } = setUp();
    push('a', 1);
    await jest.advanceTimersByTimeAsync(20);
    push('a', 2);
    let isDrained = false;
    void queue.drained().then(() => {
      isDrained = true;
    });
    await end(0);
    expect([numbers(), isDrained]).toEqual([[[1], [2]], false]);
    await end(1);
    expect(isDrained).toBe(true);
  });
});
