import type { IncidentCondition } from '@/lib/features/incidents/contract';

/** The query of the alarm strip, the same on the server and in the browser. */

/** The worst ones; a list page shows the others. */
export const STRIP_ROWS = 20;

export const stripConditions = (faults: boolean): readonly IncidentCondition[] =>
  faults ? ['trapped', 'fault', 'freed'] : ['trapped', 'freed'];
