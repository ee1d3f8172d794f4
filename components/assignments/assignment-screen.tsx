'use client';

import Alert from '@mui/material/Alert';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { actOnAssignment, getAssignment, type Assignment } from '@/lib/features/assignments/contract';
import type { AssignmentAction } from '@/lib/features/assignments/value-sets';
import { callSms, SmsError } from '@/lib/platform/client/client';
import { useSms } from '@/lib/platform/client/hooks';
import { AssignmentFacts } from './assignment-facts';
import { AssignmentForm, type FormValues } from './assignment-form';
import { LinkEnded } from './link-ended';
import { NextStep } from './next-step';
import styles from './assignment.module.css';

/**
 * The page reads again this often, so that other people's changes appear without a reload. A release reported by the
 * box must appear within 2 s.
 */
const REFRESH_MS = { trapped: 2000, calm: 10_000 };

interface Props {
  readonly token: string;
  readonly first: Assignment;
}

/**
 * One call-out for the technician who was dispatched: the known facts, and the one next step within reach of the thumb.
 */
export function AssignmentScreen({ token, first }: Props) {
  const t = useTranslations('assignments');
  const failureText = useFailureText();
  const [readAt, setReadAt] = useState<number>();
  const { data, error, mutate } = useSms(
    getAssignment,
    { token },
    {
      fallbackData: first,
      refreshInterval: (latest) => ((latest ?? first).isTrapped ? REFRESH_MS.trapped : REFRESH_MS.calm),
      revalidateOnFocus: true,
      revalidateOnMount: true,
      onSuccess: () => setReadAt(Date.now()),
    },
  );
  const [form, setForm] = useState<'close' | 'giveBack'>();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [end, setEnd] = useState<'closedHint' | 'givenBackHint'>();
  const detail = data ?? first;

  const send = async (action: AssignmentAction, values: FormValues = {}) => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      const next = await callSms(actOnAssignment, { token, action, from: detail.jobStatus, ...values });
      if (next === null) setEnd(action === 'close' ? 'closedHint' : 'givenBackHint');
      else {
        setReadAt(Date.now());
        await mutate(next, { revalidate: false });
      }
      setForm(undefined);
    } catch (problem) {
      // The form keeps what was typed. The page reads the call-out again, because another person may have been
      // faster.
      const isAnswer = problem instanceof SmsError && problem.code >= 400 && problem.code < 500;
      if (isAnswer) void mutate();
      setFailure(isAnswer ? failureText(problem) : t('notSent'));
    } finally {
      setIsBusy(false);
    }
  };
  if (end) return <LinkEnded hint={end} />;
  if (error?.code === 400) return <LinkEnded />;
  return (
    <>
      <main className={styles.main}>
        <AssignmentFacts detail={detail} readAt={readAt} />
        {form && (
          <AssignmentForm
            kind={form}
            parts={detail.parts}
            isBusy={isBusy}
            onSend={(values) => void send(form, values)}
            onCancel={() => setForm(undefined)}
          />
        )}
      </main>
      <footer className={styles.foot}>
        {error && (
          <Alert severity="warning" variant="outlined">
            {t('stale')}
          </Alert>
        )}
        {failure && (
          <Alert severity="error" variant="outlined">
            {failure}
          </Alert>
        )}
        {!form && (
          <NextStep
            actions={detail.actions}
            isBusy={isBusy}
            phone={detail.contact.phone}
            onAct={(action) => {
              setFailure(undefined);
              if (action === 'close' || action === 'giveBack') setForm(action);
              else void send(action);
            }}
          />
        )}
      </footer>
    </>
  );
}
