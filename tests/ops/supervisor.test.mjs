import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPauses } from '../../scripts/lib/pauses.mjs';
import { createLogFile, errorIn, supervise } from '../../scripts/lib/supervisor.mjs';

let folder;
let program;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'supervisor-'));
});
afterEach(async () => {
  await program?.stop(200);
  program = undefined;
  rmSync(folder, { recursive: true, force: true });
});

function run(source, options = {}) {
  const file = join(folder, 'program.mjs');
  writeFileSync(file, source);
  const said = [];
  const failed = new Promise((resolve) => {
    program = supervise({
      name: 'gateway',
      args: [file],
      env: process.env,
      logDir: folder,
      say: (line) => said.push(line),
      fail: resolve,
      pauses: createPauses({ pausesMs: [20, 20, 20] }),
      ...options,
    });
  });
  return { said, failed };
}
const until = async (test) => {
  for (let waited = 0; waited < 10_000; waited += 20) {
    if (test()) return;
    await sleep(20);
  }
  throw new Error('did not happen');
};
const logText = () => {
  try {
    return readFileSync(join(folder, 'gateway.log'), 'utf8');
  } catch {
    return '';
  }
};

describe('a process of the portal', () => {
  it('that is killed is started again', async () => {
    const { said } = run("console.log('up'); setInterval(() => {}, 1000)");
    await until(() => logText().includes('up'));
    program.markReady();
    const first = program.pid;
    process.kill(first, 'SIGKILL');
    await until(() => logText().split('up').length === 3);
    expect(program.pid).not.toBe(first);
    expect(said).toEqual(['The gateway process was ended by SIGKILL; starting it again.']);
  });

  it('that cannot start says why, at once', async () => {
    const { failed } = run("process.stderr.write('MQTT_URL must be a URL.\\n'); process.exit(1)");
    expect((await failed).message).toBe(
      `The gateway process could not start: MQTT_URL must be a URL (more in ${join(folder, 'gateway.log')}).`,
    );
  });

  it('that is killed again and again before the portal was ever ready is given up', async () => {
    const { failed, said } = run(
      "console.error('Error: broken\\n    at somewhere'); setTimeout(() => process.kill(process.pid, 'SIGKILL'), 100)",
    );
    expect((await failed).message).toContain('The gateway process ended 4 times in a row: Error: broken');
    expect(said.filter((line) => line.includes('again') || line.includes('trying'))).toHaveLength(3);
  });

  it('is never given up once the portal was ready, however often it ends at once; a crash that lasts is said once', async () => {
    let hasFailed = false;
    const { failed, said } = run("console.log('up'); process.exit(3)");
    void failed.then(() => {
      hasFailed = true;
    });
    program.markReady();
    await until(() => logText().split('up').length > 12);
    expect(hasFailed).toBe(false);
    expect(said).toEqual([
      'The gateway process ended with code 3; starting it again.',
      'The gateway process ended with code 3; starting it again.',
      'The gateway process ended with code 3, 3 times in a row; trying every 0.02 s until it stays up.',
    ]);
  });

  it('waits longer each time it ends soon, never more than 5 s, and short again after 20 s of running', () => {
    const pauses = createPauses();
    const after = (seconds) => pauses.after(seconds * 1000).pauseMs;
    const inARow = Array.from({ length: 100 }, () => after(1));
    expect(inARow[0]).toBeLessThanOrEqual(200);
    expect(inARow).toEqual([...inARow].sort((a, b) => a - b));
    expect(new Set(inARow).size).toBeGreaterThan(3);
    expect(Math.max(...inARow)).toBe(5000);
    expect(after(19)).toBe(5000);
    expect(after(21)).toBe(inARow[0]);
    expect(after(1)).toBe(inARow[1]);
  });

  it('that is not vital is given up without harm', async () => {
    const { said } = run('process.exit(1)', { isVital: false });
    await until(() => said.some((line) => line.includes('The portal goes on without it.')));
  });

  it('is stopped when asked, and killed when it does not listen', async () => {
    const { said } = run("process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1000)");
    await until(() => logText().includes('up'));
    program.markReady();
    const { pid } = program;
    await program.stop(200);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    // Longer than the pause before a restart.
    await sleep(100);
    expect([program.pid, said]).toEqual([undefined, []]);
  });

  it('learns that its parent is gone', async () => {
    run('console.log(typeof process.send, process.connected); setInterval(() => {}, 1000)');
    await until(() => logText().includes('function true'));
  });
});

describe('what is shown of a log', () => {
  it('is errors only, in one line', () => {
    expect(errorIn('{"level":50,"msg":"write failed","err":{"message":"disk"}}')).toBe('write failed: disk');
    expect(errorIn('{"level":30,"msg":"error: none"}')).toBeUndefined();
    expect(errorIn('TypeError: x is not a function')).toBe('TypeError: x is not a function');
    expect(errorIn('ready without errors')).toBeUndefined();
    expect(errorIn('{broken')).toBeUndefined();
  });

  it('never fills the disk', () => {
    const file = join(folder, 'a.log');
    const log = createLogFile(file, 100);
    for (let line = 0; line < 50; line += 1) log('0123456789');
    expect(readFileSync(file, 'utf8').length + readFileSync(`${file}.1`, 'utf8').length).toBeLessThanOrEqual(200);
  });
});
