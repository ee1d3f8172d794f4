import type { IncidentCondition } from '@/lib/features/incidents/contract';

/** What the alarm strip asks for, on the server and in the browser the same. */

/** The worst ones; a list shows the others. */
export const STRIP_ROWS = 20;

export const stripConditions = (faults: boolean): readonly IncidentCondition[] =>
  faults ? ['trapped', 'fault', 'freed'] : ['trapped', 'freed'];
