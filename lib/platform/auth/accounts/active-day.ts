import { pool } from '@/lib/platform/db/client';

/** Days on which an account was used (api.md §5.8 User.status): a day counts when a call that is not public succeeds. */

const SHANGHAI_DAY = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Shanghai',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

let day = '';
let seen = new Set<string>();

/** Notes that the user was active today; one write a user, day and process. Never throws: a statistic must not break a call. */
export async function noteActiveDay(username: string, now = new Date()): Promise<void> {
  const today = SHANGHAI_DAY.format(now);
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
