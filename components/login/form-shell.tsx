'use client';

import Button from '@mui/material/Button';
import { useRef, type ReactNode } from 'react';
import { useHeldSubmit } from '@/components/kit/form/before-alive';
import { ErrorIcon, LockIcon } from '@/components/kit/ui/icons';
import styles from './form-shell.module.css';

interface Props {
  readonly label: string;
  readonly isLocked: boolean;
  readonly submitLabel: string;
  readonly messageId: string;
  readonly error?: string;
  readonly notice?: string;
  readonly onSubmit: () => Promise<void>;
  readonly children: ReactNode;
}

/**
 * The frame of every form on the sign-in pages. It locks the fields while sending and has one place for messages and
 * one button.
 */
export function FormShell({ label, isLocked, submitLabel, messageId, error, notice, onSubmit, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  useHeldSubmit(form);
  return (
    // POST: whatever sends it, the password does not come into the address.
    <form
      ref={form}
      className={styles.form}
      method="post"
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      <fieldset className={styles.fields} disabled={isLocked} aria-busy={isLocked}>
        {children}
        {/* Always in the page, so that what appears in it is read out. */}
        <div className={styles.messages} id={messageId} role="alert">
          {error && (
            <p className={styles.error}>
              <ErrorIcon size={18} />
              {error}
            </p>
          )}
          {notice && (
            <p className={styles.notice}>
              <LockIcon size={18} />
              {notice}
            </p>
          )}
        </div>
        <Button
          type="submit"
          variant="contained"
          color="primary"
          size="large"
          fullWidth
          loading={isLocked}
          loadingPosition="start"
          startIcon={isLocked ? <span /> : undefined}
        >
          {submitLabel}
        </Button>
      </fieldset>
    </form>
  );
}
