'use client';

import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { CloseIcon } from '@/components/kit/ui/icons';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { uploadFeedbackImage } from '@/lib/features/feedback/contract';
import { FEEDBACK_UPLOAD, MAX_IMAGES } from '@/lib/features/feedback/value-sets';
import { acceptOf, fileFault } from '@/lib/platform/contract/received-file';
import { uploadSms } from '@/lib/platform/client/client';
import styles from './feedback-thread.module.css';

/** Up to four pictures. Each is uploaded at once and checked by the server (silent-screens B1). */
export function ImagePicker({
  paths,
  onChange,
}: {
  readonly paths: readonly string[];
  readonly onChange: (paths: string[]) => void;
}) {
  const t = useTranslations('feedback.own');
  const words = useTranslations('feedback.dialog');
  const failureText = useFailureText();
  const input = useRef<HTMLInputElement>(null);
  const [isSending, setIsSending] = useState(false);
  const send = async (file: File) => {
    if (fileFault(FEEDBACK_UPLOAD, file)) return toast.error(t('imagesHint'));
    setIsSending(true);
    try {
      const { path } = await uploadSms(uploadFeedbackImage, file, {});
      onChange([...paths, path]);
    } catch (error) {
      toast.error(failureText(error));
    } finally {
      setIsSending(false);
    }
  };
  return (
    <div role="group" aria-label={t('images')}>
      <div className={styles.images}>
        {paths.map((path, index) => (
          <span key={path} className={styles.picked}>
            {/* eslint-disable-next-line @next/next/no-img-element -- a private file, served with the caller's rights */}
            <img src={`/sms/file/view/${path}`} alt={words('image', { n: index + 1 })} />
            <IconButton
              size="small"
              aria-label={t('removeImage', { n: index + 1 })}
              onClick={() => onChange(paths.filter((one) => one !== path))}
            >
              <CloseIcon size={14} />
            </IconButton>
          </span>
        ))}
        {paths.length < MAX_IMAGES && (
          <Button
            loading={isSending}
            loadingPosition="start"
            startIcon={<span aria-hidden="true">+</span>}
            onClick={() => input.current?.click()}
          >
            {t(isSending ? 'uploading' : 'addImage')}
          </Button>
        )}
      </div>
      <p className={styles.hint}>{t('imagesHint')}</p>
      <input
        ref={input}
        type="file"
        accept={acceptOf(FEEDBACK_UPLOAD)}
        hidden
        aria-label={t('addImage')}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) void send(file);
        }}
      />
    </div>
  );
}
