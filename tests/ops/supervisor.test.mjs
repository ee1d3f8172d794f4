import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogFile, errorIn, supervise } from '../../scripts/lib/supervisor.mjs';

let folder;
let program;
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'supervisor-')); });
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
      name: 'gateway', args: [file], env: process.env, logDir: folder, say: (line) => said.push(line), fail: resolve, pausesMs: [20, 20, 20], steadyMs: 10_000, ...options,
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
    expect((await failed).message).toBe(`The gateway process could not start: MQTT_URL must be a URL (more in ${join(folder, 'gateway.log')}).`);
  });

  it('that keeps ending is given up with its last words', async () => {
    const { failed, said } = run("process.stderr.write('Error: broken\\n    at somewhere\\n'); setTimeout(() => process.exit(3), 300)");
    program.markReady();
    expect((await failed).message).toContain('The gateway process ended 4 times in a row: Error: broken');
    expect(said.filter((line) => line.includes('starting it again'))).toHaveLength(3);
  });

  it('that is not vital is given up without harm', async () => {
    const { said } = run('process.exit(1)', { isVital: false });
    await until(() => said.some((line) => line.includes('The portal goes on without it.')));
  });

  it('is stopped when asked, and killed when it does not listen', async () => {
    run("process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1000)");
    await until(() => logText().includes('up'));
    const { pid } = program;
    await program.stop(200);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('learns that its parent is gone', async () => {
    run("console.log(typeof process.send, process.connected); setInterval(() => {}, 1000)");
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
