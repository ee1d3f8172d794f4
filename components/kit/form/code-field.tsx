'use client';

import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { FormTextField } from './text-field';
import styles from './code-field.module.css';

export const CODE_LENGTH = 6;

interface Props<T extends FieldValues> {
  readonly name: FieldPath<T>;
  /** Seconds until another code may be requested; 0: now. */
  readonly secondsLeft: number;
  readonly isSending: boolean;
  /** A first code was sent: the button now offers another one. */
  readonly wasSent: boolean;
  readonly onSend: () => void;
  readonly helperText?: ReactNode;
  readonly describedBy?: string;
  readonly autoFocus?: boolean;
  readonly isRequired?: boolean;
  readonly size?: 'small' | 'medium';
}

/**
 * Six digits, and the button that sends a code. The button counts down before it can be pressed again (doc1 §2, §4,
 * §9).
 */
export function CodeField<T extends FieldValues>({
  name,
  secondsLeft,
  isSending,
  wasSent,
  onSend,
  helperText,
  describedBy,
  autoFocus,
  isRequired,
  size = 'medium',
}: Props<T>) {
  const t = useTranslations('common.code');
  const isWaiting = secondsLeft > 0;
  return (
    <FormTextField<T>
      name={name}
      label={t('label')}
      required={isRequired}
      size={size}
      maxLength={CODE_LENGTH}
      autoFocus={autoFocus}
      autoComplete="one-time-code"
      helperText={helperText}
      // The user may type the code, paste it with spaces, or let the browser fill it in: keep digits only, before
      // the field
      // reads its value.
      onInput={(event) => {
        const input = event.target as HTMLInputElement;
        const digits = input.value.replace(/\D/g, '').slice(0, CODE_LENGTH);
        if (digits !== input.value) input.value = digits;
      }}
      slotProps={{
        htmlInput: {
          inputMode: 'numeric',
          spellCheck: false,
          className: styles.digits,
          maxLength: 20,
          'aria-describedby': describedBy,
        },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <Button
                className={styles.send}
                size="small"
                color="primary"
                loading={isSending}
                disabled={isWaiting}
                onClick={onSend}
                aria-live="off"
              >
                {isWaiting ? t('wait', { seconds: secondsLeft }) : t(wasSent ? 'again' : 'get')}
              </Button>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
