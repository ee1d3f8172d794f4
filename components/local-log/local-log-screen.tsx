'use client';

import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { ListPage } from '@/components/kit/list/list-page';
import { ErrorLogPanel } from './error-log-panel';
import { LocalLogPanel } from './local-log-panel';
import styles from './local-log.module.css';
import { queryErrorLog } from '@/lib/features/error-log/contract';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';

/** The log of this browser and, for head office, the errors of all clients (silent-screens B6). */
export function LocalLogScreen({ username, holder }: { readonly username: string; readonly holder: Holder }) {
  const t = useTranslations('localLog');
  const seesErrors = may(holder, queryErrorLog);
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
