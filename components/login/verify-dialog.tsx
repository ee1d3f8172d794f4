'use client';

import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslations } from 'next-intl';
import { useEffect, useId } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { CODE_LENGTH, CodeField } from '@/components/kit/form/code-field';
import { useCodeRequest } from '@/components/kit/form/use-code-request';
import { ErrorIcon } from '@/components/kit/ui/icons';
import { resendVerify, type CodeSent } from '@/lib/features/session/contract';
import { mutateSms } from '@/lib/platform/client/hooks';
import type { Verification } from './sign-in-outcome';
import styles from './account-chooser.module.css';

interface Props {
  readonly verification: Verification;
  readonly error?: string;
  readonly isPending: boolean;
  readonly onVerify: (code: string) => Promise<boolean>;
  readonly onClose: () => void;
}

/** The second step of a sign-in: six digits sent to the account's phone, sent again by serialNo (doc1 §4, §9). */
export function VerifyDialog({
  verification: { serialNo, phone, intervalSeconds },
  error,
  isPending,
  onVerify,
  onClose,
}: Props) {
  const t = useTranslations();
  const id = useId();
  const form = useForm<{ code: string }>({ defaultValues: { code: '' } });
  const { secondsLeft, start, isSending, error: sendError, request, clearError } = useCodeRequest<CodeSent>(serialNo);
  // The sign-in itself has already sent a code.
  useEffect(() => start(intervalSeconds), [start, intervalSeconds]);
  const { errors } = form.formState;

  const submit = form.handleSubmit(async ({ code }) => {
    clearError();
    if (code.trim().length < CODE_LENGTH)
      form.setError('code', { message: t('login.codeShort') }, { shouldFocus: true });
    else if (!(await onVerify(code.trim()))) form.resetField('code');
  });

  const message = errors.code ? undefined : (sendError ?? error);
  return (
    <FormProvider {...form}>
      <Dialog
        open
        onClose={isPending ? undefined : onClose}
        maxWidth="xs"
        fullWidth
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
      >
        <form method="post" noValidate onSubmit={(event) => void submit(event)}>
          <DialogTitle id={`${id}-title`}>{t('login.verify.title')}</DialogTitle>
          <DialogContent>
            <DialogContentText id={`${id}-text`}>{t('login.verify.text', { phone })}</DialogContentText>
            <fieldset className={styles.fields} disabled={isPending} aria-busy={isPending}>
              <CodeField<{ code: string }>
                name="code"
                secondsLeft={secondsLeft}
                isSending={isSending}
                wasSent
                autoFocus
                onSend={() => void request(() => mutateSms(resendVerify, { serialNo }))}
              />
            </fieldset>
            <div role="alert">
              {message && (
                <p className={styles.error}>
                  <ErrorIcon size={18} />
                  {message}
                </p>
              )}
            </div>
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose} disabled={isPending}>
              {t('common.action.cancel')}
            </Button>
            <Button type="submit" variant="contained" color="primary" loading={isPending}>
              {t('login.verify.submit')}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    </FormProvider>
  );
}
