import { columnKinds, type ListTexts } from '@/components/kit/list/column-kinds';
import type { Column } from '@/components/kit/list/columns';
import type { RowTask } from '@/components/kit/list/row-tasks';
import type { StatusKind } from '@/components/kit/ui/status';
import { StatusPill } from '@/components/kit/ui/status-pill';
import {
  createScreenCode,
  deleteScreen,
  listScreenHistory,
  publishNotice,
  revokeScreenKey,
  saveScreen,
  withdrawNotice,
  type SmartScreenRow,
} from '@/lib/features/screens/contract';
import { publishRefusal } from '@/lib/features/screens/publish-rule';
import type { NoticeState, ScreenState } from '@/lib/features/screens/value-sets';

const STATE_LOOKS: Readonly<Record<ScreenState, StatusKind>> = {
  ONLINE: 'online',
  OFFLINE: 'offline',
  UNLINKED: 'notInstalled',
};
export const NOTICE_LOOKS: Readonly<Record<NoticeState, StatusKind>> = {
  QUEUED: 'standby',
  DELIVERED: 'running',
  SHOWN: 'normal',
  EXPIRED: 'unknown',
  FAILED: 'fault',
  WITHDRAWN: 'offline',
};

/** Why nothing can be published to this screen. */
export const refusalOf = ({ state, activeTotal }: SmartScreenRow) =>
  publishRefusal({ isLinked: state !== 'UNLINKED', activeTotal });

export const SCREEN_TASKS = [
  { kind: 'publish', operation: publishNotice },
  { kind: 'history', operation: listScreenHistory },
  {
    kind: 'withdraw',
    operation: withdrawNotice,
    isFurther: true,
    isOffered: ({ activeTotal }) => activeTotal > 0,
  },
  { kind: 'edit', operation: saveScreen, isFurther: true },
  { kind: 'link', operation: createScreenCode, isFurther: true },
  {
    kind: 'revoke',
    operation: revokeScreenKey,
    isFurther: true,
    isDangerous: true,
    isOffered: ({ state }) => state !== 'UNLINKED',
  },
  { kind: 'delete', operation: deleteScreen, isFurther: true },
] as const satisfies readonly RowTask<SmartScreenRow>[];
export type ScreenTask = (typeof SCREEN_TASKS)[number]['kind'];

/** What the list says of a screen. @param unitHref the unit's detail page, for users who may open it */
export function screenColumnsOf(
  t: ListTexts,
  unitHref: (equipmentNo: string) => string | undefined,
): readonly Column<SmartScreenRow>[] {
  const { text, count, link, option, own, status, time } = columnKinds<SmartScreenRow>(t);
  return [
    text('screenNo'),
    link('equipmentNo', { href: ({ equipmentNo }) => unitHref(equipmentNo) }),
    text('equipmentName', { minWidth: 150, flex: true, onCard: 1 }),
    text('buildingName', { minWidth: 110, flex: true, onCard: 2 }),
    option('place'),
    text('resolution'),
    status('state', STATE_LOOKS, { onCard: 3 }),
    time('lastBeat'),
    own(
      'current',
      ({ current, showsComfort }) =>
        showsComfort ? <StatusPill status="trapped">{t('comfort')}</StatusPill> : current,
      { minWidth: 150, flex: true, onCard: 4 },
    ),
    count('activeTotal'),
    count('volume'),
    count('brightness'),
    own('hours', ({ powerOn, powerOff }) => (powerOn === null || powerOff === null ? null : `${powerOn}-${powerOff}`)),
    text('remark', { minWidth: 110, flex: true }),
  ];
}
