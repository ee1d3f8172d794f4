'use client';

import { useTranslations } from 'next-intl';
import { findRoute } from '@/lib/routes';
import { RetryButton, useAddressPath } from './error-actions';
import { ErrorScreen } from './error-screen';
import { useAutoRetry } from './use-auto-retry';
import styles from './error-screen.module.css';

/** A script of the page could not be loaded. Only a reload helps: a second attempt fails again. */
export function isChunkFailure(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.name === 'ChunkLoadError' ||
      /loading (css )?chunk|failed to load chunk|dynamically imported module/i.test(error.message))
  );
}

/** Identifier under which the server logged the failure. */
export function requestIdOf(error: unknown): string | undefined {
  return error instanceof Error && 'digest' in error && typeof error.digest === 'string' ? error.digest : undefined;
}

interface Props {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly place?: 'page' | 'area';
}

/**
 * The first load failed (silent-screens B11): says so, shows the request id and offers a retry; a wall retries by
 * itself.
 */
export function LoadFailure({ error, onRetry, place }: Props) {
  const t = useTranslations('error');
  const isChunk = isChunkFailure(error);
  const retry = isChunk ? () => window.location.reload() : onRetry;
  const path = useAddressPath();
  const left = useAutoRetry(path !== undefined && findRoute(path)?.isWall === true, retry);
  return (
    <ErrorScreen
      kind="serverDown"
      place={place}
      requestId={requestIdOf(error)}
      text={isChunk ? t('chunkFailed') : undefined}
      actions={
        <>
          <RetryButton isRefresh={isChunk} onRetry={retry} />
          {left !== undefined && <span className={styles.waiting}>{t('retryIn', { seconds: left })}</span>}
        </>
      }
    />
  );
}
