import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { copyRows } from '@/lib/live/telemetry/copy-rows';
import { SCREEN_HEARD_MS } from '@/lib/features/screens/value-sets';
import { secretOf } from '@/lib/programs/simulator/secret';
import type { Account } from './accounts';
import { DAY_MS, MINUTE_MS } from './clock';
import type { Row } from './rows';

/** Screens in cars and at landings, and notices, in every state (readings 105). */

const HOUR_MS = 60 * MINUTE_MS;
/** Screens of a branch, one a unit. */
const A_BRANCH = 4;

interface DemoScreen {
  readonly place: 'car' | 'landing';
  /** Since its last heartbeat; null: none yet; absent: it is not linked. */
  readonly silentMs?: number | null;
  readonly resolution: string | null;
  readonly levels: readonly [number | null, number | null];
  readonly hours: readonly [string | null, string | null];
  readonly remark?: string;
}
const SCREENS: readonly DemoScreen[] = [
  { place: 'car', silentMs: 20_000, resolution: '1080x1920', levels: [30, 80], hours: ['06:00', '23:30'] },
  { place: 'landing', silentMs: 26 * HOUR_MS, resolution: '1920x1080', levels: [0, 60], hours: ['06:30', '00:30'] },
  { place: 'car', resolution: null, levels: [null, null], hours: [null, null], remark: '待安装' },
  { place: 'car', silentMs: null, resolution: '768x1366', levels: [50, 100], hours: [null, null] },
];

interface DemoNotice {
  readonly text: string;
  readonly state: 'QUEUED' | 'DELIVERED' | 'SHOWN' | 'FAILED' | 'WITHDRAWN';
  /** From the load on. */
  readonly fromMs: number;
  readonly lengthMs: number;
  readonly isUrgent?: boolean;
}
/** Of a screen that has been heard; the first is what it shows. */
const NOTICES: readonly DemoNotice[] = [
  { text: '本周六08:00-11:00电梯例行保养，请改乘其他电梯。', state: 'SHOWN', fromMs: -DAY_MS, lengthMs: 30 * DAY_MS },
  { text: '物业提醒：请勿在轿厢内吸烟。', state: 'DELIVERED', fromMs: DAY_MS, lengthMs: 20 * DAY_MS },
  {
    text: '明日06:00-07:00全楼停电检修。',
    state: 'FAILED',
    fromMs: -2 * HOUR_MS,
    lengthMs: 20 * DAY_MS,
    isUrgent: true,
  },
  { text: '欢迎参加周末社区活动。', state: 'WITHDRAWN', fromMs: -5 * DAY_MS, lengthMs: 9 * DAY_MS },
  { text: '大堂消防演练，请勿惊慌。', state: 'SHOWN', fromMs: -9 * DAY_MS, lengthMs: 4 * HOUR_MS, isUrgent: true },
  { text: '地下车库施工，请绕行。', state: 'QUEUED', fromMs: -20 * DAY_MS, lengthMs: 3 * DAY_MS },
];
/** Of a screen that has never been heard. */
const WAITING: readonly DemoNotice[] = [
  { text: '新屏启用，敬请关注。', state: 'QUEUED', fromMs: HOUR_MS, lengthMs: 30 * DAY_MS },
];

const SCREEN_COLUMNS = [
  'screen_no',
  'equipment_no',
  'branch_code',
  'place',
  'resolution',
  'key_hash',
  'last_beat',
  'showing',
  'volume',
  'brightness',
  'power_on',
  'power_off',
  'remark',
  'create_by',
  'create_date',
  'update_date',
] as const;
const NOTICE_COLUMNS = [
  'notice_id',
  'screen_no',
  'text',
  'start_time',
  'end_time',
  'priority',
  'state',
  'create_by',
  'create_date',
  'update_date',
] as const;

/** Elevators that get a screen: the first of each branch. */
async function findUnits(
  client: pg.ClientBase,
): Promise<{ equipment_no: string; branch_code: string; place: number }[]> {
  const { rows } = await client.query<{ equipment_no: string; branch_code: string; place: number }>(
    `SELECT equipment_no, branch_code, place::int FROM (
       SELECT equipment_no, branch_code, row_number() OVER (PARTITION BY branch_code ORDER BY equipment_no) - 1 AS place
         FROM equipment WHERE display_type = 'EV' AND deleted_at IS NULL) AS units
      WHERE place < $1 ORDER BY equipment_no`,
    [A_BRANCH],
  );
  return rows;
}

/** SHA-256 of a key; without one of no key: nobody can call as it. */
const keyHashOf = (key: string | undefined) =>
  key === undefined ? randomBytes(32).toString('hex') : createHash('sha256').update(key).digest('hex');

/**
 * Writes the screens; units and accounts are there. @param key the fleet's @returns the screens that the fleet's program
 * lets beat
 */
export async function loadScreens(
  client: pg.ClientBase,
  accounts: readonly Account[],
  { key, now }: { readonly key: string; readonly now: Date },
): Promise<string[]> {
  const by = accounts.find(({ persona }) => persona === 'platformAdmin')?.username ?? 'hq_admin';
  const at = (ms: number) => new Date(now.getTime() + ms);
  const rows = { screens: [] as Row[], notices: [] as Row[] };
  const beating: string[] = [];
  for (const { equipment_no: no, branch_code: branch, place } of await findUnits(client)) {
    const screen = SCREENS[place % SCREENS.length];
    if (!screen) continue;
    const screenNo = `SCR-${no}`;
    const { silentMs, levels, hours } = screen;
    const isLinked = silentMs !== undefined;
    const isHeard = typeof silentMs === 'number';
    const isBeating = isHeard && silentMs < SCREEN_HEARD_MS;
    if (isBeating) beating.push(screenNo);
    const made = at(-40 * DAY_MS);
    rows.screens.push([
      screenNo,
      no,
      branch,
      screen.place,
      screen.resolution,
      isLinked ? keyHashOf(isBeating ? secretOf(key, screenNo) : undefined) : null,
      isHeard ? at(-silentMs) : null,
      isHeard ? `${screenNo}-0` : null,
      ...levels,
      ...hours,
      screen.remark ?? null,
      by,
      made,
      made,
    ]);
    for (const [index, notice] of (isHeard ? NOTICES : isLinked ? WAITING : []).entries()) {
      const published = at(Math.min(notice.fromMs, 0) - HOUR_MS);
      rows.notices.push([
        `${screenNo}-${index}`,
        screenNo,
        notice.text,
        at(notice.fromMs),
        at(notice.fromMs + notice.lengthMs),
        notice.isUrgent ? 'urgent' : 'normal',
        notice.state,
        by,
        published,
        published,
      ]);
    }
  }
  await copyRows(client, 'smart_screen', SCREEN_COLUMNS, rows.screens);
  await copyRows(client, 'screen_notice', NOTICE_COLUMNS, rows.notices);
  return beating;
}
