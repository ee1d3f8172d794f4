'use client';

import { useState } from 'react';
import { useCountdown } from '@/components/form/use-countdown';
import { useFailureText } from '@/components/ui/use-failure-text';
import type { CodeSent } from '@/lib/session/contract';
import { SmsError } from '@/lib/sms/client';

/** Longest wait that the button counts; an hour's limit is told in words. */
const MAX_WAIT_SEC = 60;

/** Asking for a code: the call, the wait before the next one, and what to say of it. */
export function useCodeRequest(name: string) {
  const failureText = useFailureText();
  const { left: secondsLeft, start } = useCountdown(name);
  const [isSending, setIsSending] = useState(false);
  const [sent, setSent] = useState<CodeSent>();
  const [error, setError] = useState<string>();

  const request = async (call: () => Promise<CodeSent>): Promise<boolean> => {
    setIsSending(true);
    setError(undefined);
    try {
      const answer = await call();
      setSent(answer);
      start(answer.intervalSeconds);
      return true;
    } catch (failure) {
      setError(failureText(failure));
      if (failure instanceof SmsError && failure.code === 429) start(Math.min(failure.retryAfterSec ?? MAX_WAIT_SEC, MAX_WAIT_SEC));
      return false;
    } finally {
      setIsSending(false);
    }
  };

  return { secondsLeft, start, isSending, sent, error, request, clearError: () => setError(undefined) };
}
