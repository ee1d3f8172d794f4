'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import type { RowKind } from '@/lib/live/realtime/shared/notices';
import { pageUser } from '@/lib/platform/client/page-user';
import { hearRows } from './incident-channel';
import type { IncidentConnection } from './incident-channel';

/**
 * Reads again when call-outs or symptoms in scope have changed, whoever changed them, at most once a second (readings
 * 264). The bell only says the kind: the rows come with the page's own call.
 */
export function useRowsBell(kind: RowKind, readAnew: () => unknown, connection?: IncidentConnection): void {
  const [first] = useState(() => connection);
  const onRung = useEffectEvent((rung: RowKind | undefined) => {
    if (rung === undefined || rung === kind) readAnew();
  });
  useEffect(() => {
    const username = pageUser();
    return username === null ? undefined : hearRows(username, (rung) => onRung(rung), first);
  }, [first]);
}
