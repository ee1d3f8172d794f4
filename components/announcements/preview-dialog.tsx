'use client';

import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useLocale, useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import type { AnnouncementEdit } from '@/lib/features/announcements/contract';
import { parseLanguage } from '@/lib/platform/i18n/languages';
import { AnnouncementBody } from './announcement-body';
import styles from './preview-dialog.module.css';

/** Shows an announcement as its readers will see it, in both languages. */
export function PreviewDialog({ row, onClose }: { readonly row: AnnouncementEdit; readonly onClose: () => void }) {
  const t = useTranslations('announcements');
  const id = useId();
  const [language, setLanguage] = useState(parseLanguage(useLocale()));
  const isEnglish = language === 'en';
  const title = (isEnglish && row.titleEn) || row.title;
  const message = (isEnglish && row.messageEn) || row.message;
  return (
    <DetailDialog title={t('preview.title')} width="md" onClose={onClose}>
      <Tabs
        value={language}
        onChange={(_, next: typeof language) => setLanguage(next)}
        aria-label={t('preview.title')}
        className={styles.tabs}
      >
        <Tab value="zh-CN" label={t('preview.zh')} id={`${id}-zh-CN`} aria-controls={`${id}-panel`} />
        <Tab value="en" label={t('preview.en')} id={`${id}-en`} aria-controls={`${id}-panel`} />
      </Tabs>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${language}`}>
        {isEnglish && !row.titleEn && !row.messageEn && <p className={styles.note}>{t('preview.noEnglish')}</p>}
        <h3 className={styles.title}>{title}</h3>
        <AnnouncementBody row={{ ...row, message }} />
      </div>
    </DetailDialog>
  );
}
