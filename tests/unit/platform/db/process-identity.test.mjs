import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { identify, isStillRunning, recordOf } from '../../../../scripts/lib/process-identity.mjs';

describe('the identity of a process', () => {
  it('is its number together with the moment it began', async () => {
    const child = spawn('sleep', ['60']);
    await once(child, 'spawn');
    const record = recordOf(child.pid);
    expect(isStillRunning(record)).toBe(true);
    expect(Math.abs(identify(child.pid).startedAtMs - Date.now())).toBeLessThan(5_000);
    // The same number with another beginning is another process.
    expect(isStillRunning({ ...record, startKey: 'earlier' })).toBe(false);
    child.kill();
    await once(child, 'exit');
    expect(isStillRunning(record)).toBe(false);
  });

  it.each([0, -1, 1.5, NaN, 2 ** 22 + 1])('does not exist for %p', (pid) => {
    expect(identify(pid)).toBeNull();
    expect(recordOf(pid)).toBeNull();
  });

  it('ends with the process, even when nobody has asked how it ended', async () => {
    // The shell does not wait for its child, which stays as a zombie.
    const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [line] = await once(parent.stdout, 'data');
    const record = recordOf(Number(String(line)));
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(isStillRunning(record)).toBe(false);
    parent.kill();
  });
});
