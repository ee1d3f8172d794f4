'use client';

import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { NewVersion } from '@/components/kit/layout/new-version';
import { OfflineIcon } from '@/components/kit/ui/icons';
import { hearRows } from '@/lib/features/incidents/shared/incident-channel';
import type { IncidentConnection } from '@/lib/features/incidents/shared/incident-channel';
import { callSms } from '@/lib/platform/client/client';
import { noteKnownUntil } from '@/lib/platform/client/known-until';
import { heardUntil, onConnectionBack, useLostSince } from '@/lib/platform/client/page-connection';
import { isOfVersion } from '@/lib/platform/client/page-version';
import { useOfflinePage } from '@/lib/platform/client/use-offline-page';
import { ready } from '@/lib/features/system/contract';
import { formatTime } from '@/lib/platform/i18n/format';
import styles from './connection-banner.module.css';

const NOTHING = () => undefined;
const TRY_AGAIN_MS = 2000;
/** The page without a network says to this length since when nothing is known. */
const NOTE_MS = 20_000;
/** Five minutes: by then the connection was lost and found anew. */
const MOST_TRIES = 150;

/** A refresh that no server answers would leave the page: it waits for one that can do its work. */
async function whenReady(then: (version: string) => void, gone: AbortSignal): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES && !gone.aborted; tries += 1) {
    const version = await callSms(ready, {}).then(
      (answer) => answer.version,
      () => undefined,
    );
    if (gone.aborted) return;
    if (version !== undefined) return then(version);
    await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
  }
}

interface Props {
  readonly username: string;
  /** How the page connects to the message channel; default: the portal's own. */
  readonly connection?: IncidentConnection;
}

/**
 * Shown on top of every page after 10 s without a connection, with the time of the loss (readings 249). It replaces the
 * alarm strip, which cannot be trusted meanwhile; a rule of globals.css greys out the page below.
 */
export function ConnectionBanner({ username, connection }: Props) {
  const t = useTranslations('layout');
  const router = useRouter();
  const [first] = useState(() => connection);
  const since = useLostSince();
  // Keeps the page's connection open, also when the page shows no incidents.
  useEffect(() => hearRows(username, NOTHING, first), [username, first]);
  // What the server rendered is read again too; the banner goes before that. A page of an older build is asked for first.
  useEffect(() => {
    const gone = new AbortController();
    const stop = onConnectionBack((wasSaid) => {
      const read = (version: string) => isOfVersion(version) && wasSaid && router.refresh();
      void whenReady(read, gone.signal);
    });
    return () => {
      gone.abort();
      stop();
    };
  }, [router]);
  useOfflinePage();
  useEffect(() => {
    const note = () => noteKnownUntil(heardUntil());
    note();
    const timer = setInterval(note, NOTE_MS);
    window.addEventListener('pagehide', note);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pagehide', note);
    };
  }, []);
  if (since === null) return <NewVersion />;
  return (
    <p className={styles.banner} role="status" data-alarm-strip data-testid="connection-lost">
      <OfflineIcon size={20} />
      <span>
        <b>{t('lost', { time: formatTime(since) })}</b> <span className={styles.more}>{t('lostText')}</span>
      </span>
    </p>
  );
}
