'use client';

import { getHomeDay } from '@/lib/features/home/contract';
import type { FirstIncidents } from '@/lib/features/home/first-data';
import type { IncidentConnection } from '@/lib/features/incidents/shared/incident-channel';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { ActionBlock } from './action-block';
import { DueToday } from './due-today';
import { useDay } from './use-day';

interface Props {
  readonly first?: FirstIncidents;
  readonly holder: Holder;
  /** False: the data strategy withholds faults. */
  readonly showsFaults: boolean;
  /** How the page hears about changes; default: the portal's own connection. */
  readonly connection?: IncidentConnection;
}

/** The dispatcher's work: what needs a person now, then what is due today. */
export function Cockpit({ first, holder, showsFaults, connection }: Props) {
  const maySeeDay = may(holder, getHomeDay);
  const day = useDay(maySeeDay, connection);
  return (
    <>
      <ActionBlock {...{ first, holder, showsFaults, connection }} day={day.data} />
      {maySeeDay && <DueToday day={day} holder={holder} />}
    </>
  );
}
