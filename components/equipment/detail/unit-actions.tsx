'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { callbackHref } from '@/components/callbacks/shared/callback-columns';
import { later } from '@/components/kit/layout/later';
import { MonitoringIcon } from '@/components/kit/ui/icons';
import { createCallback } from '@/lib/features/callbacks/contract';
import { liveHref } from '@/lib/features/equipment/shared/links';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { QrButton } from './qr-dialog';
import type { UnitData } from './unit-data';

const CreateDialog = later(
  async () => (await import('@/components/callbacks/shared/create-dialog')).CreateDialog,
  ['callbacks'],
);

/** Where to go from the unit: its live page, a new call-out, the code for its wall. */
export function UnitActions({ unit: { equipment, qr }, holder }: { readonly unit: UnitData; readonly holder: Holder }) {
  const t = useTranslations('equipmentDetail.head');
  const router = useRouter();
  const [isCreating, setIsCreating] = useState(false);
  const { equipmentNo, equipmentName, displayType } = equipment;
  const live = liveHref(holder, displayType, equipmentNo);
  return (
    <>
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
      {may(holder, createCallback) && <Button onClick={() => setIsCreating(true)}>{t('create')}</Button>}
      <QrButton equipment={equipment} qr={qr} />
      {isCreating && (
        <CreateDialog
          holder={holder}
          presets={{ equipmentNo, equipmentName }}
          onDone={(callbackId) => router.push(callbackHref(callbackId))}
          onClose={() => setIsCreating(false)}
        />
      )}
    </>
  );
}
