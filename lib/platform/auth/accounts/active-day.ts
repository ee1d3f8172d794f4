import { pool } from '@/lib/platform/db/client';
import { formatDate } from '@/lib/platform/i18n/format';

/** Days on which an account was used (api.md §5.8 User.status): a day counts when a call that is not public succeeds. */

let day = '';
let seen = new Set<string>();

/**
 * Notes that the user was active today; one write per user, day and process. Never throws: a statistic must not break a
 * call.
 */
export async function noteActiveDay(username: string, now = new Date()): Promise<void> {
  const today = formatDate(now);
  if (today !== day) {
    day = today;
    seen = new Set();
  }
  if (seen.has(username)) return;
  seen.add(username);
  try {
    await pool().query(
      `WITH added AS (INSERT INTO user_active_day (username, day) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING username)
       UPDATE users SET last_active_day = $2 WHERE username IN (SELECT username FROM added)`,
      [username, today],
    );
  } catch {
    seen.delete(username);
  }
}
