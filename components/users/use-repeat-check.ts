'use client';

import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useJoin } from '@/components/kit/ui/use-join';
import { callSms } from '@/lib/platform/client/client';
import { checkUserRepeat } from '@/lib/features/users/contract';
import { PHONE, USERNAME } from '@/lib/features/users/value-sets';
import type { UserFormValues } from './user-form';

/**
 * Is a name or phone taken? The server is asked after the form's own rule has passed (doc1 §5). When the check itself
 * fails, the form goes on: saving checks again.
 */
export function useRepeatCheck(form: UseFormReturn<UserFormValues>) {
  const t = useTranslations('userList.dialog');
  const join = useJoin();
  const { setError, getValues } = form;

  /** @returns false when the name is taken; the field then shows it */
  const checkUsername = useCallback(async (): Promise<boolean> => {
    const username = getValues('user.username').trim();
    if (!USERNAME.test(username)) return true;
    const answer = await callSms(checkUserRepeat, { username }).catch(() => undefined);
    if (!answer?.exist || getValues('user.username').trim() !== username) return true;
    setError('user.username', { type: 'server', message: t('usernameTaken') });
    return false;
  }, [getValues, setError, t]);

  /** @returns false when other accounts use the phone; the field names those that the user may see */
  const checkPhone = useCallback(async (): Promise<boolean> => {
    const phone = getValues('user.phone').trim();
    if (!PHONE.test(phone)) return true;
    const answer = await callSms(checkUserRepeat, { phone }).catch(() => undefined);
    if (!answer?.exist) return true;
    const names = join(answer.users.map(({ username }) => username));
    setError('user.phone', { type: 'server', message: names ? t('phoneUsedBy', { names }) : t('phoneInUse') });
    return false;
  }, [getValues, join, setError, t]);

  return { checkUsername, checkPhone };
}
