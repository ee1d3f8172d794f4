import { setTimeout as pause } from 'node:timers/promises';
import { isCold, warmUp } from '@/lib/platform/system/warm-up';

describe('the beginning of a process that people call', () => {
  const there = () => Promise.resolve(true);
  const times = { againMs: 1, mostMs: 60_000 };

  it('is over when everything was used once, one after the other', async () => {
    const seen: string[] = [];
    const step = (name: string) => async () => {
      seen.push(`${name} begins, ${isCold() ? 'cold' : 'warm'}`);
      await pause(5);
      seen.push(`${name} ends`);
    };
    expect(isCold()).toBe(false);
    await warmUp({ isThere: there, steps: [step('a'), step('b')] }, times);
    expect(seen).toEqual(['a begins, cold', 'a ends', 'b begins, cold', 'b ends']);
    expect(isCold()).toBe(false);
  });

  it('goes on where a step fails, in whatever way', async () => {
    const last = jest.fn(() => Promise.resolve());
    const broken = () => {
      throw new Error('at once');
    };
    await warmUp({ isThere: there, steps: [broken, () => Promise.reject(new Error('later')), last] }, times);
    expect(last).toHaveBeenCalledTimes(1);
    expect(isCold()).toBe(false);
  });

  it('ends where a step never does', async () => {
    await warmUp({ isThere: there, steps: [() => new Promise(() => undefined)] }, { ...times, mostMs: 20 });
    expect(isCold()).toBe(false);
  });

  it('waits for a database that is away, and asks it again', async () => {
    const answers = [() => Promise.reject(new Error('away')), () => Promise.resolve(false), there];
    const step = jest.fn(() => Promise.resolve());
    const isThere = () => {
      expect([isCold(), step.mock.calls.length]).toEqual([true, 0]);
      return (answers.shift() ?? there)();
    };
    await warmUp({ isThere, steps: [step] }, times);
    expect([answers.length, step.mock.calls.length, isCold()]).toEqual([0, 1, false]);
  });
});
