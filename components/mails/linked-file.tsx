'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { MessagePage } from '@/components/kit/detail/message-page';
import { ArrowDownIcon, SearchOffIcon } from '@/components/kit/ui/icons';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { getMailFile } from '@/lib/features/mails/contract';
import { downloadSms } from '@/lib/platform/client/client';

interface Props {
  readonly token: string;
  /** Absent: the link is not ours, or it has expired. */
  readonly file?: {
    readonly name: string;
    /** In words, with its unit. */
    readonly size: string;
    readonly validUntil: string;
  };
}

/** A file that was too large for its e-mail, opened by the e-mail's link (readings 200). */
export function LinkedFileScreen({ token, file }: Props) {
  const t = useTranslations('mailFile');
  const failureText = useFailureText();
  const [isLoading, setIsLoading] = useState(false);
  if (!file)
    return <MessagePage name="badLink" icon={<SearchOffIcon size={40} />} title={t('badTitle')} text={t('badText')} />;
  const download = async () => {
    setIsLoading(true);
    try {
      await downloadSms(getMailFile, { token });
    } catch (error) {
      toast.error(failureText(error));
    } finally {
      setIsLoading(false);
    }
  };
  return (
    <MessagePage
      name="mailFile"
      icon={<ArrowDownIcon size={40} />}
      title={file.name}
      text={t('text', { size: file.size, until: file.validUntil })}
      action={
        <Button variant="contained" color="primary" loading={isLoading} onClick={() => void download()}>
          {t('download')}
        </Button>
      }
    />
  );
}
