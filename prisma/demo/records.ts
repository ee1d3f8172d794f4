import type pg from 'pg';
import { seeded, type Random } from '@/lib/programs/simulator/random';
import { copyRows } from '@/lib/live/telemetry/copy-rows';
import { ROLE_NAMES } from './access';
import type { Account } from './accounts';
import { DAY_MS } from './clock';
import type { Row } from './rows';

/** What the administration screens show: feedback with answers, applications, text messages, client errors, the audit log. */

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const TABS = ['callback', 'equipment', 'service', 'announcement'];

const FEEDBACK = [
  ['data', '3号梯在实时画面显示的楼层与轿厢内不一致', 'REPLIED', '楼层表已更正，请刷新页面后查看。'],
  ['suggestion', '希望综合监控大屏可以按楼栋分组显示设备', 'PROCESSING', '已转产品部门评估，预计下季度答复。'],
  ['problem', '手机上打开召修详情时页面加载很慢', 'NEW', null],
  [
    'complaint',
    '上周预约的半月保养晚到了两个小时，现场无人通知',
    'CLOSED',
    '已与维保站核实并致歉，后续提前一天电话确认。',
  ],
  ['problem', '困人告警的声音在大屏上有时不响', 'NEW', null],
  ['data', '设备列表里两台扶梯的楼宇名称写反了', 'CLOSED', '已修改，感谢提醒。'],
] as const;

const APPLIES = [
  ['NEW', '物业监控室新装了大屏，需要查看全部电梯的运行状态', null, null],
  ['CONTACTED', '商场运营部希望在值班室查看扶梯状态', null, '已电话联系，等待提供项目清单'],
  ['REJECTED', '想了解大屏功能', null, '暂无在保设备'],
  ['EXPIRED', '展会期间临时使用', -12, null],
] as const;

const ERRORS = [
  ['error', "TypeError: Cannot read properties of undefined (reading 'records')", '/equipmentlist'],
  ['warn', 'Error: WebGL context lost', '/campus'],
  ['error', 'ChunkLoadError: Loading chunk 4127 failed', '/monitor/elevator'],
] as const;

const CALLS = [
  ['view', 'POST', 'equipment/query', 'queryEquipment', 200, 46],
  ['view', 'GET', 'campusview', 'getCampusView', 200, 21],
  ['update', 'POST', 'equipment/saveOrUpdate', 'saveEquipment', 200, 88],
  ['signIn', 'POST', 'signToken', 'signToken', 200, 142],
  ['export', 'POST', 'equipment/download', 'exportEquipment', 200, 3460],
  ['refused', 'POST', 'role/search', 'searchRoles', 403, 6],
  ['view', 'POST', 'notification/webDiagnose/list', 'listDiagnoseNotices', 200, 58],
] as const;

const json = (value: unknown) => JSON.stringify(value);

function feedbackRows(customers: readonly Account[], manager: Account, now: Date): { items: Row[]; messages: Row[] } {
  const messages: Row[] = [];
  const items = FEEDBACK.map(([type, content, state, answer], index): Row => {
    const author = customers[index % customers.length] as Account;
    const sent = new Date(now.getTime() - (index * 3 + 1) * DAY_MS - index * HOUR_MS);
    const answered =
      answer === null
        ? null
        : new Date(
            sent.getTime() + 26 * HOUR_MS > now.getTime()
              ? sent.getTime() + 3 * HOUR_MS
              : sent.getTime() + 26 * HOUR_MS,
          );
    const feedbackId = `FB-DEMO-${index + 1}`;
    if (answered) messages.push([feedbackId, manager.username, answer, '[]', answered]);
    return [
      feedbackId,
      author.username,
      author.branchCode,
      type,
      content,
      author.phone,
      '[]',
      index % 3 === 2 ? 'App' : 'Web',
      index % 3 === 2 ? '3.2.1' : null,
      state,
      answered ? manager.username : null,
      answered,
      sent,
    ];
  });
  return { items, messages };
}

function applyRows(customers: readonly Account[], accounts: readonly Account[], now: Date): Row[] {
  const day = (offset: number) => new Date(now.getTime() + offset * DAY_MS).toISOString().slice(0, 10);
  // Those whose role says that the wall is open have an application that opened it.
  const enabled = accounts
    .filter(({ roles }) => roles.includes(ROLE_NAMES.campus))
    .map((account, index): Row => [
      `CA-DEMO-${index + 1}`,
      account.username,
      account.branchCode,
      account.nickName.split('_').at(-1) ?? account.nickName,
      '监控中心大屏使用',
      account.phone,
      `${account.username}@example.com`,
      'ENABLED',
      index % 2 === 0 ? null : day(30 + index),
      json(TABS),
      null,
      'hq_admin',
      new Date(now.getTime() - 40 * DAY_MS),
      new Date(now.getTime() - 42 * DAY_MS),
    ]);
  const others = APPLIES.flatMap(([status, description, until, comment], index): Row[] => {
    const account = customers.filter(({ roles }) => !roles.includes(ROLE_NAMES.campus))[index];
    if (!account) return [];
    const applied = new Date(now.getTime() - (index * 4 + 1) * DAY_MS);
    const handled = status === 'NEW' ? null : new Date(applied.getTime() + 20 * HOUR_MS);
    return [
      [
        `CA-DEMO-W${index + 1}`,
        account.username,
        account.branchCode,
        account.nickName.split('_').at(-1) ?? account.nickName,
        description,
        account.phone,
        null,
        status,
        until === null ? null : day(until),
        status === 'EXPIRED' ? json(TABS.slice(0, 2)) : null,
        comment,
        handled ? 'hq_admin' : null,
        handled,
        applied,
      ],
    ];
  });
  return [...enabled, ...others];
}

function approvalRows(customers: readonly Account[], manager: Account, now: Date): Row[] {
  const states = ['PENDING', 'PENDING', 'APPROVED', 'REJECTED', 'AUTO', 'AUTO'] as const;
  return states.flatMap((state, index): Row[] => {
    const account = customers.filter(({ branchCode }) => branchCode === manager.branchCode)[index];
    if (!account) return [];
    const kind = state === 'AUTO' ? 'new' : index % 2 === 0 ? 'invoice' : 'role';
    const roleName =
      kind === 'new' ? ROLE_NAMES.lite : kind === 'invoice' ? ROLE_NAMES.invoice : ROLE_NAMES.reportDownload;
    const payload = {
      user: { username: account.username, nickName: account.nickName, phone: account.phone },
      modelType: 0,
      roleNameList: [{ username: account.username, roleName }],
      selectProjectList: account.projects,
      invoiceUserList: [],
      branchUserType: account.tier ?? 1,
    };
    const asked = new Date(now.getTime() - (index === 1 ? 33 : index * 5 + 1) * DAY_MS);
    const isDecided = state === 'APPROVED' || state === 'REJECTED';
    return [
      [
        `UA-DEMO-${index + 1}`,
        kind,
        manager.username,
        account.username,
        account.branchCode,
        json(payload),
        null,
        state,
        isDecided ? 'hq_admin' : null,
        isDecided ? new Date(asked.getTime() + DAY_MS) : null,
        state === 'REJECTED' ? '请补充客户盖章的开票申请' : null,
        asked,
      ],
    ];
  });
}

function smsRows(customers: readonly Account[], random: Random, now: Date): Row[] {
  const texts = [
    ['code', '您的验证码为******，5分钟内有效。', 'DELIVERED', null],
    ['callback', '您的召修已受理，技师预计30分钟内到达现场。', 'DELIVERED', null],
    ['callback', '技师已到达现场，正在处理。', 'SENT', null],
    ['inspection', '您有1台设备将在30天后到期年检，请提前安排。', 'DELIVERED', null],
    ['maintenance', '您有1份保养报告待签字确认。', 'FAILED', 'HTTP 502'],
    ['entrapment', '电梯发生困人，维保人员已出动，请安抚乘客。', 'SUPPRESSED', 'projectOff'],
    ['contract', '您的维保合同将在60天后到期。', 'SUPPRESSED', 'quietHours'],
    ['account', '您申请的综合监控大屏功能已开通。', 'DELIVERED', null],
  ] as const;
  return Array.from({ length: 40 }, (_, index): Row => {
    const account = customers[index % customers.length] as Account;
    const [type, content, state, error] = texts[index % texts.length] ?? texts[0];
    const made = new Date(now.getTime() - index * 3 * HOUR_MS - Math.floor(random.next() * 40) * MINUTE_MS);
    return [
      account.phone,
      account.username,
      type,
      content,
      null,
      account.projects[0] ?? null,
      account.branchCode,
      state,
      error,
      state === 'SUPPRESSED' ? 0 : state === 'FAILED' ? 4 : 1,
      content.length > 70 ? 2 : 1,
      state === 'SUPPRESSED' ? null : 'outbox',
      made,
      state === 'DELIVERED' ? new Date(made.getTime() + 4000) : null,
    ];
  });
}

function accessRows(accounts: readonly Account[], random: Random, now: Date): Row[] {
  const active = accounts.filter(({ habit, isDisabled }) => habit === 'daily' && !isDisabled);
  return Array.from({ length: 240 }, (_, index): Row => {
    const account = active[Math.floor(random.next() * active.length)] as Account;
    const [action, method, path, operation, code, tookMs] = CALLS[index % CALLS.length] ?? CALLS[0];
    const objectId = action === 'update' ? 'DEMO' : null;
    const diff = action === 'update' ? json({ buildingName: { before: '一号楼', after: '一号楼（南塔）' } }) : null;
    return [
      new Date(now.getTime() - index * 9 * MINUTE_MS),
      account.username,
      account.branchCode,
      account.userType,
      `10.20.${index % 8}.${20 + (index % 200)}`,
      path.split('/')[0] ?? path,
      action,
      objectId,
      method,
      path,
      operation,
      code,
      tookMs + Math.floor(random.next() * 30),
      index % 5 === 0 ? 'App' : 'Web',
      `demo-${index.toString().padStart(8, '0')}`,
      'Mozilla/5.0',
      json(
        action === 'update' ? { equipmentNo: 'DEMO', buildingName: '一号楼（南塔）' } : { pageIndex: 1, pageSize: 15 },
      ),
      diff,
    ];
  });
}

/** Writes the rows; they belong to the accounts, which must be there. */
export async function loadRecords(
  client: pg.ClientBase,
  accounts: readonly Account[],
  { seed, now }: { readonly seed: string; readonly now: Date },
): Promise<void> {
  const random = seeded(`${seed}:records`);
  const customers = accounts.filter(({ customerType, isDisabled }) => customerType === 2 && !isDisabled);
  const manager = accounts.find(({ persona }) => persona === 'branchManager');
  if (!manager || customers.length === 0) return;
  const { items, messages } = feedbackRows(customers, manager, now);
  await copyRows(
    client,
    'user_feedback',
    [
      'feedback_id',
      'username',
      'branch_code',
      'type',
      'content',
      'phone',
      'images',
      'source',
      'version',
      'state',
      'assignee',
      'handled_date',
      'create_date',
    ],
    items,
  );
  await copyRows(client, 'feedback_message', ['feedback_id', 'username', 'text', 'images', 'create_date'], messages);
  await copyRows(
    client,
    'campus_apply',
    [
      'apply_id',
      'username',
      'branch_code',
      'apply_username',
      'description',
      'apply_phone',
      'email',
      'status',
      'valid_until',
      'tabs',
      'comment',
      'handled_by',
      'handled_date',
      'create_date',
    ],
    applyRows(customers, accounts, now),
  );
  await copyRows(
    client,
    'user_approval',
    [
      'approval_id',
      'kind',
      'applicant',
      'username',
      'branch_code',
      'payload',
      'attachment_path',
      'state',
      'approver',
      'approve_date',
      'comment',
      'create_date',
    ],
    approvalRows(customers, manager, now),
  );
  await copyRows(
    client,
    'sms_log',
    [
      'phone',
      'username',
      'type',
      'content',
      'equipment_no',
      'project_id',
      'branch_code',
      'state',
      'error',
      'tries',
      'parts',
      'provider',
      'create_date',
      'deliver_date',
    ],
    smsRows(customers, random, now),
  );
  await copyRows(
    client,
    'error_log',
    ['level', 'message', 'stack', 'route', 'username', 'user_agent', 'version', 'create_date'],
    ERRORS.map(([level, message, route], index): Row => [
      level,
      message,
      `${message}\n    at render (${route}.js:1:${120 + index})`,
      route,
      customers[index]?.username ?? null,
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/126.0',
      '0.1.0',
      new Date(now.getTime() - (index * 7 + 2) * HOUR_MS),
    ]),
  );
  await copyRows(
    client,
    'api_access_log',
    [
      'create_date',
      'username',
      'branch_code',
      'user_type',
      'ip',
      'module',
      'action',
      'object_id',
      'method',
      'path',
      'operation',
      'code',
      'duration_ms',
      'client',
      'request_id',
      'user_agent',
      'params',
      'diff',
    ],
    accessRows(accounts, random, now),
  );
}
