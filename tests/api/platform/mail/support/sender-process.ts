import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

/** Starts a process that sends what is due, to be killed. */
export const startSender = (): ChildProcess =>
  spawn(process.execPath, ['--import', 'tsx', join(__dirname, 'sender.ts')], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
