import type pg from 'pg';
import { queryApprovals } from '@/lib/features/approvals/contract';
import { findApprovals } from '@/lib/features/approvals/list';
import { queryCampusApply } from '@/lib/features/campus-applications/contract';
import { findApplications } from '@/lib/features/campus-applications/list';
import { queryFeedback } from '@/lib/features/feedback/contract';
import { findFeedback } from '@/lib/features/feedback/list';
import type { Operation } from '@/lib/platform/contract/operation';
import { validate } from '@/lib/platform/contract/validate';
import { actorOf } from '../../support/actors';
import { compareList, SIZE, type Listed } from '../support/compare-list';

const HEAD = actorOf(0, {}, ['USER_FEEDBACK_READ']);

/** What the lists show of the account besides: its projects, and how many projects and units it has. */
const NAMES = `ARRAY(SELECT p.project_name FROM user_mapping m JOIN project p ON p.project_id = m.mapping_id WHERE m.type = 1 AND m.username = u.username AND p.deleted_at IS NULL) AS projects`;
const HOLDINGS = `(SELECT count(*) FROM user_mapping m JOIN project p ON p.project_id = m.mapping_id WHERE m.type = 1 AND m.username = u.username AND p.deleted_at IS NULL) AS projects,
  (SELECT count(DISTINCT pe.equipment_no) FROM user_mapping m JOIN project p ON p.project_id = m.mapping_id JOIN project_equipment pe ON pe.project_id = p.project_id JOIN equipment e USING (equipment_no)
    WHERE m.type = 1 AND m.username = u.username AND p.deleted_at IS NULL AND e.deleted_at IS NULL) AS units`;

/** What people ask for: feedback, applications for accounts and roles, applications for the wall. @param rows of each */
export async function measureRequests(client: pg.Client, branches: readonly string[], rows: number): Promise<void> {
  const listOf = (table: string, key: string, columns: string, find: (query: object) => Promise<unknown>): Listed => ({
    page: find,
    count: (query) => find({ ...query, pageIndex: 1 }),
    total: () => Promise.resolve(rows),
    bareRows: (condition, values) => ({
      values,
      text: `SELECT r.*, u.nick_name, b.branch_name${columns} FROM (SELECT * FROM ${table} r WHERE ${condition} ORDER BY create_date DESC, ${key} DESC LIMIT ${SIZE}) r JOIN users u USING (username) LEFT JOIN branch b ON b.branch_code = r.branch_code`,
    }),
    bareCount: (condition, values) => ({ values, text: `SELECT count(*) FROM ${table} r WHERE ${condition}` }),
  });
  const common = {
    'first page': { query: {}, condition: 'true' },
    'of a branch': { query: { branchCode: branches[0] }, condition: 'r.branch_code = $1', values: [branches[0]] },
  };
  const asked = <O extends Operation>({ input }: O, query: object) =>
    validate(input, { pageSize: SIZE, pageIndex: 1, ...query }) as never;
  await compareList(
    client,
    'feedback',
    listOf('user_feedback', 'feedback_id', `, ${NAMES}`, (query) => findFeedback(HEAD, asked(queryFeedback, query))),
    {
      ...common,
      'of a state': { query: { state: 'NEW' }, condition: `r.state = 'NEW'` },
      search: {
        query: { key: '按钮失灵' },
        condition: 'r.content ILIKE $1 OR r.username ILIKE $1 OR r.phone ILIKE $1',
        values: ['%按钮失灵%'],
      },
    },
  );
  await compareList(
    client,
    'user applications',
    listOf('user_approval', 'approval_id', '', (query) => findApprovals(HEAD, asked(queryApprovals, query))),
    {
      ...common,
      'of a state': { query: { state: 'PENDING' }, condition: `r.state = 'PENDING'` },
    },
  );
  await compareList(
    client,
    'wall applications',
    listOf('campus_apply', 'apply_id', `, ${HOLDINGS}`, (query) =>
      findApplications(HEAD, asked(queryCampusApply, query)),
    ),
    {
      ...common,
      'of a state': { query: { status: 'NEW' }, condition: `r.status = 'NEW'` },
      search: {
        query: { key: 's0007' },
        condition: 'r.apply_username ILIKE $1 OR r.apply_phone ILIKE $1 OR r.username ILIKE $1',
        values: ['%s0007%'],
      },
    },
  );
}
