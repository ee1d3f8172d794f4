import type pg from 'pg';
import { queryAccessLog } from '@/lib/features/access-log/contract';
import { accessLogWhere, findAccessLogPage } from '@/lib/features/access-log/list';
import { db } from '@/lib/platform/db/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { validate } from '@/lib/platform/contract/validate';
import { actorOf } from '../../support/actors';
import { compare, compareList, countOf, rowsOf, SIZE, type Listed } from '../support/compare-list';

const HEAD = actorOf(0);
const DAY_MS = 86_400_000;

/** The audit log, by each of its filters and for a branch. */
export async function measureAuditLog(client: pg.Client, branches: readonly string[]): Promise<void> {
  const range = (days: number) => ({
    startTime: formatDate(Date.now() - (days - 1) * DAY_MS),
    endTime: formatDate(Date.now()),
  });
  const parsed = (query: object) =>
    validate(queryAccessLog.input, { pageIndex: 1, pageSize: SIZE, ...range(31), ...query });
  const bounds = 'l.create_date >= $1 AND l.create_date < $2';
  const span = (days: number) => [
    new Date(Date.parse(`${range(days).startTime}T00:00:00+08:00`)),
    new Date(Date.parse(`${range(days).endTime}T00:00:00+08:00`) + DAY_MS),
  ];
  const listed: Listed = {
    page: (query) => findAccessLogPage(HEAD, parsed(query)),
    count: async (query) => db().apiAccessLog.count({ where: (await accessLogWhere(HEAD, parsed(query))).where }),
    total: async () => db().apiAccessLog.count({ where: (await accessLogWhere(HEAD, parsed({}))).where }),
    bareRows: (condition, values) => ({
      values,
      text: `SELECT l.*, u.nick_name FROM (SELECT * FROM api_access_log l WHERE ${condition} ORDER BY create_date DESC, id DESC LIMIT ${SIZE}) l LEFT JOIN users u USING (username)`,
    }),
    bareCount: (condition, values) => ({ values, text: `SELECT count(*) FROM api_access_log l WHERE ${condition}` }),
  };
  const only = (query: object, column: string, value: unknown) => ({
    query,
    condition: `${bounds} AND l.${column} = $3`,
    values: [...span(31), value],
  });

  await compareList(client, 'audit log', listed, {
    '31 days': { query: {}, condition: bounds, values: span(31) },
    today: { query: range(1), condition: bounds, values: span(1) },
    'of an account': only({ username: 's000123' }, 'username', 's000123'),
    'of a common action': only({ action: 'view' }, 'action', 'view'),
    'of a rare action': only({ action: 'signIn' }, 'action', 'signIn'),
    'of a module': only({ module: 'signToken' }, 'module', 'signToken'),
    'of an object': only({ objectId: 'S300' }, 'object_id', 'S300'),
    'of an address': only({ ip: '10.3.3.7' }, 'ip', '10.3.3.7'),
    failures: { query: { success: false }, condition: `${bounds} AND l.code <> 200`, values: span(31) },
    'of a path': {
      query: { path: 'equipment/' },
      condition: `${bounds} AND l.path LIKE 'equipment/%'`,
      values: span(31),
    },
  });

  const branch = actorOf(2, { branches: branches.slice(0, 1) });
  const condition = `${bounds} AND (l.username = $3 OR (l.branch_code = ANY($4) AND l.user_type <> 0))`;
  const values = [...span(31), branch.username, branch.mappings.branches];
  await compare(client, 'audit log of a branch', await rowsOf(() => findAccessLogPage(branch, parsed({}))), [
    listed.bareRows(condition, values),
  ]);
  await compare(
    client,
    'audit log of a branch, count',
    await countOf(async () => db().apiAccessLog.count({ where: (await accessLogWhere(branch, parsed({}))).where })),
    [listed.bareCount(condition, values)],
  );
}
