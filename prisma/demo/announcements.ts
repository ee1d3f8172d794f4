import type pg from 'pg';
import { seeded } from '@/lib/programs/simulator/random';
import { copyRows } from '@/lib/live/telemetry/copy-rows';
import { isHeadOffice } from '@/lib/platform/auth/accounts/account-types';
import type { Account } from './accounts';
import { DAY_MS } from './clock';
import type { Row } from './rows';

/** What head office and a branch have told, in every state (readings 105). None opens by itself while the demo is shown. */

const HOUR_MS = 3_600_000;

interface Told {
  readonly title: string;
  readonly message: string;
  readonly english?: readonly [title: string, message: string];
  readonly state: 'DRAFT' | 'SCHEDULED' | 'PUBLISHED' | 'EXPIRED' | 'WITHDRAWN';
  readonly method?: 1 | 2 | 3;
  /** Absent: everybody. */
  readonly userTypes?: readonly string[];
  /** By the branch's manager, to their own branch. */
  readonly isOfBranch?: boolean;
  /** Days from now; none for a draft. */
  readonly publishedIn?: number;
  readonly endsIn?: number;
  readonly isPinned?: boolean;
  readonly isMustRead?: boolean;
  /** Share of the accounts that have read it. */
  readonly read?: number;
}

const TOLD: readonly Told[] = [
  {
    title: '春节期间服务安排',
    message:
      '<p>尊敬的客户：</p><p>春节期间各分公司<strong>24小时值班</strong>，困人及伤人报警响应不受影响。保养计划顺延安排如下：</p>' +
      '<table><tbody><tr><th><p>日期</p></th><th><p>半月保养</p></th><th><p>召修</p></th></tr><tr><td><p>除夕至初三</p></td><td><p>顺延</p></td><td><p>照常</p></td></tr><tr><td><p>初四起</p></td><td><p>恢复</p></td><td><p>照常</p></td></tr></tbody></table>' +
      '<p>如需调整，请联系所属分公司。</p>',
    english: [
      'Service hours during the Spring Festival',
      '<p>Dear customer,</p><p>all branches are on duty <strong>24 hours a day</strong> during the Spring Festival; entrapments and injuries are answered as always. Planned maintenance moves as follows:</p>' +
        '<table><tbody><tr><th><p>Days</p></th><th><p>Half-month maintenance</p></th><th><p>Call-outs</p></th></tr><tr><td><p>New Year’s Eve to day 3</p></td><td><p>moved</p></td><td><p>as always</p></td></tr><tr><td><p>from day 4</p></td><td><p>as planned</p></td><td><p>as always</p></td></tr></tbody></table>' +
        '<p>Please call your branch if another day suits you better.</p>',
    ],
    state: 'PUBLISHED',
    publishedIn: -3,
    endsIn: 40,
    isPinned: true,
    read: 0.4,
  },
  {
    title: '被困电梯时如何自我保护',
    message:
      '<h2>请物业张贴在轿厢内</h2><ol><li><p>按下警铃或对讲按钮，说明所在楼栋。</p></li><li><p>不要扒门、不要攀爬，背靠轿壁等待。</p></li><li><p>救援人员到场后按其指引离开。</p></li></ol>',
    english: [
      'What to do when trapped in an elevator',
      '<h2>Please put this up in the car</h2><ol><li><p>Press the alarm or intercom button and say which building you are in.</p></li><li><p>Do not force the doors and do not climb; wait with your back to the wall.</p></li><li><p>Leave only as the rescuers tell you.</p></li></ol>',
    ],
    state: 'PUBLISHED',
    userTypes: ['1'],
    publishedIn: -12,
    read: 0.6,
  },
  {
    title: '上海分公司备件仓库搬迁',
    message: '<p>自下周一起，备件领用改至嘉定仓库。紧急备件仍由值班调度安排<em>专车</em>送达。</p>',
    state: 'PUBLISHED',
    isOfBranch: true,
    method: 2,
    publishedIn: -1,
    endsIn: 20,
    read: 0.2,
  },
  {
    title: 'App 3.3 版本更新说明',
    message: '<ul><li><p>电子签名支持批量操作</p></li><li><p>召修进度推送更及时</p></li></ul>',
    state: 'PUBLISHED',
    method: 3,
    publishedIn: -6,
  },
  {
    title: '平台维护通知：下周六凌晨2点至4点',
    message: '<p>维护期间实时画面可能短暂中断，<strong>设备报警与召修不受影响</strong>。</p>',
    english: [
      'Platform maintenance next Saturday, 2 to 4 a.m.',
      '<p>Live pictures may be interrupted for a short time; <strong>alarms and call-outs are not affected</strong>.</p>',
    ],
    state: 'SCHEDULED',
    publishedIn: 5,
    endsIn: 9,
  },
  {
    title: '年度客户满意度调查',
    message: '<p>问卷正在准备中，请分公司提供联系人名单。</p>',
    state: 'DRAFT',
    userTypes: ['2'],
    isMustRead: true,
  },
  { title: '分公司夏季安全培训', message: '<p>时间和地点待定。</p>', state: 'DRAFT', isOfBranch: true },
  {
    title: '台风“梅花”应急值守',
    message: '<p>请各项目提前检查机房门窗与底坑排水，停梯后悬挂告示。</p>',
    state: 'EXPIRED',
    publishedIn: -70,
    endsIn: -60,
    isMustRead: true,
    read: 0.8,
  },
  {
    title: '国庆值班表（有误）',
    message: '<p>请以后续通知为准。</p>',
    state: 'WITHDRAWN',
    publishedIn: -50,
    read: 0.1,
  },
];

/** Writes announcements and who has read them; branches and accounts must be there. */
export async function loadAnnouncements(
  client: pg.ClientBase,
  accounts: readonly Account[],
  { seed, now }: { readonly seed: string; readonly now: Date },
): Promise<void> {
  const random = seeded(`${seed}:announcements`);
  const manager = accounts.find(({ persona }) => persona === 'branchManager');
  const branch = manager?.branches[0];
  if (!manager || branch === undefined) return;
  const at = (days: number) => new Date(now.getTime() + days * DAY_MS);
  const idOf = (index: number) => `AN-DEMO-${index + 1}`;
  const madeAt = ({ publishedIn }: Told, index: number) =>
    new Date(at(Math.min(publishedIn ?? 0, 0)).getTime() - (index + 3) * HOUR_MS);
  const isReached = (account: Account, { userTypes, isOfBranch }: Told) =>
    (!userTypes || userTypes.includes(String(account.userType))) &&
    (!isOfBranch || (!isHeadOffice(account) && account.branchCode === branch));

  await copyRows(
    client,
    'announcement',
    [
      'id',
      'title',
      'message',
      'title_en',
      'message_en',
      'receiving_method',
      'audience_kind',
      'audience_values',
      'is_limited',
      'state',
      'publish_date',
      'valid_to',
      'pinned',
      'must_read',
      'create_by',
      'create_date',
    ],
    TOLD.map((told, index): Row => {
      const values = told.isOfBranch ? [branch] : (told.userTypes ?? []);
      return [
        idOf(index),
        told.title,
        told.message,
        told.english?.[0] ?? null,
        told.english?.[1] ?? null,
        told.method ?? 1,
        told.isOfBranch ? 'branch' : told.userTypes ? 'userType' : 'all',
        `{${values.join(',')}}`,
        told.isOfBranch ?? false,
        told.state,
        told.publishedIn === undefined ? null : at(told.publishedIn),
        told.endsIn === undefined ? null : at(told.endsIn),
        told.isPinned ?? false,
        told.isMustRead ?? false,
        told.isOfBranch ? manager.username : 'hq_admin',
        madeAt(told, index),
      ];
    }),
  );
  await copyRows(
    client,
    'announcement_place',
    ['announcement_id', 'branch_code'],
    TOLD.flatMap(({ isOfBranch }, index): Row[] => (isOfBranch ? [[idOf(index), branch]] : [])),
  );
  await copyRows(
    client,
    'announcement_read',
    ['username', 'id', 'read_date'],
    TOLD.flatMap((told, index): Row[] => {
      const { publishedIn, endsIn, read } = told;
      if (read === undefined || publishedIn === undefined) return [];
      const days = Math.min(endsIn ?? 0, 0) - publishedIn;
      return accounts
        .filter((account) => !account.isDisabled && isReached(account, told) && random.next() < read)
        .map(({ username }): Row => [username, idOf(index), at(publishedIn + random.next() * days)]);
    }),
  );
}
