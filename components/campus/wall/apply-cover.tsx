'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { later } from '@/components/kit/layout/later';
import { Cover } from '@/components/kit/ui/cover';
import { LockIcon } from '@/components/kit/ui/icons';
import { MainButton } from '@/components/kit/ui/main-button';
import { queryCampusApply } from '@/lib/features/campus-applications/contract';
import { useSms } from '@/lib/platform/client/hooks';

const ApplyDialog = later(async () => (await import('./apply-dialog')).ApplyDialog, ['campusApply']);
const OPEN_STATES: readonly string[] = ['NEW', 'CONTACTED'];

/**
 * For a user without permission for the wall: contact sales or apply online. An open application is shown instead (doc3
 * §6, silent-screens B4).
 */
export function ApplyCover() {
  const t = useTranslations('noWall');
  const [isApplying, setIsApplying] = useState(false);
  const { data } = useSms(queryCampusApply, { pageIndex: 1, pageSize: 15 });
  const isPending = data?.records.some(({ status }) => OPEN_STATES.includes(status)) ?? false;
  return (
    <>
      <Cover
        name="campus-4"
        icon={<LockIcon size={40} />}
        title={t('title')}
        text={isPending ? t('pendingText') : t('text')}
        place="fill"
        action={
          isPending ? (
            <span role="status">{t('pending')}</span>
          ) : (
            <MainButton onClick={() => setIsApplying(true)}>{t('action')}</MainButton>
          )
        }
      />
      {isApplying && <ApplyDialog onClose={() => setIsApplying(false)} />}
    </>
  );
}
