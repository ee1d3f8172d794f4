'use client';

import { useTranslations } from 'next-intl';
import { UnitPages, useUnitColumns, useUnitPages } from '@/components/equipment/shared/unit-picker';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { queryUserEquipment } from '@/lib/features/users/contract';
import { type UserRow } from '@/lib/features/users/account-contract';

/** The units of an account (doc1 §2). */
export function UserUnitsDialog({
  user,
  onClose,
}: {
  readonly user: Pick<UserRow, 'username' | 'nickName'>;
  readonly onClose: () => void;
}) {
  const t = useTranslations('userList.equipment');
  const units = useUnitPages(queryUserEquipment, { username: user.username });
  const columns = useUnitColumns();
  const title = t('titleOf', { name: user.nickName });
  return (
    <DetailDialog title={title} width="lg" onClose={onClose}>
      <UnitPages units={units} columns={columns} label={title} emptyTitle={t('empty')} />
    </DetailDialog>
  );
}
