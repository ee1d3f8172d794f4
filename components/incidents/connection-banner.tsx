'use client';

import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { OfflineIcon } from '@/components/kit/ui/icons';
import { hearRows } from '@/lib/features/incidents/incident-channel';
import type { IncidentConnection } from '@/lib/features/incidents/incident-channel';
import { onReadAnew, useLostSince } from '@/lib/platform/client/page-connection';
import { formatTime } from '@/lib/platform/i18n/format';
import styles from './connection-banner.module.css';

const NOTHING = () => undefined;

interface Props {
  readonly username: string;
  /** How the page reaches the message channel; the portal's own way when absent. */
  readonly connection?: IncidentConnection;
}

/**
 * At the head of every page whose connection has been gone for 10 s: that it is, and since when (readings 249). It stands in the
 * place of the alarm strip, which claims nothing meanwhile; one rule of globals.css makes what is below it grey.
 */
export function ConnectionBanner({ username, connection }: Props) {
  const t = useTranslations('layout');
  const router = useRouter();
  const [first] = useState(() => connection);
  const since = useLostSince();
  // Keeps the page's connection, whether it shows incidents or not.
  useEffect(() => hearRows(username, NOTHING, first), [username, first]);
  // What the server rendered is read anew as well.
  useEffect(() => onReadAnew(() => router.refresh()), [router]);
  if (since === null) return null;
  return (
    <p className={styles.banner} role="status" data-alarm-strip data-testid="connection-lost">
      <OfflineIcon size={20} />
      <span>
        <b>{t('lost', { time: formatTime(since) })}</b> <span className={styles.more}>{t('lostText')}</span>
      </span>
    </p>
  );
}
