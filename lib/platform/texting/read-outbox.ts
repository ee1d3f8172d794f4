import { z } from 'zod';
import { unseal } from '@/lib/platform/secrets/secret-box';
import { pool } from '@/lib/platform/db/client';
import { TEXT_BOX } from './queue';

/** What the embedded outbox holds, codes in clear: for `npm run sms:outbox` and tests, never for a page. */

const Row = z.object({
  at: z.date(),
  phone: z.string(),
  type: z.string(),
  state: z.string(),
  content: z.string(),
  sealed: z.unknown(),
});

export interface OutboxMessage {
  at: Date;
  phone: string;
  type: string;
  state: string;
  text: string;
}

/** The newest messages first, of one phone or of all. Needs the installation's SESSION_SECRET. */
export async function readOutbox({ phone, limit = 20 }: { phone?: string; limit?: number } = {}): Promise<
  OutboxMessage[]
> {
  const { rows } = await pool().query(
    `SELECT create_date AS at, phone, type, state::text, content, sealed_text AS sealed FROM sms_log WHERE $1::text IS NULL OR phone = $1 ORDER BY create_date DESC, id DESC LIMIT $2`,
    [phone ?? null, limit],
  );
  return z
    .array(Row)
    .parse(rows)
    .map(({ sealed, content, ...rest }) => ({
      ...rest,
      text: z.string().safeParse(unseal(TEXT_BOX, sealed)).data ?? content,
    }));
}
