'use client';

import Tooltip from '@mui/material/Tooltip';
import { useTranslations } from 'next-intl';
import type { Column } from '@/components/kit/list/columns';
import { RowAction, RowActions } from '@/components/kit/list/row-actions';
import { Check } from '@/components/kit/ui/check';
import { useJoin } from '@/components/kit/ui/use-join';
import { formatDateTime } from '@/lib/platform/i18n/format';
import type { Holder } from '@/lib/platform/contract/authorities';
import { detailHref, liveHref } from '@/lib/features/equipment/shared/links';
import { displayTypeOf } from '@/lib/live/units/value-sets';
import type { SubscriptionRow } from '@/lib/live/realtime/shared/events';
import styles from './subscriptions.module.css';

/** Each user once, however many tabs, with the time of the first of them. */
function usersOf({ client }: SubscriptionRow): { user: string; since: number }[] {
  const since = new Map<string, number>();
  // Who is not the reader's to know is counted, not named.
  for (const entry of client)
    if (entry.user !== null) since.set(entry.user, Math.min(since.get(entry.user) ?? Infinity, entry.since));
  return [...since].map(([user, at]) => ({ user, since: at })).sort((a, b) => a.since - b.since);
}

/** Columns of silent-screens B9; the number carries the checkbox of its row. */
export function useStreamColumns(
  holder: Holder,
  chosen: ReadonlySet<string>,
  choose: (rows: readonly SubscriptionRow[], isChosen: boolean) => void,
  onEnd: (row: SubscriptionRow) => void,
): readonly Column<SubscriptionRow>[] {
  const t = useTranslations('subscriptions');
  const common = useTranslations('common');
  const join = useJoin();
  return [
    {
      field: 'equipmentNo',
      label: t('column.equipmentNo'),
      cell: (row) => {
        const { equipmentNo, equipmentType } = row;
        const href = detailHref(holder, equipmentNo) ?? liveHref(holder, displayTypeOf(equipmentType), equipmentNo);
        return (
          <span className={styles.number}>
            <Check
              checked={chosen.has(equipmentNo)}
              aria-label={t('choose', { no: equipmentNo })}
              onChange={(event) => choose([row], event.target.checked)}
            />
            {href ? (
              <a className={styles.link} href={href} target="_blank" rel="noopener">
                {equipmentNo}
              </a>
            ) : (
              equipmentNo
            )}
          </span>
        );
      },
    },
    {
      field: 'equipmentType',
      label: t('column.equipmentType'),
      cell: ({ equipmentType }) =>
        equipmentType ? common(`equipment.${displayTypeOf(equipmentType)}`) : common('missing'),
    },
    {
      field: 'clientSize',
      label: t('column.clientSize'),
      align: 'right',
      cell: ({ clientSize }) => String(clientSize),
    },
    {
      field: 'client',
      label: t('column.client'),
      minWidth: 240,
      flex: true,
      cell: (row) => {
        const users = usersOf(row);
        return (
          <Tooltip
            describeChild
            enterTouchDelay={100}
            title={
              <ul className={styles.users}>
                {users.map(({ user, since }) => (
                  <li key={user}>{t('since', { user, at: formatDateTime(since) })}</li>
                ))}
              </ul>
            }
          >
            <span className={styles.names} tabIndex={0}>
              {join(users.map(({ user }) => user))}
            </span>
          </Tooltip>
        );
      },
    },
    {
      field: 'actions',
      label: t('column.actions'),
      cell: (row) => (
        <RowActions>
          <RowAction label={t('endOf', { no: row.equipmentNo })} onClick={() => onEnd(row)}>
            {t('end')}
          </RowAction>
        </RowActions>
      ),
    },
  ];
}
