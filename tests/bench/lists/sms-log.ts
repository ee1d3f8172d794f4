import type pg from 'pg';
import { db } from '@/lib/platform/db/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { validate } from '@/lib/platform/contract/validate';
import { querySmsLog } from '@/lib/features/text-messages/contract';
import { findSmsLogPage, smsLogWhere } from '@/lib/features/text-messages/list';
import { actorOf } from '../../support/actors';
import { compareList, SIZE, type Listed } from '../support/compare-list';

const HEAD = actorOf(0);
/** Is shown whole numbers, so that nobody counts how often he searches for one. */
const MASTER = actorOf(0, {}, ['SUPER_MASTER']);
const DAY_MS = 86_400_000;

/** The SMS log, by each of its filters. */
export async function measureSmsLog(client: pg.Client): Promise<void> {
  const range = (days: number) => ({
    startDate: formatDate(Date.now() - (days - 1) * DAY_MS),
    endDate: formatDate(Date.now()),
  });
  const parsed = (query: object) =>
    validate(querySmsLog.input, { pageIndex: 1, pageSize: SIZE, ...range(60), ...query });
  const phone = '13900974037';
  const bounds = 'l.create_date >= $1 AND l.create_date < $2';
  const span = (days: number) => [
    new Date(Date.parse(`${range(days).startDate}T00:00:00+08:00`)),
    new Date(Date.parse(`${range(days).endDate}T00:00:00+08:00`) + DAY_MS),
  ];
  const readerOf = (query: object) => ('phone' in query && query.phone === phone ? MASTER : HEAD);
  const listed: Listed = {
    page: (query) => findSmsLogPage(readerOf(query), parsed(query), 'zh-CN'),
    count: async (query) => db().smsLog.count({ where: (await smsLogWhere(readerOf(query), parsed(query))).where }),
    total: async () => db().smsLog.count({ where: (await smsLogWhere(HEAD, parsed({}))).where }),
    bareRows: (condition, values) => ({
      values,
      text: `SELECT l.*, u.nick_name, p.project_name FROM (SELECT * FROM sms_log l WHERE ${condition} ORDER BY create_date DESC, id DESC LIMIT ${SIZE}) l LEFT JOIN users u USING (username) LEFT JOIN project p USING (project_id)`,
    }),
    bareCount: (condition, values) => ({ values, text: `SELECT count(*) FROM sms_log l WHERE ${condition}` }),
  };
  const only = (query: object, column: string, value: unknown) => ({
    query,
    condition: `${bounds} AND l.${column} = $3`,
    values: [...span(60), value],
  });

  await compareList(client, 'SMS log', listed, {
    '60 days': { query: {}, condition: bounds, values: span(60) },
    '7 days': { query: range(7), condition: bounds, values: span(7) },
    'of a phone': only({ phone }, 'phone', phone),
    'by the end of a phone': {
      query: { phone: '4037' },
      condition: `${bounds} AND l.phone LIKE '%4037'`,
      values: span(60),
    },
    'of a state': only({ state: 'FAILED' }, 'state', 'FAILED'),
    'of a type': only({ type: 'entrapment' }, 'type', 'entrapment'),
    'of an account': only({ username: 's000123' }, 'username', 's000123'),
    'of a unit': only({ equipmentNo: 'S300' }, 'equipment_no', 'S300'),
    'of a project': only({ projectId: 'SP000124' }, 'project_id', 'SP000124'),
  });
}
