import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { queryAccessLog } from '@/lib/features/access-log/contract';
import { findAccessLogPage } from '@/lib/features/access-log/list';
import { queryErrorInspection } from '@/lib/features/error-inspection/contract';
import { findEpisodePage } from '@/lib/features/error-inspection/list';
import { queryFeedback } from '@/lib/features/feedback/contract';
import { findFeedback } from '@/lib/features/feedback/list';
import { DEFAULT_LANGUAGE } from '@/lib/platform/i18n/languages';
import { formatDate } from '@/lib/platform/i18n/format';
import { validate } from '@/lib/platform/contract/validate';
import { querySymptoms } from '@/lib/features/symptoms/contract';
import { findSymptomPage } from '@/lib/features/symptoms/list';
import { queryCallbacks } from '@/lib/features/callbacks/contract';
import { findCallbackPage } from '@/lib/features/callbacks/list';
import { querySmsLog } from '@/lib/features/text-messages/contract';
import { findSmsLogPage } from '@/lib/features/text-messages/list';
import { queryUsers } from '@/lib/features/users/contract';
import { findUserPage } from '@/lib/features/users/list';
import { actorOf } from '../support/actors';
import { rowsOf, SIZE } from '../bench/support/compare-list';
import { fillRecords, sizesOf, type Sizes } from '../bench/support/fill-records';
import { openScale, type Scale } from './explain';

/** Accounts, feedback and the two logs at their largest: no page reads its table whole. What they cost is measured by the bench's case `lists`. */

const DAY_MS = 86_400_000;
const HEAD = actorOf(0, {}, ['USER_FEEDBACK_READ']);
/** Rows of a log from which on the assertions are binding. */
const LARGE_LOG = 1_000_000;

let scale: Scale;
let sizes: Sizes;
let isLarge = false;
const say = (line: string) => process.stdout.write(`${line}\n`);

/** The statements of a page use this index, if one is named, and read none of these tables whole. */
async function assertPlan(
  what: string,
  page: () => Promise<unknown>,
  { index, tables }: { index?: string; tables: readonly string[] },
): Promise<void> {
  const { indexes, scans, ms } = await scale.explain(await rowsOf(page));
  say(`${what}: ${ms.toFixed(1)} ms`);
  if (!isLarge) return;
  if (index) assert.ok(indexes.has(index), `${what} uses ${[...indexes].join(', ')}`);
  assert.deepEqual(
    scans.filter((table) => tables.some((name) => table.startsWith(name))),
    [],
    what,
  );
}

before(async () => {
  scale = await openScale();
  sizes = sizesOf(Number(process.env.RECORDS_SCALE || process.env.DEMO_SCALE || 35));
  isLarge = sizes.logs >= LARGE_LOG;
  await fillRecords(scale.client, sizes, say);
  say(
    `${sizes.users} accounts, ${sizes.requests} feedback, ${sizes.logs} rows a log${isLarge ? '' : `: too few for the plans to be binding, ${LARGE_LOG} rows a log are needed`}`,
  );
});
after(() => scale.close());

void it('each order of the user list has its index', async () => {
  for (const query of [
    {},
    { sortField: 'username', sortOrder: 'asc' },
    { sortField: 'nickName', sortOrder: 'asc' },
    { sortField: 'nickName', sortOrder: 'desc' },
  ]) {
    await assertPlan(
      `accounts ${JSON.stringify(query)}`,
      () => findUserPage(HEAD, validate(queryUsers.input, { pageIndex: 1, pageSize: SIZE, ...query }), 'zh-CN'),
      { tables: ['users'] },
    );
  }
});

void it('feedback is read along the index of its order, from the nearer end', async () => {
  const pages = Math.ceil(sizes.requests / SIZE);
  for (const [query, index] of [
    [{}, 'user_feedback_create_date_feedback_id_idx'],
    [{ pageIndex: pages }, 'user_feedback_create_date_feedback_id_idx'],
    [{ pageIndex: Math.ceil(pages / 2) }, 'user_feedback_create_date_feedback_id_idx'],
    [{ key: '按钮失灵' }, undefined],
  ] as const) {
    await assertPlan(
      `feedback ${JSON.stringify(query)}`,
      () => findFeedback(HEAD, validate(queryFeedback.input, { pageIndex: 1, pageSize: SIZE, ...query })),
      { ...(index ? { index } : {}), tables: ['user_feedback'] },
    );
  }
});

void it('symptoms and call-outs are read along the index of their order, and two characters are found by grams', async () => {
  const caller = actorOf(0, {}, ['CALLBACK_READ', 'SYMPTOM_READ']);
  const days = { startCreateDate: '1979-01-01', endCreateDate: formatDate(Date.now()) };
  const middle = Math.ceil(sizes.calls / SIZE / 2);
  for (const [query, index] of [
    [{}, 'symptom_create_date_symptom_id_idx'],
    [{ pageIndex: middle }, 'symptom_create_date_symptom_id_idx'],
    [{ sortField: 'category', sortOrder: 'asc' }, 'symptom_category_create_date_symptom_id_idx'],
    [{ sortField: 'symptomState', sortOrder: 'desc' }, 'symptom_symptom_state_create_date_symptom_id_idx'],
    [{ key: 'LS000012345' }, 'symptom_search_grams_idx'],
    [{ symptomTitle: '过热' }, undefined],
  ] as const)
    await assertPlan(
      `symptoms ${JSON.stringify(query)}`,
      () =>
        findSymptomPage(
          caller,
          DEFAULT_LANGUAGE,
          validate(querySymptoms.input, { pageIndex: 1, pageSize: SIZE, ...query }),
        ),
      { ...(index ? { index } : {}), tables: ['symptom'] },
    );
  for (const query of [{}, { pageIndex: middle }, { description: '困人' }])
    await assertPlan(
      `call-outs ${JSON.stringify(query)}`,
      () =>
        findCallbackPage(
          caller,
          validate(queryCallbacks.input, { pageIndex: 1, pageSize: SIZE, ...days, ...query }),
          DEFAULT_LANGUAGE,
        ),
      { tables: ['callback'] },
    );
});

void it('fault episodes are read along the index of their time, over the longest range that may be asked for', async () => {
  const caller = actorOf(0, {}, ['ERROR_INSPECTION_READ']);
  const range = { startDate: formatDate(Date.now() - 59 * DAY_MS), endDate: formatDate(Date.now()) };
  for (const [query, index] of [
    [{}, 'error_inspection_start_date_error_id_idx'],
    [{ gbCode: '02' }, undefined],
    [{ results: ['PENDING'] }, undefined],
    [{ trapped: 1 }, undefined],
  ] as const)
    await assertPlan(
      `fault episodes ${JSON.stringify(query)}`,
      () =>
        findEpisodePage(
          caller,
          validate(queryErrorInspection.input, { pageIndex: 1, pageSize: SIZE, ...range, ...query }),
          'zh-CN',
        ),
      { ...(index ? { index } : {}), tables: ['error_inspection'] },
    );
});

void describe('of the logs no page reads more than its range, and one in the middle skips entries of an index', () => {
  /** A page about in the middle of so many days of the twelve months. */
  const middle = (days: number) => Math.max(1, Math.ceil((sizes.logs * days) / 365 / SIZE / 2));

  void it('the audit log', async () => {
    const range = { startTime: formatDate(Date.now() - 30 * DAY_MS), endTime: formatDate(Date.now()) };
    for (const [query, index] of [
      [{}, 'api_access_log_create_date_id_idx'],
      [{ username: 's000123' }, 'api_access_log_username_create_date_id_idx'],
      [{ action: 'signIn' }, 'api_access_log_action_create_date_id_idx'],
      [{ pageIndex: middle(31) }, 'api_access_log_create_date_id_idx'],
      [{ action: 'view', pageIndex: middle(31) }, 'api_access_log_action_create_date_id_idx'],
    ] as const) {
      await assertPlan(
        `audit log ${JSON.stringify(query)}`,
        () =>
          findAccessLogPage(HEAD, validate(queryAccessLog.input, { pageIndex: 1, pageSize: SIZE, ...range, ...query })),
        { index, tables: ['api_access_log'] },
      );
    }
  });

  void it('the SMS log', async () => {
    const range = { startDate: formatDate(Date.now() - 59 * DAY_MS), endDate: formatDate(Date.now()) };
    for (const [query, index] of [
      [{}, 'sms_log_create_date_id_idx'],
      [{ state: 'FAILED' }, 'sms_log_state_create_date_id_idx'],
      [{ pageIndex: middle(60) }, 'sms_log_create_date_id_idx'],
    ] as const) {
      await assertPlan(
        `SMS log ${JSON.stringify(query)}`,
        () =>
          findSmsLogPage(
            HEAD,
            validate(querySmsLog.input, { pageIndex: 1, pageSize: SIZE, ...range, ...query }),
            'zh-CN',
          ),
        { index, tables: ['sms_log'] },
      );
    }
  });
});
