'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { FormTextField } from './text-field';
import { useCountdown } from './use-countdown';
import styles from './code-field.module.css';

interface Props<T extends FieldValues> {
  readonly name: FieldPath<T>;
  readonly label: string;
  /** What the code is for; the countdown is kept under it. */
  readonly purpose: string;
  /** Asks for a code. @returns seconds until another one may be asked for, undefined when none was sent */
  readonly onSend: () => Promise<number | undefined>;
  readonly isRequired?: boolean;
}

/** Six digits and the button that sends them, with the countdown until the next (doc1 §4). */
export function FormCodeField<T extends FieldValues>({ name, label, purpose, onSend, isRequired }: Props<T>) {
  const t = useTranslations('common.code');
  const { left, start } = useCountdown(purpose);
  const [isSending, setIsSending] = useState(false);
  const send = async () => {
    setIsSending(true);
    try {
      const seconds = await onSend();
      if (seconds !== undefined) start(seconds);
    } finally {
      setIsSending(false);
    }
  };
  return (
    <div className={styles.row}>
      <FormTextField<T> name={name} label={label} required={isRequired} maxLength={6} autoComplete="one-time-code" slotProps={{ htmlInput: { inputMode: 'numeric' } }} />
      <Button className={styles.send} disabled={left > 0} loading={isSending} onClick={() => void send()}>{left > 0 ? t('again', { seconds: left }) : t('send')}</Button>
    </div>
  );
}
