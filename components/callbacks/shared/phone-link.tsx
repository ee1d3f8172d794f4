'use client';

import { useTranslations } from 'next-intl';
import { PhoneIcon } from '@/components/kit/ui/icons';
import styles from '../phone-link.module.css';

/** A number to be called with one tap. */
export function PhoneLink({ phone }: { readonly phone: string }) {
  const t = useTranslations('callbacks');
  return (
    <a className={styles.phone} href={`tel:${phone.replace(/[^\d+]/g, '')}`} aria-label={t('call', { phone })}>
      <PhoneIcon size={16} />
      {phone}
    </a>
  );
}
