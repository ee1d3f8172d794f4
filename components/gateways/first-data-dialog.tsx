'use client';

import { useTranslations } from 'next-intl';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { PropertyList } from '@/components/kit/ui/property-list';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { queryCubes } from '@/lib/features/gateways/contract';
import { useSms } from '@/lib/platform/client/hooks';
import { DataAge } from './shared/data-age';
import { Signal } from './signal';

const ASK_MS = 3000;

/** A box that has just been bound to a unit. */
export interface BoxSwap {
  readonly cubeNo: string;
  readonly equipmentNo: string;
}

/** Waits until the new box sends, for the person in front of the cabinet (silent-screens A1). */
export function FirstDataDialog({
  swap: { cubeNo, equipmentNo },
  onClose,
}: {
  readonly swap: BoxSwap;
  readonly onClose: () => void;
}) {
  const t = useTranslations('gateways');
  const { data } = useSms(queryCubes, { pageIndex: 1, pageSize: 15, cubeNo }, { refreshInterval: ASK_MS });
  const row = data?.records.find((one) => one.cubeNo === cubeNo);
  const isSending = row?.onlineStatus === 1;
  return (
    <DetailDialog title={t(isSending ? 'firstData.done' : 'firstData.title')} width="xs" onClose={onClose}>
      <p role="status">{t(isSending ? 'firstData.sending' : 'firstData.waiting', { no: cubeNo })}</p>
      <PropertyList
        isLined
        items={[
          { key: 'cubeNo', label: t('column.cubeNo'), value: cubeNo },
          { key: 'equipmentNo', label: t('column.equipmentNo'), value: equipmentNo },
          {
            key: 'onlineStatus',
            label: t('column.onlineStatus'),
            value: isSending ? (
              <StatusPill status="online">{t('onlineStatus.1')}</StatusPill>
            ) : (
              <StatusPill status="standby">{t('firstData.none')}</StatusPill>
            ),
          },
          {
            key: 'lastDataAt',
            label: t('column.lastDataAt'),
            value: isSending && row.lastDataAt && <DataAge at={row.lastDataAt} />,
          },
          {
            key: 'signal',
            label: t('column.signal'),
            value: isSending && row.signal !== null && (
              <Signal dBm={row.signal} label={t('dBm', { value: row.signal })} />
            ),
          },
        ]}
      />
    </DetailDialog>
  );
}
