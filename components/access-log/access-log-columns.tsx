import { columnKinds, type ListTexts } from '@/components/kit/list/column-kinds';
import type { Column } from '@/components/kit/list/columns';
import { StatusPill } from '@/components/kit/ui/status-pill';
import type { AccessLogRow } from '@/lib/features/access-log/contract';
import { SLOW_MS } from '@/lib/features/access-log/value-sets';
import { actionTextOf } from './action-text';

/** The columns of the audit log (silent-screens B5). The first says in words what was done (readings 151). */
export function accessLogColumnsOf(t: ListTexts): readonly Column<AccessLogRow>[] {
  const { own, text, time, option } = columnKinds<AccessLogRow>(t);
  return [
    time('createDate', { minWidth: 160 }),
    own('said', (row) => actionTextOf(t, row), { minWidth: 200, flex: 3, isTitle: true }),
    text('username', { minWidth: 104, flex: 1 }),
    text('nickName', { minWidth: 96, flex: 1 }),
    option('userType', { minWidth: 92 }),
    text('ip', { minWidth: 116 }),
    text('module', { minWidth: 104, flex: 1 }),
    option('action', { minWidth: 72 }),
    text('objectId', { minWidth: 96, flex: 1 }),
    text('method', { minWidth: 68 }),
    text('path', { minWidth: 130, flex: 2 }),
    own(
      'code',
      ({ code }) =>
        code === 200 ? String(code) : <StatusPill status="fault" look="plain">{`${code} ${t('failed')}`}</StatusPill>,
      { minWidth: 96 },
    ),
    own(
      'durationMs',
      ({ durationMs }) =>
        durationMs > SLOW_MS ? (
          <StatusPill status="disconnected" look="plain">{`${durationMs} ${t('slow')}`}</StatusPill>
        ) : (
          String(durationMs)
        ),
      { minWidth: 96, align: 'right' },
    ),
    text('client', { minWidth: 72 }),
  ];
}
