import { getTranslations } from 'next-intl/server';
import { config } from '@/lib/config';
import { formatDate } from '@/lib/platform/i18n/format';
import styles from './footer.module.css';

/** Copyright line and record-filing number (doc1 §1); both are configuration (readings 11). */
export async function Footer() {
  const t = await getTranslations();
  const { recordNumber, recordUrl, copyrightHolder } = config().footer;
  const year = formatDate(new Date()).slice(0, 4);
  return (
    <div className={styles.footer}>
      <span>{t('layout.copyright', { year, holder: copyrightHolder || t('common.product') })}</span>
      {recordNumber && (
        <a className={styles.record} href={recordUrl} target="_blank" rel="noopener noreferrer">
          {recordNumber}
        </a>
      )}
    </div>
  );
}
