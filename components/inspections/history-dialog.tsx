'use client';

import { useTranslations } from 'next-intl';
import { TimeLine } from '@/components/kit/detail/time-line';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { EmptyState, ErrorState, LoadingState } from '@/components/kit/ui/states';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { listInspectionHistory, type InspectionRow } from '@/lib/features/inspections/contract';
import { useSms } from '@/lib/platform/client/hooks';

/** The recorded inspections of a unit with their documents, newest first. */
export function InspectionHistoryDialog({
  row: { equipmentNo, equipmentName },
  onClose,
}: {
  readonly row: InspectionRow;
  readonly onClose: () => void;
}) {
  const t = useTranslations('inspections');
  const failureText = useFailureText();
  const { data, error, isLoading, mutate } = useSms(listInspectionHistory, { equipmentNo });
  return (
    <DetailDialog title={t('action.historyOf', { name: equipmentName })} onClose={onClose}>
      {error ? (
        <ErrorState size="row" text={failureText(error)} onRetry={() => void mutate()} isRetrying={isLoading} />
      ) : !data ? (
        <LoadingState size="row" />
      ) : data.length === 0 ? (
        <EmptyState size="row" title={t('noHistory')} />
      ) : (
        <TimeLine
          label={t('action.history')}
          moments={data.map((one, index) => ({
            key: `${index} ${one.inspectionDate}`,
            time: one.inspectionDate,
            title: `${t(`kind.${one.kind}`)} · ${t(`result.${one.result}`)}`,
            text: (
              <>
                {[t('nextOn', { day: one.nextInspectionDate }), one.technicianName, one.comments]
                  .filter(Boolean)
                  .join(' · ')}
                {one.certificatePath && (
                  <>
                    {' · '}
                    <a href={`/sms/file/view/${one.certificatePath}`} target="_blank" rel="noopener">
                      {t('field.certificate')}
                    </a>
                  </>
                )}
              </>
            ),
          }))}
        />
      )}
    </DetailDialog>
  );
}
