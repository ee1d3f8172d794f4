'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { ThemeMenu } from '@/components/kit/layout/theme-menu';
import { MonitoringIcon } from '@/components/kit/ui/icons';
import { Mark } from '@/components/kit/ui/mark';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { unitStatus } from '@/components/equipment/unit-status';
import { liveHref } from '@/lib/features/equipment/links';
import type { Holder } from '@/lib/platform/contract/authorities';
import { hrefOf } from '@/lib/routes';
import { QrButton } from './qr-dialog';
import type { UnitData } from './unit-data';
import styles from './unit-head.module.css';

/** Which unit, how it is, what must be known of it at once, and where to go from here. */
export function UnitHead({ unit, holder }: { readonly unit: UnitData; readonly holder: Holder }) {
  const t = useTranslations('equipmentDetail.head');
  const common = useTranslations('common');
  const { equipment, status, inspection, qr } = unit;
  const { equipmentNo, equipmentName, displayType, serviceStopped } = equipment;
  const live = liveHref(holder, displayType, equipmentNo);
  return (
    <header className={styles.header}>
      <Link className={styles.home} href={hrefOf('home')} aria-label={common('product')}>
        <Mark size={26} />
      </Link>
      <div className={styles.identity}>
        <h1 className={styles.name}>{equipmentName || equipmentNo}</h1>
        <span className={styles.number}>{equipmentNo}</span>
        <span className={styles.tags}>
          <StatusPill status={unitStatus(status ?? equipment)} />
          {serviceStopped && <StatusPill status="disconnected">{t('serviceStopped')}</StatusPill>}
          {inspection?.state === 'OVERDUE' && <StatusPill status="attention">{t('inspectionOverdue')}</StatusPill>}
        </span>
      </div>
      <div className={styles.actions}>
        <QrButton equipment={equipment} qr={qr} />
        {live && (
          <Button
            variant="contained"
            color="primary"
            component={Link}
            href={live}
            target="_blank"
            rel="noopener"
            startIcon={<MonitoringIcon size={18} />}
          >
            {t('live')}
          </Button>
        )}
        <ThemeMenu />
      </div>
    </header>
  );
}
