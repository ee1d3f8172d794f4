'use client';

import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { CloseIcon } from '@/components/kit/ui/icons';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { MAX_PHOTOS, PHOTO_TYPES } from '@/lib/features/maintenance/value-sets';
import { addItemPhoto, removeItemPhoto, type MaintenanceDetail } from '@/lib/features/maintenance/work-contract';
import { callSms, uploadSms } from '@/lib/platform/client/client';
import { smallPhoto } from './small-photo';
import styles from './item-photos.module.css';

interface ShownProps {
  readonly no: number;
  readonly photos: readonly string[];
  readonly onRemove?: (path: string) => void;
}

/** The photos of an item, each opens in a tab of its own. */
export function ItemPhotos({ no, photos, onRemove }: ShownProps) {
  const t = useTranslations('maintenance.photos');
  if (photos.length === 0) return null;
  return (
    <span className={styles.photos}>
      {photos.map((path, index) => (
        <span key={path} className={styles.photo}>
          <a href={`/sms/file/view/${path}`} target="_blank" rel="noopener">
            {/* eslint-disable-next-line @next/next/no-img-element -- a private file, served with the caller's rights */}
            <img src={`/sms/file/view/${path}`} alt={t('one', { no, n: index + 1 })} loading="lazy" />
          </a>
          {onRemove && (
            <IconButton size="small" aria-label={t('remove', { no, n: index + 1 })} onClick={() => onRemove(path)}>
              <CloseIcon size={14} />
            </IconButton>
          )}
        </span>
      ))}
    </span>
  );
}

interface PickerProps {
  readonly jobNo: string;
  readonly no: number;
  readonly photos: readonly string[];
  readonly onChange: (detail: MaintenanceDetail) => void;
}

/** Takes and removes photos of an item; each is made small and sent at once. */
export function ItemPhotoPicker({ jobNo, no, photos, onChange }: PickerProps) {
  const t = useTranslations('maintenance.photos');
  const failureText = useFailureText();
  const input = useRef<HTMLInputElement>(null);
  const [isSending, setIsSending] = useState(false);
  const change = async (send: () => Promise<MaintenanceDetail>) => {
    setIsSending(true);
    try {
      onChange(await send());
    } catch (error) {
      toast.error(failureText(error));
    } finally {
      setIsSending(false);
    }
  };
  const add = async (file: File) => {
    const small = await smallPhoto(file).catch(() => undefined);
    if (!small) return void toast.error(t('unreadable'));
    await change(() => uploadSms(addItemPhoto, small, { jobNo, no: String(no) }));
  };
  return (
    <div role="group" aria-label={t('of', { no })} className={styles.picker}>
      <ItemPhotos
        no={no}
        photos={photos}
        onRemove={(path) => void change(() => callSms(removeItemPhoto, { jobNo, no, path }))}
      />
      {photos.length < MAX_PHOTOS && (
        <Button size="small" loading={isSending} onClick={() => input.current?.click()}>
          {t('add', { left: MAX_PHOTOS - photos.length })}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        accept={PHOTO_TYPES}
        capture="environment"
        hidden
        aria-label={t('of', { no })}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) void add(file);
        }}
      />
    </div>
  );
}
