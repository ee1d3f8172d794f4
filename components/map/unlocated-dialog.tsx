'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Pager } from '@/components/kit/list/pager';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { EmptyState, ErrorState, LoadingState } from '@/components/kit/ui/states';
import { textLink } from '@/components/kit/ui/text-link';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { detailHref } from '@/lib/features/equipment/shared/links';
import { listUnlocated } from '@/lib/features/map/contract';
import { useSms } from '@/lib/platform/client/hooks';
import type { Holder } from '@/lib/platform/contract/authorities';
import table from './shared/area-table.module.css';
import styles from './map.module.css';

interface Props {
  readonly holder: Holder;
  readonly onClose: () => void;
}

const FIRST_SIZE = 20;

/** Units that the map cannot show, for whoever keeps their data: no coordinates, outside China, or no province that is known. */
export function UnlocatedDialog({ holder, onClose }: Props) {
  const t = useTranslations('map');
  const textOf = useFailureText();
  const [asked, setAsked] = useState({ pageIndex: 1, pageSize: FIRST_SIZE });
  const { data, error, mutate, isValidating } = useSms(
    listUnlocated,
    { ...asked, sortField: 'equipmentName', sortOrder: 'asc' },
    { keepPreviousData: true },
  );
  return (
    <DetailDialog title={t('unlocatedTitle')} onClose={onClose}>
      <p className={styles.why}>{t('unlocatedWhy')}</p>
      {data ? (
        <>
          {data.records.length === 0 && <EmptyState size="row" />}
          <table className={table.table} aria-label={t('unlocatedTitle')}>
            <thead>
              <tr>
                <th scope="col">{t('column.equipmentName')}</th>
                <th scope="col">{t('column.equipmentNo')}</th>
                <th scope="col">{t('column.building')}</th>
              </tr>
            </thead>
            <tbody>
              {data.records.map(({ equipmentNo, equipmentName, buildingName }) => (
                <tr key={equipmentNo}>
                  <th scope="row">{textLink(equipmentName, detailHref(holder, equipmentNo))}</th>
                  <td>{equipmentNo}</td>
                  <td>{buildingName ?? '--'}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <Pager
            page={asked.pageIndex}
            size={asked.pageSize}
            total={data.total}
            onPage={(pageIndex) => setAsked((before) => ({ ...before, pageIndex }))}
            onSize={(pageSize) => setAsked({ pageIndex: 1, pageSize })}
          />
        </>
      ) : error ? (
        <ErrorState text={textOf(error)} onRetry={() => void mutate()} isRetrying={isValidating} />
      ) : (
        <LoadingState />
      )}
    </DetailDialog>
  );
}
