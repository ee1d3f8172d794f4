import type pg from 'pg';
import { validate } from '@/lib/platform/contract/validate';
import { monthOf } from '@/lib/features/users/activity';
import { queryUsers } from '@/lib/features/users/contract';
import { countUsers, findUserPage } from '@/lib/features/users/list';
import { actorOf } from '../../support/actors';
import { compare, compareList, rowsOf, SIZE, type Listed } from '../support/compare-list';

const HEAD = actorOf(0);

/** The user list: first page, filters, searches, their counts, last page; a branch beside the head office. */
export async function measureAccounts(client: pg.Client, branches: readonly string[]): Promise<void> {
  const month = monthOf(undefined, Date.now());
  const listed: Listed = {
    page: (query) => findUserPage(HEAD, validate(queryUsers.input, { pageSize: SIZE, ...query }), 'zh-CN'),
    count: (query) => countUsers(HEAD, validate(queryUsers.input, { pageIndex: 1, ...query }), month),
    total: () => countUsers(HEAD, validate(queryUsers.input, { pageIndex: 1 }), month),
    bareRows: (condition, values) => ({
      values,
      text: `SELECT u.*, b.branch_name,
        ARRAY(SELECT DISTINCT p.project_name FROM user_mapping m JOIN project p ON p.project_id = m.mapping_id WHERE m.type = 1 AND m.username = u.username AND p.deleted_at IS NULL) AS projects,
        (SELECT count(DISTINCT pe.equipment_no) FROM user_mapping m JOIN project_equipment pe ON pe.project_id = m.mapping_id JOIN equipment e USING (equipment_no) WHERE m.type = 1 AND m.username = u.username AND e.deleted_at IS NULL) AS units,
        (SELECT count(*) FROM user_active_day d WHERE d.username = u.username AND d.day BETWEEN '${month.first}' AND '${month.last}') AS days
        FROM (SELECT * FROM users u WHERE deleted_at IS NULL AND ${condition} ORDER BY create_date DESC, username DESC LIMIT ${SIZE}) u LEFT JOIN branch b USING (branch_code)`,
    }),
    bareCount: (condition, values) => ({
      values,
      text: `SELECT count(*) FROM users u WHERE deleted_at IS NULL AND ${condition}`,
    }),
  };
  const search = (gram: string) => ({
    query: { keyword: gram },
    values: [gram, `%${gram}%`],
    condition: `u.username IN (SELECT username FROM users WHERE search_grams @> ARRAY[$1] AND (username_lower LIKE $2 OR nick_name ILIKE $2)
      UNION SELECT m.username FROM project p JOIN user_mapping m ON m.type = 1 AND m.mapping_id = p.project_id WHERE p.deleted_at IS NULL AND p.search_grams @> ARRAY[$1] AND p.project_name ILIKE $2
      UNION SELECT m.username FROM project p JOIN user_mapping m ON m.type = 2 AND m.mapping_id = p.branch_code WHERE p.deleted_at IS NULL AND p.search_grams @> ARRAY[$1] AND p.project_name ILIKE $2)`,
  });

  await compareList(client, 'accounts', listed, {
    'first page': { query: {}, condition: 'true' },
    'of a customer type': { query: { customerType: 3 }, condition: 'u.customer_type = 2 AND u.tier = 2' },
    'of a branch': { query: { branchCodes: branches[0] }, condition: 'u.branch_code = $1', values: [branches[0]] },
    inactive: {
      query: { status: 'inactive' },
      values: [month.end, month.first, month.last],
      condition: `u.create_date < $1 AND (u.last_sign_in_at < $1 OR EXISTS (SELECT 1 FROM user_active_day d WHERE d.username = u.username AND d.day <= $3::date))
        AND NOT EXISTS (SELECT 1 FROM user_active_day d WHERE d.username = u.username AND d.day BETWEEN $2::date AND $3::date)`,
    },
    'with units': {
      query: { haveEquipment: 1 },
      condition: `(u.user_type = 1 AND EXISTS (SELECT 1 FROM user_mapping m JOIN project_equipment pe ON pe.project_id = m.mapping_id JOIN equipment e USING (equipment_no) WHERE m.type = 1 AND m.username = u.username AND e.deleted_at IS NULL)
        OR u.user_type = 2 AND EXISTS (SELECT 1 FROM user_mapping m JOIN equipment e ON e.branch_code = m.mapping_id WHERE m.type = 2 AND m.username = u.username AND e.deleted_at IS NULL))`,
    },
    'search, two characters': search('云锦'),
    'search, a rare pair': search('锦华'),
    'search, digits of a phone': {
      query: { keyword: '13900791' },
      values: ['%13900791%'],
      condition: `u.username IN (SELECT username FROM users WHERE username_lower LIKE $1 OR nick_name ILIKE $1 UNION SELECT username FROM users WHERE phone LIKE $1
        UNION SELECT m.username FROM project p JOIN user_mapping m ON m.type = 1 AND m.mapping_id = p.project_id WHERE p.deleted_at IS NULL AND p.project_name ILIKE $1)`,
    },
  });

  const branch = actorOf(2, { branches: branches.slice(0, 1) });
  const pageOf = (actor: typeof branch) =>
    rowsOf(() => findUserPage(actor, validate(queryUsers.input, { pageIndex: 1, pageSize: SIZE }), 'zh-CN'));
  await compare(client, 'accounts of a branch (bare: all)', await pageOf(branch), await pageOf(HEAD), 3);
}
