import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identify, isStillRunning, recordOf } from '../../scripts/lib/process-identity.mjs';
import { claim, stopAll } from '../../scripts/lib/run-file.mjs';

const STAY = ['-e', 'setInterval(() => {}, 1000)'];
const STUBBORN = ['-e', "process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1000)"];
let folder;
let children;

const begin = async (args = STAY) => {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', args === STUBBORN ? 'pipe' : 'ignore', 'ignore'],
    detached: true,
  });
  children.push(child);
  if (child.stdout) await new Promise((resolve) => child.stdout.once('data', resolve));
  return recordOf(child.pid);
};
const leave = (content) => writeFileSync(join(folder, 'run.json'), JSON.stringify(content));
const DEAD = { pid: 2 ** 22 - 7, startKey: 'long ago' };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-file-'));
  children = [];
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

describe('one installation', () => {
  it('is run by one start at a time; the second says who runs it', async () => {
    const owner = await begin();
    leave({ owner, launcher: null, address: 'http://localhost:3000', children: [] });
    await expect(claim(folder, { address: 'x' })).rejects.toThrow(
      `A portal is already running on this data (process ${owner.pid}, http://localhost:3000); stop it first or choose another DATA_DIR.`,
    );
    expect(isStillRunning(owner)).toBe(true);
  });

  it('is freed of what a killed start left running', async () => {
    const orphan = await begin();
    leave({ owner: DEAD, launcher: null, address: 'x', children: [orphan] });
    const said = [];
    const run = await claim(folder, { address: 'http://localhost:1', log: (line) => said.push(line) });
    expect(isStillRunning(orphan)).toBe(false);
    expect(said).toEqual(['1 process of an earlier run stopped.']);
    expect(JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'))).toMatchObject({
      owner: { pid: process.pid },
      children: [],
    });
    run.release();
    expect(existsSync(join(folder, 'run.json'))).toBe(false);
  });

  it('never touches a process that only has the number of one of ours', async () => {
    const stranger = await begin();
    leave({
      owner: { pid: stranger.pid, startKey: 'another moment' },
      launcher: null,
      address: 'x',
      children: [{ pid: stranger.pid, startKey: 'another moment' }],
    });
    const run = await claim(folder, { address: 'x' });
    run.release();
    expect(isStillRunning(stranger)).toBe(true);
  });

  it('is taken over from a start whose npm was killed', async () => {
    const owner = await begin();
    leave({ owner, launcher: DEAD, address: 'x', children: [] });
    const run = await claim(folder, { address: 'x' });
    expect(isStillRunning(owner)).toBe(false);
    run.release();
  });

  it('is claimed by only one of several starts at the same moment', async () => {
    leave({ owner: DEAD, launcher: null, address: 'x', children: [] });
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => claim(folder, { address: 'x' })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('survives a run file cut off by a power failure', async () => {
    writeFileSync(join(folder, 'run.json'), '{"owner":{"pi');
    const run = await claim(folder, { address: 'http://localhost:1' });
    const written = () => JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'));
    expect(written()).toEqual({
      owner: recordOf(process.pid),
      launcher: null,
      address: 'http://localhost:1',
      children: [],
    });
    run.add(process.pid, 'self');
    expect(written().children).toEqual([{ ...recordOf(process.pid), name: 'self' }]);
    run.remove(process.pid);
    expect(written().children).toEqual([]);
    run.release();
    expect(existsSync(join(folder, 'run.json'))).toBe(false);
  });
});

describe('stopping', () => {
  it('kills what does not listen', async () => {
    const stubborn = await begin(STUBBORN);
    expect(await stopAll([stubborn, DEAD], 200)).toBe(1);
    expect(isStillRunning(stubborn)).toBe(false);
  });
});

describe('a process', () => {
  it('is told from another by its start', async () => {
    const [one, two] = [await begin(), await begin()];
    expect(one.startKey).toBeTruthy();
    expect(identify(one.pid).command).toContain('setInterval');
    expect(isStillRunning({ pid: one.pid, startKey: `${two.startKey}x` })).toBe(false);
    expect(isStillRunning(null)).toBe(false);
    expect(identify(0)).toBeNull();
  });
});
