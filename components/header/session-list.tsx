'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { SectionTitle } from '@/components/kit/ui/section-title';
import { ErrorState, LoadingState } from '@/components/kit/ui/states';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { endSessions, listSessions } from '@/lib/features/account/contract';
import { mutateSms, useSms } from '@/lib/platform/client/hooks';
import { deviceName } from './device-name';
import styles from './session-list.module.css';

/** Where the user is signed in, with a button to end an unknown session. */
export function SessionList() {
  const t = useTranslations('header.sessions');
  const failureText = useFailureText();
  const { data, error, isValidating, mutate } = useSms(listSessions, {}, { dedupingInterval: 0 });
  /** The session that is being ended, or all others. */
  const [ending, setEnding] = useState<string>();
  const end = async (sessionId?: string) => {
    setEnding(sessionId ?? 'others');
    try {
      const { ended } = await mutateSms(endSessions, { sessionId });
      toast.success(t('ended', { count: ended }));
    } catch (failure) {
      toast.error(failureText(failure));
    } finally {
      await mutate().catch(() => undefined);
      setEnding(undefined);
    }
  };
  const others = data?.filter(({ current }) => !current).length ?? 0;
  return (
    <section className={styles.sessions} aria-label={t('title')}>
      <SectionTitle>{t('title')}</SectionTitle>
      {data ? (
        <ul className={styles.list}>
          {data.map(({ sessionId, current, userAgent, ip, lastUsedDate, createDate }) => {
            const name = deviceName(userAgent) ?? t('unknown');
            return (
              <li key={sessionId} className={styles.session} title={userAgent}>
                <span className={styles.name}>
                  {name}
                  {current && <span className={styles.current}>{t('current')}</span>}
                </span>
                <span className={styles.line}>
                  {ip} · {current ? t('since', { time: createDate }) : t('lastUsed', { time: lastUsedDate })}
                </span>
                {!current && (
                  <Button
                    className={styles.end}
                    size="small"
                    disabled={ending !== undefined}
                    loading={ending === sessionId}
                    aria-label={t('endName', { name, ip })}
                    onClick={() => void end(sessionId)}
                  >
                    {t('end')}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      ) : error ? (
        <ErrorState size="row" text={failureText(error)} onRetry={() => void mutate()} isRetrying={isValidating} />
      ) : (
        <LoadingState size="row" />
      )}
      {others > 1 && (
        <Button size="small" disabled={ending !== undefined} loading={ending === 'others'} onClick={() => void end()}>
          {t('endOthers', { count: others })}
        </Button>
      )}
    </section>
  );
}
