'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { Cover } from '@/components/kit/ui/cover';
import { EquipmentIcon, LockIcon, SearchOffIcon, WarningIcon } from '@/components/kit/ui/icons';
import { Mark } from '@/components/kit/ui/mark';
import { hrefOf } from '@/lib/routes';
import styles from './unit-message.module.css';

export type UnitMessageKind = 'missingNumber' | 'notFound' | 'forbidden' | 'failed';

const ICONS: Readonly<Record<UnitMessageKind, ReactNode>> = {
  missingNumber: <EquipmentIcon size={40} />,
  notFound: <SearchOffIcon size={40} />,
  forbidden: <LockIcon size={40} />,
  failed: <WarningIcon size={40} />,
};

/** The page of a unit that cannot be shown: no number, unknown, not permitted (511), or a failed call. */
export function UnitMessage({
  kind,
  equipmentNo = '',
}: {
  readonly kind: UnitMessageKind;
  readonly equipmentNo?: string;
}) {
  const t = useTranslations('equipmentDetail.message');
  const common = useTranslations('common');
  return (
    <div className={styles.page} data-problem={kind}>
      <Link className={styles.brand} href={hrefOf('home')}>
        <Mark size={26} />
        <span>{common('product')}</span>
      </Link>
      <Cover
        place="fill"
        icon={ICONS[kind]}
        tone={kind === 'failed' ? 'warning' : 'neutral'}
        name={kind}
        title={t(`${kind}.title`, { no: equipmentNo })}
        text={t(`${kind}.text`, { no: equipmentNo })}
        action={
          kind === 'failed' ? (
            <Button variant="contained" color="primary" onClick={() => window.location.reload()}>
              {common('action.retry')}
            </Button>
          ) : (
            <Button component={Link} href={hrefOf('home')}>
              {common('action.back')}
            </Button>
          )
        }
      />
    </div>
  );
}
