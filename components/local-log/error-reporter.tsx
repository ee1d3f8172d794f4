'use client';

import { useEffect } from 'react';
import { reportError } from '@/lib/features/error-log/shared/report';

/** Sends what goes wrong on a page to the error log, signed in or not. */
export function ErrorReporter() {
  useEffect(() => {
    const onError = ({ error, message }: ErrorEvent) => reportError(error ?? message);
    const onRejection = ({ reason }: PromiseRejectionEvent) => reportError(reason);
    window.addEventListener('error', onError);
    window.addEventListener('unhandledrejection', onRejection);
    return () => {
      window.removeEventListener('error', onError);
      window.removeEventListener('unhandledrejection', onRejection);
    };
  }, []);
  return null;
}
