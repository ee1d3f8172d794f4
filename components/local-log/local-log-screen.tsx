'use client';

import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { ListPage } from '@/components/kit/list/list-page';
import { ErrorLogPanel } from './error-log-panel';
import { LocalLogPanel } from './local-log-panel';
import styles from './local-log.module.css';

/** The log of this browser and, for head office, the errors of all clients (silent-screens B6). */
export function LocalLogScreen({ username, seesErrors }: { readonly username: string; readonly seesErrors: boolean }) {
  const t = useTranslations('localLog');
  const id = useId();
  const [tab, setTab] = useState<'local' | 'errors'>('local');
  return (
    <ListPage title={t('title')}>
      {seesErrors && (
        <Tabs value={tab} onChange={(_, next: 'local' | 'errors') => setTab(next)} aria-label={t('title')}>
          {(['local', 'errors'] as const).map((value) => (
            <Tab
              key={value}
              value={value}
              label={t(`tab.${value}`)}
              id={`${id}-${value}`}
              aria-controls={`${id}-panel`}
            />
          ))}
        </Tabs>
      )}
      <div
        className={styles.panel}
        id={`${id}-panel`}
        {...(seesErrors ? { role: 'tabpanel', 'aria-labelledby': `${id}-${tab}` } : {})}
      >
        {tab === 'errors' ? <ErrorLogPanel /> : <LocalLogPanel username={username} />}
      </div>
    </ListPage>
  );
}
