'use client';

import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import { later, Waiting } from '@/components/kit/layout/later';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import type { queryIncidents } from '@/lib/features/incidents/contract';
import type { IncidentConnection } from '@/lib/features/incidents/shared/incident-channel';
import { useIncidents } from '@/lib/features/incidents/shared/use-incidents';
import type { StripSettings } from '@/lib/features/notifications/contract';
import type { Holder } from '@/lib/platform/contract/authorities';
import { useLostSince } from '@/lib/platform/client/page-connection';
import type { OutputOf } from '@/lib/platform/contract/operation';
import { inStripOrder } from './incident-order';
import { STRIP_ROWS, stripConditions } from './strip-input';
import { keepAnnounced } from './announced-alarms';
import { useStripSettings } from '@/lib/features/notifications/shared/use-strip-settings';
import styles from './reserved.module.css';

const Farewell = later(async () => (await import('./release-line')).ReleaseLine, ['incidents']);
const AlarmStrip = later(async () => (await import('./alarm-strip')).AlarmStrip, ['incidents']);

const FirstWords = createContext<string | undefined>(undefined);

/** Keeps the strip's place while its code loads, so that the page does not jump; on a slow net its words are read there. */
const Reserved = () => (
  <div className={styles.reserved} data-alarm-strip>
    {useContext(FirstWords)}
  </div>
);

export interface AlarmWatchProps {
  readonly username: string;
  readonly holder: Holder;
  readonly settings: StripSettings;
  /** What the server read with these settings; null: the read failed. */
  readonly first: OutputOf<typeof queryIncidents> | null;
  /** What the strip says until its code is there. */
  readonly words?: string;
  readonly connection?: IncidentConnection;
}

/**
 * On every page: checks whether there is an alarm, and shows the strip while there is one (readings 136). The strip's
 * code is loaded with the first alarm.
 */
export function AlarmWatch({ username, holder, settings: given, first, words, connection }: AlarmWatchProps) {
  const failureText = useFailureText();
  const { settings, save } = useStripSettings(username, given);
  const { faults } = settings;
  const input = useMemo(() => ({ conditions: stripConditions(faults), pageSize: STRIP_ROWS }), [faults]);
  const fallbackData = faults === given.faults ? (first ?? undefined) : undefined;
  const { data, error, mutate } = useIncidents(
    input,
    { fallbackData, revalidateOnMount: fallbackData === undefined },
    connection,
  );
  const rows = useMemo(() => inStripOrder(data?.records ?? []), [data]);
  // An alarm that ended may come back and is then new.
  const isCalm = data !== undefined && rows.length === 0;
  useEffect(() => {
    if (isCalm) keepAnnounced(username, []);
  }, [isCalm, username]);
  // The code could not be loaded: the next change tries again.
  const [failedFor, setFailedFor] = useState<typeof data>();
  /** The release that the user closed, or that was shown long enough. */
  const [saidGoodbye, setSaidGoodbye] = useState<string>();
  // Without a connection nobody knows whether there is an alarm, so neither is said (readings 249).
  const isLost = useLostSince() !== null;
  if (!data || failedFor === data || isLost) return null;
  if (rows.length === 0) {
    const [last] = data.released ?? [];
    const which = last && `${last.equipmentNo} ${last.at}`;
    if (which === undefined || which === saidGoodbye) return null;
    return <Farewell key={which} released={data.released ?? []} onClose={() => setSaidGoodbye(which)} />;
  }
  return (
    <FirstWords value={words}>
      <Waiting value={Reserved}>
        <AlarmStrip
          username={username}
          holder={holder}
          rows={rows}
          total={data.total}
          isOld={error !== undefined}
          hasSound={settings.sound}
          onSound={(sound) => save({ sound }).catch((failure: unknown) => toast.error(failureText(failure)))}
          onChanged={mutate}
          onClose={() => setFailedFor(data)}
        />
      </Waiting>
    </FirstWords>
  );
}
