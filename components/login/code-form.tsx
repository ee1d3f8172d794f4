'use client';

import { useTranslations } from 'next-intl';
import { FormProvider, type UseFormReturn } from 'react-hook-form';
import { CODE_LENGTH, CodeField } from '@/components/kit/form/code-field';
import { FormTextField } from '@/components/kit/form/text-field';
import { useCodeRequest } from '@/components/kit/form/use-code-request';
import { PHONE } from '@/lib/platform/auth/accounts/phone';
import { requestSmsCode, type CodeSent } from '@/lib/features/session/contract';
import { mutateSms } from '@/lib/platform/client/hooks';
import { FormShell } from './form-shell';
import type { FaceProps } from './password-form';

export interface CodeValues {
  readonly phoneNo: string;
  readonly code: string;
}

const MESSAGE_ID = 'code-message';
const PHONE_LENGTH = 11;

/** Phone number and the six digits sent to it. */
export function CodeForm({
  form,
  isLocked,
  error,
  notice,
  onFail,
  onSubmit,
}: FaceProps & { readonly form: UseFormReturn<CodeValues> }) {
  const t = useTranslations('login');
  const sending = useCodeRequest<CodeSent>('sign_token');

  const refuse = (field: keyof CodeValues, message: string) => {
    sending.clearError();
    onFail(message);
    form.setFocus(field);
  };
  const send = async () => {
    const phoneNo = form.getValues('phoneNo').trim();
    if (!PHONE.test(phoneNo)) {
      refuse('phoneNo', t('badPhone'));
      return;
    }
    onFail('');
    if ('sent' in (await sending.request(() => mutateSms(requestSmsCode, { purpose: 'sign_token', phoneNo }))))
      form.setFocus('code');
  };
  const submit = form.handleSubmit(async (values) => {
    const [phoneNo, code] = [values.phoneNo.trim(), values.code.trim()];
    if (phoneNo === '' || code === '') return refuse(phoneNo === '' ? 'phoneNo' : 'code', t('codeRequired'));
    if (!PHONE.test(phoneNo)) return refuse('phoneNo', t('badPhone'));
    if (code.length < CODE_LENGTH) return refuse('code', t('codeShort'));
    sending.clearError();
    await onSubmit({ type: 'code', phoneNo, code, serialNo: sending.sent?.serialNo });
  });

  const message = error || sending.error;
  return (
    <FormProvider {...form}>
      <FormShell
        label={t('title')}
        isLocked={isLocked}
        submitLabel={t(isLocked ? 'pending' : 'submit')}
        messageId={MESSAGE_ID}
        error={message}
        notice={notice}
        onSubmit={submit}
      >
        <FormTextField<CodeValues>
          name="phoneNo"
          label={t('phone')}
          autoComplete="tel-national"
          autoFocus
          size="medium"
          maxLength={PHONE_LENGTH}
          slotProps={{ htmlInput: { inputMode: 'tel', 'aria-describedby': message ? MESSAGE_ID : undefined } }}
        />
        <CodeField<CodeValues>
          name="code"
          secondsLeft={sending.secondsLeft}
          isSending={sending.isSending}
          wasSent={sending.sent !== undefined}
          onSend={() => void send()}
          helperText={sending.sent ? t('codeSent', { phone: sending.sent.phone ?? '' }) : undefined}
          describedBy={message ? MESSAGE_ID : undefined}
        />
      </FormShell>
    </FormProvider>
  );
}
