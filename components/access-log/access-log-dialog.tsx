'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { PropertyList } from '@/components/kit/ui/property-list';
import { SectionTitle } from '@/components/kit/ui/section-title';
import { ErrorState, LoadingState } from '@/components/kit/ui/states';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { getAccessLog, type AccessLogRow } from '@/lib/features/access-log/contract';
import { useSms } from '@/lib/platform/client/hooks';
import styles from './access-log-dialog.module.css';

const written = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 1));

/** One line: who, what, with which parameters, and what it was before (silent-screens B5). */
export function AccessLogDialog({ row, onClose }: { readonly row: AccessLogRow; readonly onClose: () => void }) {
  const t = useTranslations('accessLog');
  const failureText = useFailureText();
  const { data, error, isValidating, mutate } = useSms(getAccessLog, { id: row.id });
  const copy = () => {
    void navigator.clipboard.writeText(row.requestId).then(
      () => toast.success(t('dialog.copied')),
      () => undefined,
    );
  };
  const value = (content: unknown) =>
    content === null || content === '' || content === undefined ? (
      <span className={styles.nothing}>{t('dialog.empty')}</span>
    ) : (
      <code className={styles.value}>{written(content)}</code>
    );
  const diff = Object.entries(data?.diff ?? {});

  return (
    <DetailDialog
      title={t('dialog.title')}
      onClose={onClose}
      actions={<Button onClick={copy}>{t('dialog.copy')}</Button>}
    >
      <PropertyList
        isLined
        items={[
          { key: 'createDate', label: t('column.createDate'), value: row.createDate },
          {
            key: 'username',
            label: t('column.username'),
            value: row.nickName ? `${row.username ?? ''} (${row.nickName})` : row.username,
          },
          { key: 'ip', label: t('column.ip'), value: row.ip },
          { key: 'action', label: t('column.action'), value: t(`action.${row.action}`) },
          { key: 'call', label: t('column.path'), value: `${row.method} ${row.path}` },
          { key: 'operation', label: t('dialog.operation'), value: row.operation },
          { key: 'objectId', label: t('column.objectId'), value: row.objectId },
          { key: 'code', label: t('column.code'), value: String(row.code) },
          { key: 'durationMs', label: t('column.durationMs'), value: String(row.durationMs) },
          { key: 'requestId', label: t('column.requestId'), value: row.requestId },
          { key: 'userAgent', label: t('dialog.userAgent'), value: data?.userAgent },
        ]}
      />
      {error && (
        <ErrorState text={failureText(error)} onRetry={() => void mutate()} isRetrying={isValidating} size="row" />
      )}
      {!data && !error && <LoadingState size="row" />}
      {data && (
        <>
          <SectionTitle>{t('dialog.diff')}</SectionTitle>
          {diff.length === 0 ? (
            <p className={styles.nothing}>{t('dialog.noDiff')}</p>
          ) : (
            <div className={styles.scroll} tabIndex={0} role="region" aria-label={t('dialog.diff')}>
              <table className={styles.diff}>
                <thead>
                  <tr>
                    <th scope="col">{t('dialog.field')}</th>
                    <th scope="col">{t('dialog.before')}</th>
                    <th scope="col">{t('dialog.after')}</th>
                  </tr>
                </thead>
                <tbody>
                  {diff.map(([field, { before, after }]) => (
                    <tr key={field}>
                      <th scope="row">{field}</th>
                      <td>{value(before)}</td>
                      <td>{value(after)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
          <SectionTitle>{t('dialog.params')}</SectionTitle>
          {data.params && Object.keys(data.params).length > 0 ? (
            <pre className={styles.json} tabIndex={0} aria-label={t('dialog.params')}>
              {JSON.stringify(data.params, null, 2)}
            </pre>
          ) : (
            <p className={styles.nothing}>{t('dialog.noParams')}</p>
          )}
        </>
      )}
    </DetailDialog>
  );
}
