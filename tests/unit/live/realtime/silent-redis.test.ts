import { tellOnlyWhoAnswers } from '@/lib/live/realtime/server/silent-redis';

/** A Redis that owes answers is told nothing more, so that its silence is noticed and nothing piles up. */

const PATIENCE_MS = 4000;

class FakeRedis {
  isReady = true;
  readonly open: { resolve(answer: string): void; reject(error: Error): void }[] = [];
  publish = () =>
    new Promise<unknown>((resolve, reject) => {
      this.open.push({ resolve, reject });
    });
}

let redis: FakeRedis;
let returns: number;
const later = (ms: number) => jest.spyOn(performance, 'now').mockReturnValue(performance.now() + ms);
beforeEach(() => {
  redis = new FakeRedis();
  returns = 0;
  tellOnlyWhoAnswers(redis, ['publish'], () => (returns += 1));
});
afterEach(() => jest.restoreAllMocks());
const tell = () => redis.publish();

it('one that answers is told on', async () => {
  for (let count = 0; count < 3; count += 1) {
    const answer = tell();
    redis.open.at(-1)?.resolve('1');
    expect(await answer).toBe('1');
    later(PATIENCE_MS);
  }
  expect(redis.open).toHaveLength(3);
  expect(returns).toBe(0);
});

it('one that owes an answer for long is told no more, until it has answered; then what was missed is read', async () => {
  const owed = tell();
  later(PATIENCE_MS + 1);
  await expect(tell()).rejects.toThrow('does not answer');
  expect(redis.open).toHaveLength(1);
  redis.open[0]?.resolve('late');
  expect(await owed).toBe('late');
  expect(returns).toBe(1);
  const next = tell();
  redis.open[1]?.resolve('1');
  expect(await next).toBe('1');
});

it('what would wait for a connection that is away is dropped', async () => {
  redis.isReady = false;
  await expect(tell()).rejects.toThrow('does not answer');
  expect(redis.open).toEqual([]);
});

it('a connection that breaks fails what it owed, and the new one is told', async () => {
  const owed = tell();
  later(PATIENCE_MS + 1);
  await expect(tell()).rejects.toThrow();
  redis.isReady = false;
  redis.open[0]?.reject(new Error('closed'));
  await expect(owed).rejects.toThrow('closed');
  redis.isReady = true;
  void tell();
  expect(redis.open).toHaveLength(2);
  expect(returns).toBe(0);
});
