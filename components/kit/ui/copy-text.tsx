'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { toast } from './toast';
import styles from './copy-text.module.css';

/** A text that is to be carried elsewhere, a link or a secret, with a button that copies it. */
export function CopyText({ text }: { readonly text: string }) {
  const t = useTranslations('common.copy');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(t('done'));
    } catch {
      // Without the right to the clipboard the text can still be marked.
      toast.warning(t('byHand'));
    }
  };
  return (
    <div className={styles.line}>
      <code>{text}</code>
      <Button onClick={() => void copy()}>{t('label')}</Button>
    </div>
  );
}
