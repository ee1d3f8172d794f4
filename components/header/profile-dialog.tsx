'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { ErrorState, LoadingState } from '@/components/kit/ui/states';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { getUserProfile, type UserInfo } from '@/lib/features/account/contract';
import { useSms } from '@/lib/platform/client/hooks';
import { PasswordForm } from './password-form';
import { ProfileForm } from './profile-form';

/** 1 profile, 2 password (doc1 §4). */
export type ProfileMode = 1 | 2;

interface Props {
  readonly mode: ProfileMode;
  readonly username: string;
  readonly onClose: () => void;
}

/** The own account: profile with reminders and sessions, or a new password. */
export function ProfileDialog({ mode, username, onClose }: Props) {
  return mode === 1 ? <Profile onClose={onClose} /> : <PasswordForm username={username} onClose={onClose} />;
}

/** The form starts with the stored values, not with those that the page was loaded with. */
function Profile({ onClose }: Pick<Props, 'onClose'>) {
  const t = useTranslations('header.profile');
  const failureText = useFailureText();
  const { data, error, isValidating, mutate } = useSms(
    getUserProfile,
    {},
    { revalidateOnMount: true, dedupingInterval: 0 },
  );
  // Read once: a later change must not overwrite what the person is typing.
  const [start, setStart] = useState<UserInfo>();
  if (data && !isValidating && !start) setStart(data);
  if (start) return <ProfileForm profile={start.user} onClose={onClose} />;
  return (
    <DetailDialog title={t('title')} width="sm" onClose={onClose}>
      {error ? (
        <ErrorState text={failureText(error)} onRetry={() => void mutate()} isRetrying={isValidating} />
      ) : (
        <LoadingState />
      )}
    </DetailDialog>
  );
}
