'use client';

import { useTranslations } from 'next-intl';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { textLink } from '@/components/kit/ui/text-link';
import { EmptyState, ErrorState, LoadingState } from '@/components/kit/ui/states';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { REPLACE_REASONS } from '@/lib/features/cubes/contract';
import { detailHref } from '@/lib/features/equipment/shared/links';
import { listCubeHistory, type CubeHistoryRow } from '@/lib/features/gateways/contract';
import { useSms } from '@/lib/platform/client/hooks';
import type { Holder } from '@/lib/platform/contract/authorities';
import styles from '../history-dialog.module.css';

interface Props {
  readonly cubeNo: string;
  readonly holder: Holder;
  readonly onClose: () => void;
}

/** The history of a box, newest first (silent-screens A1). */
export function HistoryDialog({ cubeNo, holder, onClose }: Props) {
  const t = useTranslations('gateways');
  const common = useTranslations('common');
  const failureText = useFailureText();
  const { data, error, mutate, isValidating } = useSms(listCubeHistory, { cubeNo });
  /** A stored reason of a replacement begins with its key word; a port is shown as it is. */
  const reasonOf = ({ action, reason }: CubeHistoryRow) => {
    if (reason === null) return null;
    if (action === 'attach' || action === 'detach') return /^\d+$/.test(reason) ? t('port', { port: reason }) : reason;
    const known = REPLACE_REASONS.find((word) => reason === word || reason.startsWith(`${word}: `));
    return known ? `${t(`reason.${known}`)}${reason.slice(known.length).replace(/^: /, ' · ')}` : reason;
  };
  const body = () => {
    if (error)
      return (
        <ErrorState size="row" text={failureText(error)} onRetry={() => void mutate()} isRetrying={isValidating} />
      );
    if (!data) return <LoadingState size="row" />;
    if (data.length === 0) return <EmptyState size="row" title={t('noHistory')} />;
    return (
      <ol className={styles.steps}>
        {data.map((row, index) => (
          <li key={index}>
            <p className={styles.what}>
              <b>{t(`cubeAction.${row.action}`)}</b>
              {row.equipmentNo && (
                <span>
                  {textLink(
                    row.equipmentNo,
                    detailHref(holder, row.equipmentNo),
                    t('openEquipment', { no: row.equipmentNo }),
                  )}
                </span>
              )}
              <time className={styles.when}>{row.createDate}</time>
            </p>
            <p className={styles.who}>
              {row.operator ?? common('missing')}
              {row.reason && <> · {reasonOf(row)}</>}
            </p>
          </li>
        ))}
      </ol>
    );
  };
  return (
    <DetailDialog title={t('historyOf', { no: cubeNo })} width="sm" onClose={onClose}>
      {body()}
    </DetailDialog>
  );
}
