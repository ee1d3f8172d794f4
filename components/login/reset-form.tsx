'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { CODE_LENGTH, CodeField } from '@/components/kit/form/code-field';
import { FormPasswordField } from '@/components/kit/form/password-field';
import { applyServerErrors, messageOf } from '@/components/kit/form/server-errors';
import { FormTextField } from '@/components/kit/form/text-field';
import { useCodeRequest } from '@/components/kit/form/use-code-request';
import { SuccessIcon } from '@/components/kit/ui/icons';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { passwordFault } from '@/lib/platform/auth/accounts/password-policy';
import { PHONE } from '@/lib/platform/auth/accounts/phone';
import { hrefOf } from '@/lib/routes';
import { changePasswordByCode, requestSmsCode, type CodeSent } from '@/lib/features/session/contract';
import { SmsError } from '@/lib/platform/client/client';
import { mutateSms } from '@/lib/platform/client/hooks';
import { AccountChooser } from './account-chooser';
import { FormShell } from './form-shell';
import { recalledResetPhone } from './reset-phone';
import { outcomeOf, type SelectableUser } from './sign-in-outcome';
import { leavePage } from './use-sign-in';
import styles from './reset-form.module.css';

/** The success message is shown for 3 seconds, then the sign-in page opens (silent-screens B10). */
const DONE_MS = 3000;
const PHONE_LENGTH = 11;
const MESSAGE_ID = 'reset-message';

interface Values {
  phoneNo: string;
  code: string;
  password: string;
  newPassword: string;
  confirmation: string;
}

interface Props {
  /** The account that must reset its password; absent: the user forgot the password and knows the phone. */
  readonly username?: string;
  /** How the account is verified: a code to its phone, or the old password when it has no phone. */
  readonly proof?: 'code' | 'password';
  readonly onLeave?: (href: string) => void;
}

const never = () => () => undefined;

/** Sets a new password by an SMS code, after "forgot password" or a forced reset (silent-screens B10). */
export function ResetForm({ username, proof = 'code', onLeave = leavePage }: Props) {
  const t = useTranslations('login');
  const failureText = useFailureText();
  const form = useForm<Values>({
    defaultValues: { phoneNo: '', code: '', password: '', newPassword: '', confirmation: '' },
  });
  const sending = useCodeRequest<CodeSent>(username ? `reset_${username}` : 'reset_password');
  const [users, setUsers] = useState<readonly SelectableUser[]>();
  const [error, setError] = useState<string>();
  const [isPending, setIsPending] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const knownPhone = useSyncExternalStore(
    never,
    () => (username ? recalledResetPhone(username) : null),
    () => null,
  );

  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => onLeave(hrefOf('login')), DONE_MS);
    return () => clearTimeout(timer);
  }, [isDone, onLeave]);

  const refuse = (field: keyof Values, message: string) => form.setError(field, { message }, { shouldFocus: true });
  const send = async () => {
    setError(undefined);
    const phoneNo = form.getValues('phoneNo').trim();
    if (!username && !PHONE.test(phoneNo)) return refuse('phoneNo', t('badPhone'));
    form.clearErrors();
    if (
      'sent' in
      (await sending.request(() =>
        mutateSms(requestSmsCode, { purpose: 'reset_password', ...(username ? { username } : { phoneNo }) }),
      ))
    )
      form.setFocus('code');
  };

  /** The first error of each field, in the order of the form. */
  const findFaults = (values: Values): [keyof Values, string][] => {
    const fault = passwordFault(values.newPassword);
    const checks: [keyof Values, string | false | null][] = [
      ['phoneNo', !username && !PHONE.test(values.phoneNo.trim()) && t('badPhone')],
      ['code', proof === 'code' && values.code.trim().length < CODE_LENGTH && t('codeShort')],
      ['password', proof === 'password' && values.password === '' && t('reset.oldRequired')],
      ['newPassword', fault && t(`reset.${fault}`)],
      ['confirmation', values.confirmation !== values.newPassword && t('reset.mismatch')],
    ];
    return checks.flatMap(([field, message]) => (message ? [[field, message] as [keyof Values, string]] : []));
  };

  const change = async (values: Values, chosen?: string) => {
    setIsPending(true);
    setError(undefined);
    try {
      await mutateSms(changePasswordByCode, {
        ...(username ? { username } : { phoneNo: values.phoneNo.trim(), username: chosen }),
        ...(proof === 'code'
          ? { serialNo: sending.sent?.serialNo ?? '', code: values.code.trim() }
          : { password: values.password }),
        newPassword: values.newPassword,
      });
      setUsers(undefined);
      setIsDone(true);
    } catch (failure) {
      const outcome = failure instanceof SmsError && failure.code === 511 ? outcomeOf(failure.data) : undefined;
      if (outcome?.kind === 'select') {
        setUsers(outcome.users);
        return;
      }
      setUsers(undefined);
      const { isComplete } = applyServerErrors(form, failure);
      if (!isComplete) setError(messageOf(failure) ?? failureText(failure));
    } finally {
      setIsPending(false);
    }
  };

  const submit = async () => {
    form.clearErrors();
    setError(undefined);
    sending.clearError();
    const values = form.getValues();
    const faults = findFaults(values);
    for (const [field, message] of faults.toReversed()) refuse(field, message);
    if (faults.length > 0) return;
    if (proof === 'code' && !sending.sent) return refuse('code', t('reset.askFirst'));
    await change(values);
  };

  if (isDone) {
    return (
      <div className={styles.done} role="status">
        <SuccessIcon size={40} />
        <p>{t('reset.done')}</p>
        <Link href={hrefOf('login')}>{t('reset.back')}</Link>
      </div>
    );
  }
  const message = error ?? sending.error;
  const sentText = sending.sent
    ? sending.sent.phone
      ? t('codeSent', { phone: sending.sent.phone })
      : t('reset.sentQuietly')
    : undefined;
  return (
    <FormProvider {...form}>
      {username && (
        <p className={styles.lead}>
          {t(proof === 'password' ? 'reset.byPassword' : knownPhone ? 'reset.toPhone' : 'reset.toAccount', {
            phone: knownPhone ?? '',
          })}
        </p>
      )}
      <FormShell
        label={t('reset.title')}
        isLocked={isPending}
        submitLabel={t('reset.submit')}
        messageId={MESSAGE_ID}
        error={message}
        onSubmit={submit}
      >
        {username ? (
          <div className={styles.account}>
            <span>{t('reset.account')}</span>
            <strong>{username}</strong>
          </div>
        ) : (
          <FormTextField<Values>
            name="phoneNo"
            label={t('phone')}
            autoComplete="tel-national"
            autoFocus
            size="medium"
            maxLength={PHONE_LENGTH}
            slotProps={{ htmlInput: { inputMode: 'tel' } }}
          />
        )}
        {proof === 'code' ? (
          <CodeField<Values>
            name="code"
            secondsLeft={sending.secondsLeft}
            isSending={sending.isSending}
            wasSent={sending.sent !== undefined}
            onSend={() => void send()}
            helperText={sentText}
            describedBy={message ? MESSAGE_ID : undefined}
          />
        ) : (
          <FormPasswordField<Values>
            name="password"
            label={t('reset.oldPassword')}
            autoComplete="current-password"
            autoFocus
            size="medium"
          />
        )}
        <FormPasswordField<Values>
          name="newPassword"
          label={t('reset.newPassword')}
          autoComplete="new-password"
          size="medium"
          helperText={t('reset.passwordRule')}
        />
        <FormPasswordField<Values>
          name="confirmation"
          label={t('reset.confirmation')}
          autoComplete="new-password"
          size="medium"
        />
      </FormShell>
      <p className={styles.back}>
        <Link href={hrefOf('login')}>{t('reset.back')}</Link>
      </p>
      <AccountChooser
        users={users}
        isPending={isPending}
        onChoose={(name) => void change(form.getValues(), name)}
        onClose={() => setUsers(undefined)}
      />
    </FormProvider>
  );
}
