'use client';

import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { CloseIcon } from '@/components/kit/ui/icons';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { MAX_PHOTOS, PHOTO_TYPES } from '@/lib/features/maintenance/value-sets';
import { removeItemPhoto, type MaintenanceDetail } from '@/lib/features/maintenance/work-contract';
import { callSms } from '@/lib/platform/client/client';
import type { WaitingPhoto } from './photo-store';
import { smallPhoto } from './small-photo';
import type { PhotoDrafts } from './use-photo-drafts';
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

/** One that the server does not have yet. */
function WaitingPhotoView({ photo, n, onRemove }: { photo: WaitingPhoto; n: number; onRemove: () => void }) {
  const t = useTranslations('maintenance.photos');
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(photo.file);
    // eslint-disable-next-line react-hooks/set-state-in-effect -- the browser's own address, gone with the picture
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [photo.file]);
  const { no } = photo;
  return (
    <span className={styles.photo} data-waiting>
      {/* eslint-disable-next-line @next/next/no-img-element -- a picture of this browser */}
      {url !== undefined && <img src={url} alt={t('waiting', { no, n })} />}
      <IconButton size="small" aria-label={t('remove', { no, n })} onClick={onRemove}>
        <CloseIcon size={14} />
      </IconButton>
    </span>
  );
}

interface PickerProps {
  readonly jobNo: string;
  readonly no: number;
  readonly photos: readonly string[];
  readonly drafts: PhotoDrafts;
  readonly onChange: (detail: MaintenanceDetail) => void;
}

/** Takes and removes photos of an item; each is made small and sent as soon as there is a network. */
export function ItemPhotoPicker({ jobNo, no, photos, drafts, onChange }: PickerProps) {
  const t = useTranslations('maintenance.photos');
  const failureText = useFailureText();
  const input = useRef<HTMLInputElement>(null);
  const [isReading, setIsReading] = useState(false);
  const waiting = drafts.waiting.filter((photo) => photo.no === no);
  const left = MAX_PHOTOS - photos.length - waiting.length;
  const remove = async (path: string) => {
    try {
      onChange(await callSms(removeItemPhoto, { jobNo, no, path }));
    } catch (error) {
      toast.error(failureText(error));
    }
  };
  const add = async (file: File) => {
    setIsReading(true);
    const small = await smallPhoto(file).catch(() => undefined);
    setIsReading(false);
    if (small) drafts.add(no, small);
    else toast.error(t('unreadable'));
  };
  return (
    <div role="group" aria-label={t('of', { no })} className={styles.picker}>
      <ItemPhotos no={no} photos={photos} onRemove={(path) => void remove(path)} />
      {waiting.map((photo, index) => (
        <WaitingPhotoView
          key={photo.id}
          photo={photo}
          n={photos.length + index + 1}
          onRemove={() => drafts.remove(photo.id)}
        />
      ))}
      {left > 0 && (
        <Button size="small" loading={isReading} onClick={() => input.current?.click()}>
          {t('add', { left })}
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
