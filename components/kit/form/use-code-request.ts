'use client';

import { useState } from 'react';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { SmsError } from '@/lib/platform/client/client';
import { useCountdown } from './use-countdown';

/** Longest wait that the button counts down; an hour's limit is shown as a message. */
const MAX_WAIT_SEC = 60;

interface RequestedCode {
  /** Until another code may be requested. */
  readonly intervalSeconds: number;
}

/**
 * Requests a code: the call, the wait before the next one, and its messages.
 * @param name the purpose of the code; the wait is stored under it
 */
export function useCodeRequest<T extends RequestedCode>(name: string) {
  const failureText = useFailureText();
  const { left: secondsLeft, start } = useCountdown(name);
  const [isSending, setIsSending] = useState(false);
  const [sent, setSent] = useState<T>();
  const [error, setError] = useState<string>();

  const request = async (call: () => Promise<T>): Promise<{ sent: T } | { problem: string }> => {
    setIsSending(true);
    setError(undefined);
    try {
      const answer = await call();
      setSent(answer);
      start(answer.intervalSeconds);
      return { sent: answer };
    } catch (failure) {
      const problem = failureText(failure);
      setError(problem);
      if (failure instanceof SmsError && failure.code === 429)
        start(Math.min(failure.retryAfterSec ?? MAX_WAIT_SEC, MAX_WAIT_SEC));
      return { problem };
    } finally {
      setIsSending(false);
    }
  };

  return { secondsLeft, start, isSending, sent, error, request, clearError: () => setError(undefined) };
}
