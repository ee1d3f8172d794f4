import type { AccessLogRow } from '@/lib/features/access-log/contract';
import { queryAccessLog } from '@/lib/features/access-log/contract';
import { accessLogWhere, exportedLines, findAccessLogPage } from '@/lib/features/access-log/list';
import type { Actor } from '@/lib/platform/contract/actor';
import { pool } from '@/lib/platform/db/client';
import { queryFeedback } from '@/lib/features/feedback/contract';
import { findFeedback } from '@/lib/features/feedback/list';
import { formatDateTime } from '@/lib/platform/i18n/format';
import { validate } from '@/lib/platform/contract/validate';
import { querySmsLog } from '@/lib/features/text-messages/contract';
import { findSmsLogPage } from '@/lib/features/text-messages/list';
import { queryUsers } from '@/lib/features/users/contract';
import { findUserPage } from '@/lib/features/users/list';
import { useFreshDatabase } from '../../support/database';

/** Far pages are read from the nearer end; what they show must be what one long list would. */

useFreshDatabase();
const TOTAL = 12_000;
const SIZE = 50;
const PAGES = [1, 2, 110, 120, 121, 150, 239, 240, 241];
const actor: Actor = {
  sessionId: 's',
  username: 'head',
  nickName: 'head',
  userType: 0,
  customerType: 0,
  branchCode: null,
  branchName: 'admin',
  authorities: new Set(),
  mappings: { projects: [], branches: [] },
  focus: null,
  accessVersion: 1,
};
const numbers = Array.from({ length: TOTAL }, (_, index) => index + 1);
const slice = <T>(list: readonly T[], pageIndex: number) => list.slice((pageIndex - 1) * SIZE, pageIndex * SIZE);
const newestFirst = [...numbers].reverse();

beforeAll(async () => {
  // Pairs share a moment, so that only the id decides between them; the lines of two months lie in two tables.
  await pool().query(
    `CREATE TABLE api_access_log_p202602 PARTITION OF api_access_log FOR VALUES FROM ('2026-01-31T16:00:00Z') TO ('2026-02-28T16:00:00Z')`,
  );
  await pool().query(
    `INSERT INTO api_access_log (create_date, username, ip, module, action, method, path, code, duration_ms, client, request_id)
     SELECT timestamptz '2026-01-25T00:00:00Z' + (i / 2) * interval '3 minutes', 'u' || i % 7, '10.0.0.1', 'equipment', 'view', 'POST', 'equipment/query', 200, i % 3, 'Web', i::text FROM generate_series(1, $1) i`,
    [TOTAL],
  );
  await pool().query(
    `INSERT INTO sms_log (phone, type, content, state, create_date) SELECT '13800000000', (ARRAY['account', 'callback', 'code'])[1 + i % 3], i::text, 'SENT', timestamptz '2026-01-25T00:00:00Z' + (i / 2) * interval '3 minutes' FROM generate_series(1, $1) i`,
    [TOTAL],
  );
  await pool().query(
    `INSERT INTO users (username, username_lower, nick_name, password_hash, password_at, user_type, phone, create_date, update_date)
     SELECT 'u' || lpad(i::text, 6, '0'), 'u' || lpad(i::text, 6, '0'), 'n' || i % 3, '', now(), 1, CASE WHEN i % 2 = 0 THEN '13800000000' END, timestamptz '2026-01-01' + (i / 2) * interval '1 minute', now() FROM generate_series(1, $1) i`,
    [TOTAL],
  );
  await pool().query(
    `INSERT INTO user_feedback (feedback_id, username, type, content, images, source, state, create_date, handled_date)
     SELECT lpad(i::text, 6, '0'), 'u000001', 'problem', i::text, '[]', 'Web', 'NEW', timestamptz '2026-01-25T00:00:00Z' + (i / 2) * interval '3 minutes', CASE WHEN i % 2 = 0 THEN timestamptz '2026-03-01' + (i % 3) * interval '1 day' END
       FROM generate_series(1, $1) i`,
    [TOTAL],
  );
});

describe('far pages of the audit log', () => {
  const range = { startTime: '2026-01-25', endTime: '2026-02-24' };
  const at = async (pageIndex: number, query: object = {}) => {
    const { records, total } = await findAccessLogPage(
      actor,
      validate(queryAccessLog.input, { ...range, pageSize: SIZE, ...query, pageIndex }),
    );
    return { total, found: records.map(({ requestId }) => Number(requestId)) };
  };

  it.each(PAGES)('are those of one long list: page %d', async (pageIndex) => {
    expect(await at(pageIndex)).toEqual({ total: TOTAL, found: slice(newestFirst, pageIndex) });
    expect(await at(pageIndex, { sortField: 'createDate', sortOrder: 'asc' })).toEqual({
      total: TOTAL,
      found: slice(numbers, pageIndex),
    });
  });

  it.each(['asc', 'desc'] as const)('in another order too, %s', async (sortOrder) => {
    const ascending = [0, 1, 2].flatMap((rest) => numbers.filter((number) => number % 3 === rest));
    const expected = sortOrder === 'asc' ? ascending : ascending.reverse();
    for (const pageIndex of PAGES)
      expect([pageIndex, (await at(pageIndex, { sortField: 'durationMs', sortOrder })).found]).toEqual([
        pageIndex,
        slice(expected, pageIndex),
      ]);
  });

  it('are narrowed as the first one', async () => {
    const own = newestFirst.filter((number) => number % 7 === 3);
    expect(await at(3, { username: 'u3' })).toEqual({ total: own.length, found: slice(own, 3) });
  });

  it('an export has each line once, newest first', async () => {
    const found: AccessLogRow[] = [];
    const { where } = await accessLogWhere(actor, validate(queryAccessLog.input, { pageIndex: 1, ...range }));
    for await (const row of exportedLines(where, {}, formatDateTime)) found.push(row);
    expect(found.map(({ requestId }) => Number(requestId))).toEqual(newestFirst);
  });
});

describe('far pages of the SMS log', () => {
  const at = async (pageIndex: number, query: object = {}) => {
    const { records, total } = await findSmsLogPage(
      actor,
      validate(querySmsLog.input, {
        startDate: '2026-01-25',
        endDate: '2026-02-24',
        pageSize: SIZE,
        ...query,
        pageIndex,
      }),
      'zh-CN',
    );
    return { total, found: records.map(({ content }) => Number(content)) };
  };

  it.each(PAGES)('are those of one long list: page %d', async (pageIndex) => {
    expect(await at(pageIndex)).toEqual({ total: TOTAL, found: slice(newestFirst, pageIndex) });
    const byType = [0, 1, 2].flatMap((rest) => numbers.filter((number) => number % 3 === rest));
    expect((await at(pageIndex, { sortField: 'type', sortOrder: 'asc' })).found).toEqual(slice(byType, pageIndex));
  });
});

describe('far pages of the user list', () => {
  const at = async (pageIndex: number, query: object = {}) =>
    (
      await findUserPage(actor, validate(queryUsers.input, { pageSize: SIZE, ...query, pageIndex }), 'zh-CN')
    ).records.map(({ username }) => Number(username.slice(1)));

  it.each(PAGES)('are those of one long list: page %d', async (pageIndex) => {
    expect(await at(pageIndex)).toEqual(slice(newestFirst, pageIndex));
    const byName = [0, 1, 2].flatMap((rest) => numbers.filter((number) => number % 3 === rest));
    expect(await at(pageIndex, { sortField: 'nickName', sortOrder: 'asc' })).toEqual(slice(byName, pageIndex));
  });

  it.each(['asc', 'desc'] as const)('accounts without a phone are at the end of that order, %s', async (sortOrder) => {
    const inOrder = (list: number[]) => (sortOrder === 'asc' ? list : list.reverse());
    const expected = [
      ...inOrder(numbers.filter((number) => number % 2 === 0)),
      ...inOrder(numbers.filter((number) => number % 2 === 1)),
    ];
    for (const pageIndex of PAGES)
      expect([pageIndex, await at(pageIndex, { sortField: 'phone', sortOrder })]).toEqual([
        pageIndex,
        slice(expected, pageIndex),
      ]);
  });
});

describe('far pages of the feedback', () => {
  const reader: Actor = { ...actor, authorities: new Set(['USER_FEEDBACK_READ']) };
  const at = async (pageIndex: number, query: object = {}) => {
    const { records, total } = await findFeedback(
      reader,
      validate(queryFeedback.input, { pageSize: SIZE, ...query, pageIndex }),
    );
    return { total, found: records.map(({ content }) => Number(content)) };
  };

  it.each(PAGES)('are those of one long list: page %d', async (pageIndex) => {
    expect(await at(pageIndex)).toEqual({ total: TOTAL, found: slice(newestFirst, pageIndex) });
  });

  it.each(['asc', 'desc'] as const)(
    'what nobody answered stands at the end of the order of answers, %s',
    async (sortOrder) => {
      const inOrder = (list: number[]) => (sortOrder === 'asc' ? list : list.reverse());
      const answered = [0, 1, 2].flatMap((day) => numbers.filter((number) => number % 2 === 0 && number % 3 === day));
      const expected = [...inOrder(answered), ...inOrder(numbers.filter((number) => number % 2 === 1))];
      for (const pageIndex of PAGES)
        expect([pageIndex, (await at(pageIndex, { sortField: 'handledDate', sortOrder })).found]).toEqual([
          pageIndex,
          slice(expected, pageIndex),
        ]);
    },
  );
});
