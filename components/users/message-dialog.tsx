'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslations } from 'next-intl';
import { useForm, useWatch } from 'react-hook-form';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormTextField } from '@/components/kit/form/text-field';
import { toast } from '@/components/kit/ui/toast';
import { useJoin } from '@/components/kit/ui/use-join';
import { MAX_MESSAGE, querySmsLog, SendMessage, sendMessage } from '@/lib/features/text-messages/contract';
import type { UserRow } from '@/lib/features/users/account-contract';
import { mutateSms } from '@/lib/platform/client/hooks';
import { partsOf } from '@/lib/platform/texting/rules';
import styles from './user-dialogs.module.css';

const Content = SendMessage.pick({ content: true });
/** The number of names that are listed; the rest is counted. */
const NAMED = 3;

interface Props {
  readonly users: readonly Pick<UserRow, 'username' | 'nickName'>[];
  readonly onSent: () => void;
  readonly onClose: () => void;
}

/** A text message to one account or to all selected ones (api.md §2.24). */
export function MessageDialog({ users, onSent, onClose }: Props) {
  const t = useTranslations('userList.message');
  const join = useJoin();
  const form = useForm({ resolver: zodResolver(Content), defaultValues: { content: '' } });
  const content = useWatch({ control: form.control, name: 'content' });
  const names = join(users.slice(0, NAMED).map(({ nickName }) => nickName));
  return (
    <FormDialog
      isOpen
      title={t('title')}
      form={form}
      submitLabel={t('send')}
      onClose={onClose}
      onSubmit={async (values) => {
        const { sent, skipped } = await mutateSms(
          sendMessage,
          { usernames: users.map(({ username }) => username), ...values },
          [querySmsLog],
        );
        if (sent === 0) toast.warning(t('none', { skipped }));
        else if (skipped === 0) toast.success(t('sent', { sent }));
        else toast.warning(t('partly', { sent, skipped }));
        onSent();
      }}
    >
      <div className={styles.section}>
        <p className={styles.hint}>
          {users.length > NAMED ? t('toMany', { names, count: users.length }) : t('to', { names })}
        </p>
        <FormTextField
          name="content"
          label={t('content')}
          required
          autoFocus
          multiline
          minRows={4}
          maxLength={MAX_MESSAGE}
          helperText={t('length', { used: content.length, max: MAX_MESSAGE, parts: partsOf(content.trim()) })}
        />
        <p className={styles.hint}>{t('hint')}</p>
      </div>
    </FormDialog>
  );
}
