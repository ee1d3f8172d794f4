import { runOwned } from '../../scripts/lib/owned.mjs';

describe('a program that is started here', () => {
  const priority = (options) =>
    runOwned(process.execPath, ['-e', 'setTimeout(() => console.log(os.getPriority()), 100)'], {
      name: 'one',
      ...options,
    });

  it('has the priority of who starts it, or takes what others leave', async () => {
    expect((await priority({})).output.trim()).toBe('0');
    expect((await priority({ isLeisurely: true })).output.trim()).toBe('19');
  });
});
