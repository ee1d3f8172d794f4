'use client';

import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import { useTranslations } from 'next-intl';
import { useId, useRef, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { messageOf } from '@/components/kit/form/server-errors';
import { uploadCampusImage } from '@/lib/features/campus/contract';
import { BACKGROUND_BYTES, CAMPUS_UPLOAD, campusImageHref, LOGO_BYTES } from '@/lib/features/campus/value-sets';
import { acceptOf, fileFault } from '@/lib/platform/contract/received-file';
import { uploadSms } from '@/lib/platform/client/client';
import type { SettingsForm } from './settings-form';
import styles from './settings-dialog.module.css';

const LIMITS = { logo: LOGO_BYTES, background: BACKGROUND_BYTES } as const;

/** A picture of the wall: jpeg or png within its limit (doc3 §5). Choosing uploads it; saving the form keeps it. */
export function ImageField({ kind }: { readonly kind: keyof typeof LIMITS }) {
  const t = useTranslations('campus.settings');
  const { control } = useFormContext<SettingsForm>();
  const { field } = useController({ control, name: `campusView.${kind}` });
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const [shown, setShown] = useState<string>();
  const id = useId();
  const choose = async (file: File) => {
    if (fileFault({ ...CAMPUS_UPLOAD, below: LIMITS[kind] + 1 }, file)) return setFault(t('badImage'));
    setFault(undefined);
    setIsSending(true);
    try {
      const { path } = await uploadSms(uploadCampusImage, file, { kind });
      field.onChange(path);
      setShown(URL.createObjectURL(file));
    } catch (error) {
      setFault(messageOf(error) ?? t('badImage'));
    } finally {
      setIsSending(false);
    }
  };
  const source = field.value ? (shown ?? campusImageHref(field.value)) : undefined;
  return (
    <div className={styles.image} data-image={kind}>
      <span className={styles.label} id={id}>
        {t(kind)}
      </span>
      <span className={styles.preview} data-kind={kind}>
        {/* eslint-disable-next-line @next/next/no-img-element -- a user's own file behind his session: nothing to optimise */}
        {source ? <img src={source} alt={t(`${kind}Alt`)} /> : <span className={styles.none}>{t('noImage')}</span>}
      </span>
      <span className={styles.imageActions}>
        <Button
          size="small"
          variant="outlined"
          loading={isSending}
          onClick={() => input.current?.click()}
          aria-describedby={id}
        >
          {t('choose')}
        </Button>
        {field.value && (
          <Button size="small" onClick={() => field.onChange(null)} aria-describedby={id}>
            {t('remove')}
          </Button>
        )}
      </span>
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptOf(CAMPUS_UPLOAD)}
        aria-labelledby={id}
        data-testid={`file-${kind}`}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) void choose(file);
        }}
      />
      <FormHelperText error={fault !== undefined} role={fault ? 'alert' : undefined}>
        {fault ?? t(`${kind}Hint`)}
      </FormHelperText>
    </div>
  );
}
