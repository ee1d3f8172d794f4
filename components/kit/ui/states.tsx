'use client';

import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { BoxIcon, RefreshIcon, WarningIcon } from './icons';
import styles from './states.module.css';

interface StateProps {
  readonly icon?: ReactNode;
  readonly title?: ReactNode;
  readonly text?: ReactNode;
  readonly action?: ReactNode;
  /** `page` fills a content area, `block` a panel, `row` a table body of at least 200 px (doc1 §9). */
  readonly size?: 'row' | 'block' | 'page';
}

function StateFrame({
  icon,
  title,
  text,
  action,
  size = 'block',
  role,
  tone,
}: StateProps & { role?: 'status' | 'alert'; tone?: 'error' }) {
  return (
    <div className={styles.frame} data-size={size} data-tone={tone} role={role}>
      {icon && <div className={styles.icon}>{icon}</div>}
      {title && <p className={styles.title}>{title}</p>}
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

/** Nothing to show, said calmly; `title` is the page's own sentence or "No data". */
export function EmptyState({ title, icon = <BoxIcon />, ...rest }: StateProps) {
  const t = useTranslations('common.state');
  return <StateFrame {...rest} icon={icon} title={title ?? t('empty')} role="status" />;
}

/** A failed load, inline with a retry (readings 23): never a silent blank, never a toast. */
export function ErrorState({
  title,
  text,
  onRetry,
  requestId,
  isRetrying = false,
  ...rest
}: Omit<StateProps, 'action'> & {
  readonly onRetry?: () => void;
  readonly requestId?: string;
  readonly isRetrying?: boolean;
}) {
  const t = useTranslations('common');
  return (
    <StateFrame
      {...rest}
      icon={rest.icon ?? <WarningIcon />}
      tone="error"
      role="alert"
      title={title ?? t('state.failed')}
      text={
        <>
          {text ?? t('state.failedText')}
          {requestId && <span className={styles.request}>{t('state.requestId', { id: requestId })}</span>}
        </>
      }
      action={
        onRetry && (
          <Button
            size="small"
            startIcon={<RefreshIcon size={16} />}
            onClick={onRetry}
            loading={isRetrying}
            loadingPosition="start"
          >
            {t('action.retry')}
          </Button>
        )
      }
    />
  );
}

/** Something is on its way; appears only after a moment, so that quick answers do not flicker. */
export function LoadingState({ title, size = 'block' }: Pick<StateProps, 'title' | 'size'>) {
  const t = useTranslations('common.state');
  return (
    <div className={`${styles.frame} ${styles.late}`} data-size={size} role="status">
      <CircularProgress size={26} thickness={3.6} aria-hidden="true" />
      <p className={styles.text}>{title ?? t('loading')}</p>
    </div>
  );
}
