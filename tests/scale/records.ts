import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { queryAccessLog } from '@/lib/access-log/contract';
import { accessLogWhere, findAccessLogPage } from '@/lib/access-log/list';
import { db } from '@/lib/db/client';
import { formatDate } from '@/lib/i18n/format';
import { queryProjects } from '@/lib/projects/contract';
import { countProjects, findProjectPage, projectConditions } from '@/lib/projects/list';
import { searchRoles } from '@/lib/roles/contract';
import { roleServices } from '@/lib/roles/service';
import { validate } from '@/lib/sms/validate';
import { querySmsLog } from '@/lib/sms-log/contract';
import { findSmsLogPage, smsLogWhere } from '@/lib/sms-log/list';
import { monthOf } from '@/lib/users/activity';
import { queryUsers } from '@/lib/users/contract';
import { countUsers, findUserPage } from '@/lib/users/list';
import { recordStatements, timeStatements, type Statement } from '../bench/support/statements';
import { quantile } from '../bench/support/measure';
import { actorOf, openScale, type Scale } from './explain';
import { fillRecords, sizesOf, type Sizes } from './fill';

/**
 * Accounts, projects, roles and the two logs at their largest: what a list costs beside the query that somebody would write by
 * hand for the same rows, and its last page beside its first.
 */

const RUNS = 20;
/** Times below this are noise, not plans. */
const LEAST_MS = 3;
const SIZE = 20;
const DAY_MS = 86_400_000;
const HEAD = actorOf(0);
/** Rows of a log from which on the assertions are binding. */
const LARGE_LOG = 1_000_000;

let scale: Scale;
let sizes: Sizes;
let isLarge = false;
const say = (line: string) => process.stdout.write(`${line}\n`);

const isCount = ({ text }: Statement) => /^\s*SELECT count\(/i.test(text);
/** What a call asks when it knows the caller's data strategy already, as it mostly does. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  await work();
  return (await recordStatements(work)).flat();
}
const rowsOf = async (work: () => Promise<unknown>) => (await statementsOf(work)).filter((statement) => !isCount(statement));
const countOf = async (work: () => Promise<unknown>) => (await statementsOf(work)).filter(isCount);

async function p95(statements: readonly Statement[]): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) times.push(await timeStatements(scale.client, statements));
  return quantile(times, 0.95);
}

/** What was too slow in the test that runs: each list is measured to its end. */
const slow: string[] = [];

/** Best of three turns each, taken in turn: what else the machine does is not the plan's fault. */
async function atMost(what: string, factor: number, ours: readonly Statement[], bare: readonly Statement[], unit = 'bare'): Promise<void> {
  await timeStatements(scale.client, ours);
  await timeStatements(scale.client, bare);
  const turns: { hand: number; own: number }[] = [];
  for (let turn = 0; turn < 3; turn += 1) turns.push({ hand: await p95(bare), own: await p95(ours) });
  const [hand, own] = [Math.min(...turns.map((turn) => turn.hand)), Math.min(...turns.map((turn) => turn.own))];
  const line = `${what}: ${own.toFixed(1)} ms, ${unit} ${hand.toFixed(1)} ms, ${(own / hand).toFixed(2)}`;
  say(line);
  if (own > factor * Math.max(hand, LEAST_MS)) slow.push(line);
}

function assertQuick(): void {
  const found = slow.splice(0);
  if (isLarge) assert.deepEqual(found, []);
}

async function assertNoScan(what: string, statements: readonly Statement[], ...tables: string[]): Promise<void> {
  const { scans } = await scale.explain(statements);
  if (isLarge) assert.deepEqual(scans.filter((table) => tables.some((name) => table.startsWith(name))), [], what);
}

before(async () => {
  scale = await openScale();
  sizes = sizesOf(Number(process.env.RECORDS_SCALE || process.env.DEMO_SCALE || 35));
  isLarge = sizes.logs >= LARGE_LOG;
  await fillRecords(scale.client, sizes, say);
  say(`${sizes.users} accounts, ${sizes.projects} projects, ${sizes.roles} roles, ${sizes.logs} rows a log${isLarge ? '' : `: too few for the times to be binding, ${LARGE_LOG} are needed`}`);
});
after(() => scale.close());

/** One list: how it is called, and what one would write by hand. */
interface Listed {
  readonly page: (query: object) => Promise<unknown>;
  readonly count: (query: object) => Promise<unknown>;
  readonly bareRows: (condition: string, values: unknown[]) => Statement;
  readonly bareCount: (condition: string, values: unknown[]) => Statement;
  readonly total: () => Promise<number>;
}

async function compareList(name: string, { page, count, bareRows, bareCount, total }: Listed, cases: Readonly<Record<string, { query: object; condition: string; values?: unknown[] }>>): Promise<void> {
  for (const [what, { query, condition, values = [] }] of Object.entries(cases)) {
    await atMost(`${name}, ${what}`, 1.5, await rowsOf(() => page({ ...query, pageIndex: 1 })), [bareRows(condition, values)]);
    await atMost(`${name}, ${what}, count`, 1.5, await countOf(() => count(query)), [bareCount(condition, values)]);
  }
  const { query } = Object.values(cases)[0] ?? { query: {} };
  const first = await rowsOf(() => page({ ...query, pageIndex: 1 }));
  const last = await rowsOf(async () => page({ ...query, pageIndex: Math.max(1, Math.ceil((await total()) / SIZE)) }));
  await atMost(`${name}, last page`, 1.5, last, first, 'first');
  assertQuick();
}

void describe('the user list', () => {
  const month = monthOf(undefined, Date.now());
  const listed: Listed = {
    page: (query) => findUserPage(HEAD, validate(queryUsers.input, { pageSize: SIZE, ...query }), 'zh-CN'),
    count: (query) => countUsers(HEAD, validate(queryUsers.input, { pageIndex: 1, ...query }), month),
    total: () => countUsers(HEAD, validate(queryUsers.input, { pageIndex: 1 }), month),
    bareRows: (condition, values) => ({
      values, text: `SELECT u.*, b.branch_name,
        ARRAY(SELECT DISTINCT p.project_name FROM user_mapping m JOIN project p ON p.project_id = m.mapping_id WHERE m.type = 1 AND m.username = u.username AND p.deleted_at IS NULL) AS projects,
        (SELECT count(DISTINCT pe.equipment_no) FROM user_mapping m JOIN project_equipment pe ON pe.project_id = m.mapping_id JOIN equipment e USING (equipment_no) WHERE m.type = 1 AND m.username = u.username AND e.deleted_at IS NULL) AS units,
        (SELECT count(*) FROM user_active_day d WHERE d.username = u.username AND d.day BETWEEN '${month.first}' AND '${month.last}') AS days
        FROM (SELECT * FROM users u WHERE deleted_at IS NULL AND ${condition} ORDER BY create_date DESC, username DESC LIMIT ${SIZE}) u LEFT JOIN branch b USING (branch_code)`,
    }),
    bareCount: (condition, values) => ({ values, text: `SELECT count(*) FROM users u WHERE deleted_at IS NULL AND ${condition}` }),
  };
  const search = (gram: string) => ({
    query: { keyword: gram }, values: [gram, `%${gram}%`], condition: `u.username IN (SELECT username FROM users WHERE search_grams @> ARRAY[$1] AND (username_lower LIKE $2 OR nick_name ILIKE $2)
      UNION SELECT m.username FROM project p JOIN user_mapping m ON m.type = 1 AND m.mapping_id = p.project_id WHERE p.deleted_at IS NULL AND p.search_grams @> ARRAY[$1] AND p.project_name ILIKE $2
      UNION SELECT m.username FROM project p JOIN user_mapping m ON m.type = 2 AND m.mapping_id = p.branch_code WHERE p.deleted_at IS NULL AND p.search_grams @> ARRAY[$1] AND p.project_name ILIKE $2)`,
  });

  void it('costs what the same rows cost by hand: first page, filters, searches, counts, last page', async () => {
    await compareList('accounts', listed, {
      'first page': { query: {}, condition: 'true' },
      'of a customer type': { query: { customerType: 3 }, condition: 'u.customer_type = 2 AND u.tier = 2' },
      'of a branch': { query: { branchCodes: scale.branches[0] }, condition: 'u.branch_code = $1', values: [scale.branches[0]] },
      'search, two characters': search('云锦'),
      'search, a rare pair': search('锦华'),
      'search, digits of a phone': {
        query: { keyword: '13900791' }, values: ['%13900791%'],
        condition: `u.username IN (SELECT username FROM users WHERE username_lower LIKE $1 OR nick_name ILIKE $1 UNION SELECT username FROM users WHERE phone LIKE $1
          UNION SELECT m.username FROM project p JOIN user_mapping m ON m.type = 1 AND m.mapping_id = p.project_id WHERE p.deleted_at IS NULL AND p.project_name ILIKE $1)`,
      },
    });
  });

  void it('its orders have their index, and a far page reads no account whole', async () => {
    for (const query of [{}, { sortField: 'username', sortOrder: 'asc' }, { sortField: 'nickName', sortOrder: 'asc' }, { sortField: 'nickName', sortOrder: 'desc' }]) {
      await assertNoScan(JSON.stringify(query), await rowsOf(() => listed.page({ ...query, pageIndex: 1 })), 'users');
    }
  });

  void it('activity is judged for the accounts of the page, and counted once over the month', async () => {
    const page = await rowsOf(() => listed.page({ status: 'inactive', pageIndex: 1 }));
    const count = await countOf(() => listed.count({ status: 'inactive' }));
    const [pageMs, countMs] = [await p95(page), await p95(count)];
    say(`accounts, inactive: page ${pageMs.toFixed(1)} ms, count ${countMs.toFixed(1)} ms`);
    if (isLarge) assert.ok(pageMs < 100 && countMs < 1000);
  });
});

void describe('the project list', () => {
  const where = (query: object) => projectConditions(HEAD, validate(queryProjects.input, { pageIndex: 1, ...query }));
  const listed: Listed = {
    page: (query) => findProjectPage(HEAD, validate(queryProjects.input, { pageSize: SIZE, ...query })),
    count: (query) => countProjects(where(query)),
    total: () => countProjects(where({})),
    bareRows: (condition, values) => ({
      values, text: `SELECT p.*, b.branch_name, (SELECT string_agg(u.username, ',') FROM user_mapping m JOIN users u USING (username) WHERE m.type = 1 AND m.mapping_id = p.project_id AND u.deleted_at IS NULL) AS usernames
        FROM (SELECT * FROM project p WHERE deleted_at IS NULL AND ${condition} ORDER BY create_date DESC, project_id DESC LIMIT ${SIZE}) p JOIN branch b USING (branch_code)`,
    }),
    bareCount: (condition, values) => ({ values, text: `SELECT count(*) FROM project p WHERE deleted_at IS NULL AND ${condition}` }),
  };

  void it('costs what the same rows cost by hand', async () => {
    await compareList('projects', listed, {
      'first page': { query: {}, condition: 'true' },
      'with units': { query: { haveEquipment: 1 }, condition: 'p.equipment_total > 0' },
      'of a branch': { query: { branchCode: scale.branches[0] }, condition: 'p.branch_code = $1', values: [scale.branches[0]] },
      'search, two characters': { query: { projectName: '云锦' }, condition: 'p.search_grams @> ARRAY[$1] AND p.project_name ILIKE $2', values: ['云锦', '%云锦%'] },
    });
  });
});

void describe('the role list', () => {
  const service = roleServices.find(({ operation }) => operation.name === searchRoles.name);
  const head = { ...HEAD, authorities: new Set(['ROLE_READ']) };
  const page = (query: object) => service?.handle({ actor: head } as never, validate(searchRoles.input, { pageSize: SIZE, sortOrder: 'desc', ...query }) as never) ?? Promise.reject(new Error('no service'));

  void it('costs what the same rows cost by hand', async () => {
    const bare = (condition: string, values: unknown[] = []): Statement => ({ values, text: `SELECT * FROM role WHERE ${condition} ORDER BY create_date DESC, role LIMIT ${SIZE}` });
    const first = await rowsOf(() => page({ pageIndex: 1 }));
    await atMost('roles, first page', 1.5, first, [bare('true')]);
    await atMost('roles, search', 1.5, await rowsOf(() => page({ pageIndex: 1, searchKey: '云锦' })), [bare('role ILIKE $1 OR description ILIKE $1', ['%云锦%'])]);
    await atMost('roles, last page', 1.5, await rowsOf(() => page({ pageIndex: Math.max(1, Math.floor(sizes.roles / SIZE)) })), first, 'first');
    assertQuick();
  });
});

void describe('the audit log', () => {
  const range = (days: number) => ({ startTime: formatDate(Date.now() - (days - 1) * DAY_MS), endTime: formatDate(Date.now()) });
  const parsed = (query: object) => validate(queryAccessLog.input, { pageIndex: 1, pageSize: SIZE, ...range(31), ...query });
  const bounds = 'l.create_date >= $1 AND l.create_date < $2';
  const span = (days: number) => [new Date(Date.parse(`${range(days).startTime}T00:00:00+08:00`)), new Date(Date.parse(`${range(days).endTime}T00:00:00+08:00`) + DAY_MS)];
  const listed: Listed = {
    page: (query) => findAccessLogPage(HEAD, parsed(query)),
    count: async (query) => db().apiAccessLog.count({ where: (await accessLogWhere(HEAD, parsed(query))).where }),
    total: async () => db().apiAccessLog.count({ where: (await accessLogWhere(HEAD, parsed({}))).where }),
    bareRows: (condition, values) => ({ values, text: `SELECT l.*, u.nick_name FROM (SELECT * FROM api_access_log l WHERE ${condition} ORDER BY create_date DESC, id DESC LIMIT ${SIZE}) l LEFT JOIN users u USING (username)` }),
    bareCount: (condition, values) => ({ values, text: `SELECT count(*) FROM api_access_log l WHERE ${condition}` }),
  };
  const only = (query: object, column: string, value: unknown) => ({ query, condition: `${bounds} AND l.${column} = $3`, values: [...span(31), value] });

  void it('costs what the same rows cost by hand: first page, by time, account, operation, object, address, code, path', async () => {
    await compareList('audit log', listed, {
      '31 days': { query: {}, condition: bounds, values: span(31) },
      'today': { query: range(1), condition: bounds, values: span(1) },
      'of an account': only({ username: 's000123' }, 'username', 's000123'),
      'of a common action': only({ action: 'view' }, 'action', 'view'),
      'of a rare action': only({ action: 'signIn' }, 'action', 'signIn'),
      'of a module': only({ module: 'signToken' }, 'module', 'signToken'),
      'of an object': only({ objectId: 'S300' }, 'object_id', 'S300'),
      'of an address': only({ ip: '10.3.3.7' }, 'ip', '10.3.3.7'),
      'failures': { query: { success: false }, condition: `${bounds} AND l.code <> 200`, values: span(31) },
      'of a path': { query: { path: 'equipment/' }, condition: `${bounds} AND l.path LIKE 'equipment/%'`, values: span(31) },
    });
  });

  void it('page and count of a branch', async () => {
    const branch = actorOf(2, { branches: scale.branches.slice(0, 1) });
    const condition = `${bounds} AND (l.username = $3 OR (l.branch_code = ANY($4) AND l.user_type <> 0))`;
    const values = [...span(31), branch.username, branch.mappings.branches];
    await atMost('audit log of a branch', 1.5, await rowsOf(() => findAccessLogPage(branch, parsed({}))), [listed.bareRows(condition, values)]);
    await atMost('audit log of a branch, count', 1.5, await countOf(async () => db().apiAccessLog.count({ where: (await accessLogWhere(branch, parsed({}))).where })), [listed.bareCount(condition, values)]);
    assertQuick();
  });

  void it('no page reads the log whole; one in the middle skips entries of an index', async () => {
    const total = await listed.total();
    for (const [query, index] of [
      [{}, 'api_access_log_create_date_id_idx'], [{ username: 's000123' }, 'api_access_log_username_create_date_id_idx'], [{ action: 'signIn' }, 'api_access_log_action_create_date_id_idx'],
      [{ pageIndex: Math.ceil(total / SIZE / 2) }, 'api_access_log_create_date_id_idx'], [{ action: 'view', pageIndex: Math.ceil(total / SIZE / 2) }, 'api_access_log_action_create_date_id_idx'],
    ] as const) {
      const statements = await rowsOf(() => listed.page(query));
      const plan = await scale.explain(statements);
      say(`audit log ${JSON.stringify(query)}: ${plan.ms.toFixed(1)} ms`);
      if (isLarge) assert.ok(plan.indexes.has(index), `${JSON.stringify(query)} uses ${[...plan.indexes].join(', ')}`);
      await assertNoScan(JSON.stringify(query), statements, 'api_access_log');
    }
  });
});

void describe('the SMS log', () => {
  const range = (days: number) => ({ startDate: formatDate(Date.now() - (days - 1) * DAY_MS), endDate: formatDate(Date.now()) });
  const parsed = (query: object) => validate(querySmsLog.input, { pageIndex: 1, pageSize: SIZE, ...range(60), ...query });
  const bounds = 'l.create_date >= $1 AND l.create_date < $2';
  const span = (days: number) => [new Date(Date.parse(`${range(days).startDate}T00:00:00+08:00`)), new Date(Date.parse(`${range(days).endDate}T00:00:00+08:00`) + DAY_MS)];
  const listed: Listed = {
    page: (query) => findSmsLogPage(HEAD, parsed(query), 'zh-CN'),
    count: async (query) => db().smsLog.count({ where: (await smsLogWhere(HEAD, parsed(query))).where }),
    total: async () => db().smsLog.count({ where: (await smsLogWhere(HEAD, parsed({}))).where }),
    bareRows: (condition, values) => ({ values, text: `SELECT l.*, u.nick_name, p.project_name FROM (SELECT * FROM sms_log l WHERE ${condition} ORDER BY create_date DESC, id DESC LIMIT ${SIZE}) l LEFT JOIN users u USING (username) LEFT JOIN project p USING (project_id)` }),
    bareCount: (condition, values) => ({ values, text: `SELECT count(*) FROM sms_log l WHERE ${condition}` }),
  };
  const only = (query: object, column: string, value: unknown) => ({ query, condition: `${bounds} AND l.${column} = $3`, values: [...span(60), value] });

  void it('costs what the same rows cost by hand', async () => {
    const phone = '13900974037';
    await compareList('SMS log', listed, {
      '60 days': { query: {}, condition: bounds, values: span(60) },
      '7 days': { query: range(7), condition: bounds, values: span(7) },
      'of a phone': only({ phone }, 'phone', phone),
      'by the end of a phone': { query: { phone: '4037' }, condition: `${bounds} AND l.phone LIKE '%4037'`, values: span(60) },
      'of a state': only({ state: 'FAILED' }, 'state', 'FAILED'),
      'of a type': only({ type: 'entrapment' }, 'type', 'entrapment'),
      'of an account': only({ username: 's000123' }, 'username', 's000123'),
      'of a unit': only({ equipmentNo: 'S300' }, 'equipment_no', 'S300'),
      'of a project': only({ projectId: 'SP000124' }, 'project_id', 'SP000124'),
    });
  });

  void it('no page reads the log whole; one in the middle skips entries of an index', async () => {
    const total = await listed.total();
    for (const [query, index] of [[{}, 'sms_log_create_date_id_idx'], [{ state: 'FAILED' }, 'sms_log_state_create_date_id_idx'], [{ pageIndex: Math.ceil(total / SIZE / 2) }, 'sms_log_create_date_id_idx']] as const) {
      const statements = await rowsOf(() => listed.page(query));
      const plan = await scale.explain(statements);
      say(`SMS log ${JSON.stringify(query)}: ${plan.ms.toFixed(1)} ms`);
      if (isLarge) assert.ok(plan.indexes.has(index), `${JSON.stringify(query)} uses ${[...plan.indexes].join(', ')}`);
      await assertNoScan(JSON.stringify(query), statements, 'sms_log');
    }
  });
});
