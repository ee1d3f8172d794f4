'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Pager } from '@/components/kit/list/pager';
import { EmptyState, ErrorState, LoadingState } from '@/components/kit/ui/states';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { acknowledgeDuty, queryDuty } from '@/lib/features/incidents/duty-contract';
import type { DutyRow } from '@/lib/features/incidents/duty-contract';
import { moveCallback } from '@/lib/features/callbacks/contract';
import { useRowsBell } from '@/lib/features/incidents/shared/use-rows-bell';
import { callSms } from '@/lib/platform/client/client';
import { may } from '@/lib/platform/contract/access';
import { useSms } from '@/lib/platform/client/hooks';
import type { Holder } from '@/lib/platform/contract/authorities';
import { AssignDialog } from './shared/assign-dialog';
import { DutyCard } from './duty-card';
import styles from './duty-board.module.css';

/** Who is on duty looks at nothing else: what others did is here without a reload. */
const REFRESH_MS = 5000;
const FIRST_SIZE = 15;

/** Nobody was sent yet. */
const isWaiting = ({ status, technicianName }: DutyRow) => status === 'INIT' && technicianName === null;

interface Props {
  readonly holder: Holder;
}

/** Open incidents, those whose time ends first on top: who was told, who has acknowledged (readings 80, 84). */
export function DutyBoard({ holder }: Props) {
  const t = useTranslations('callbacks.duty');
  const failureText = useFailureText();
  const [pageIndex, setPageIndex] = useState(1);
  const [pageSize, setPageSize] = useState(FIRST_SIZE);
  const [readAt, setReadAt] = useState<number>();
  const [dispatched, setDispatched] = useState<string>();
  const { data, error, isValidating, mutate } = useSms(
    queryDuty,
    { pageIndex, pageSize },
    { refreshInterval: REFRESH_MS, keepPreviousData: true, onSuccess: () => setReadAt(Date.now()) },
  );
  useRowsBell('callback', mutate);
  useRowsBell('symptom', mutate);
  if (!data)
    return error ? (
      <ErrorState
        title={t('failed')}
        text={failureText(error)}
        onRetry={() => void mutate()}
        isRetrying={isValidating}
      />
    ) : (
      <LoadingState />
    );
  const mayMove = may(holder, moveCallback);
  const acknowledge = async ({ callbackId, symptomId }: DutyRow) => {
    try {
      await callSms(acknowledgeDuty, callbackId === null ? { symptomId } : { callbackId });
      toast.success(t('acknowledged'));
    } catch (failure) {
      toast.error(failureText(failure));
    }
    await mutate();
  };
  return (
    <section aria-label={t('title')}>
      {error && (
        <p className={styles.stale} role="alert">
          {t('failed')} {failureText(error)}
          <Button size="small" onClick={() => void mutate()}>
            {t('retry')}
          </Button>
        </p>
      )}
      {data.records.length === 0 ? (
        <EmptyState title={t('empty')} />
      ) : (
        <ul className={styles.rows} data-testid="duty">
          {data.records.map((row) => (
            <DutyCard
              key={row.callbackId ?? row.symptomId}
              row={row}
              readAt={readAt}
              holder={holder}
              isFirst={row === data.records.find(({ canAcknowledge }) => canAcknowledge)}
              onAcknowledge={() => acknowledge(row)}
              onDispatch={
                row.callbackId !== null && isWaiting(row) && mayMove
                  ? () => setDispatched(row.callbackId ?? undefined)
                  : undefined
              }
            />
          ))}
        </ul>
      )}
      {dispatched !== undefined && (
        <AssignDialog
          callbackId={dispatched}
          onClose={() => {
            setDispatched(undefined);
            void mutate();
          }}
        />
      )}
      {data.total > 0 && (
        <Pager
          page={pageIndex}
          size={pageSize}
          total={data.total}
          onPage={setPageIndex}
          onSize={(size) => {
            setPageSize(size);
            setPageIndex(1);
          }}
        />
      )}
    </section>
  );
}
