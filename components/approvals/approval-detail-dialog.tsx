'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useState, type ReactNode } from 'react';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { PropertyList } from '@/components/kit/ui/property-list';
import { SectionTitle } from '@/components/kit/ui/section-title';
import { ErrorState, LoadingState } from '@/components/kit/ui/states';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { useSeedWords } from '@/components/kit/ui/use-seed-words';
import { useJoin } from '@/components/kit/ui/use-join';
import { getApproval, type ApprovalRow } from '@/lib/features/approvals/contract';
import { downloadSms } from '@/lib/platform/client/client';
import { useSms } from '@/lib/platform/client/hooks';
import { downloadInvoice } from '@/lib/features/users/invoice-contract';
import styles from './approval-detail-dialog.module.css';

interface Props {
  readonly row: ApprovalRow;
  /** The buttons for what may be done with it now. */
  readonly actions?: ReactNode;
  readonly onClose: () => void;
}

/** The change that is asked for, the supporting document, and who else uses the phone (silent-screens B3). */
export function ApprovalDetailDialog({ row, actions, onClose }: Props) {
  const t = useTranslations('approvals');
  const failureText = useFailureText();
  const join = useJoin();
  const { ofRole } = useSeedWords();
  const { data, error, isValidating, mutate } = useSms(getApproval, { approvalId: row.approvalId });
  const [isOpening, setIsOpening] = useState(false);
  const open = async (path: string) => {
    setIsOpening(true);
    await downloadSms(downloadInvoice, { path }).catch((failure: unknown) => toast.error(failureText(failure)));
    setIsOpening(false);
  };
  return (
    <DetailDialog title={t('dialog.view')} actions={actions} onClose={onClose}>
      <PropertyList
        isLined
        items={[
          { key: 'kind', label: t('column.kind'), value: t(`kind.${row.kind}`) },
          { key: 'state', label: t('column.state'), value: t(`state.${row.state}`) },
          ...(
            [
              'applicant',
              'branchName',
              'username',
              'nickName',
              'phone',
              'createDate',
              'approver',
              'approveDate',
              'comment',
            ] as const
          ).map((key) => ({ key, label: t(`column.${key}`), value: row[key] })),
          { key: 'roleNames', label: t('column.roleNames'), value: join(row.roleNames.map(ofRole)) },
          {
            key: 'attachment',
            label: t('column.attachmentPath'),
            value: row.attachmentPath ? (
              <Button
                size="small"
                variant="text"
                color="primary"
                loading={isOpening}
                onClick={() => void open(row.attachmentPath ?? '')}
              >
                {t('dialog.open', { name: data?.attachmentName ?? '' })}
              </Button>
            ) : (
              t('dialog.noAttachment')
            ),
          },
        ]}
      />
      {error && (
        <ErrorState text={failureText(error)} onRetry={() => void mutate()} isRetrying={isValidating} size="row" />
      )}
      {!data && !error && <LoadingState size="row" />}
      {data && (
        <>
          {data.payload.projects.length > 0 && (
            <>
              <SectionTitle>{t('dialog.projects')}</SectionTitle>
              <ul className={styles.list}>
                {data.payload.projects.map(({ projectId, projectName }) => (
                  <li key={projectId}>{projectName}</li>
                ))}
              </ul>
            </>
          )}
          {data.payload.invoiceCustomers.length > 0 && (
            <>
              <SectionTitle>{t('dialog.customers')}</SectionTitle>
              <ul className={styles.list}>
                {data.payload.invoiceCustomers.map(({ taxId, customerName }) => (
                  <li key={taxId}>{`${customerName || taxId} (${taxId})`}</li>
                ))}
              </ul>
            </>
          )}
          <SectionTitle>{t('dialog.existing')}</SectionTitle>
          {data.existing.length === 0 ? (
            <p className={styles.none}>{t('dialog.noExisting')}</p>
          ) : (
            <ul className={styles.list}>
              {data.existing.map(({ username, nickName, createDate }) => (
                <li key={username}>{`${username} (${nickName}), ${t('dialog.createdAt', { time: createDate })}`}</li>
              ))}
            </ul>
          )}
        </>
      )}
    </DetailDialog>
  );
}
