import { parseArgs } from 'node:util';
import { closeDb } from '@/lib/platform/db/client';
import { formatDateTime } from '@/lib/platform/i18n/format';
import { readOutbox } from '@/lib/platform/texting/read-outbox';
import { runProgram } from './run-program';

/** `npm run sms:outbox`: prints what the embedded outbox holds. */
async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      phone: { type: 'string' },
      limit: { type: 'string', default: '20' },
      json: { type: 'boolean', default: false },
    },
  });
  try {
    const messages = await readOutbox({
      phone: values.phone,
      limit: Math.min(1000, Math.max(1, Number(values.limit) || 20)),
    });
    const text = values.json
      ? JSON.stringify(messages)
      : messages
          .map(
            ({ at, phone, type, state, text: words }) =>
              `${formatDateTime(at)}  ${phone || '-'}  ${type}  ${state}  ${words}`,
          )
          .join('\n');
    process.stdout.write(`${text}\n`);
  } finally {
    await closeDb();
  }
}

runProgram(main);
