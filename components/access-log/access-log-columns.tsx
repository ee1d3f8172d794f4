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
    time('createDate', { onCard: 1 }),
    own('said', (row) => actionTextOf(t, row), { minWidth: 240, flex: true, isSentence: true, isTitle: true }),
    own(
      'code',
      ({ code }) =>
        code === 200 ? String(code) : <StatusPill status="fault" look="plain">{`${code} ${t('failed')}`}</StatusPill>,
      { onCard: 2 },
    ),
    text('username', { onCard: 3 }),
    text('nickName', { minWidth: 96, flex: true }),
    option('userType'),
    text('ip'),
    own(
      'durationMs',
      ({ durationMs }) =>
        durationMs > SLOW_MS ? (
          <StatusPill status="disconnected" look="plain">{`${durationMs} ${t('slow')}`}</StatusPill>
        ) : (
          String(durationMs)
        ),
      { align: 'right' },
    ),
    text('module'),
    option('action'),
    text('objectId', { minWidth: 96, flex: true }),
    text('method'),
    text('path', { minWidth: 130, flex: true }),
    text('client'),
  ];
}
