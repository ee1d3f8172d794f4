import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { dataDir } from './data-dir';

const run = promisify(execFile);
const Messages = z.array(z.object({ phone: z.string(), text: z.string() }));

/** The newest text message to a phone, as `npm run sms:outbox` shows it to an administrator; empty where none was sent. */
export async function textSentTo(phone: string): Promise<string> {
  const { stdout } = await run(
    process.execPath,
    ['scripts/sms-outbox.mjs', '--phone', phone, '--limit', '1', '--json'],
    {
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        ...(process.env.E2E_PG_PORT ? { PG_PORT: process.env.E2E_PG_PORT } : {}),
      },
      timeout: 90_000,
    },
  );
  const [newest] = Messages.parse(JSON.parse(stdout.slice(stdout.indexOf('['))));
  return newest?.text ?? '';
}

/** The code of the newest text message to a phone. */
export async function codeSentTo(phone: string): Promise<string> {
  const code = /\d{6}/.exec(await textSentTo(phone))?.[0];
  if (!code) throw new Error(`no code was sent to ${phone}`);
  return code;
}

/** Six digits that are not the code. */
export const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
