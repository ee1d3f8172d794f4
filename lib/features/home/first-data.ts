import type { queryIncidents } from '@/lib/features/incidents/contract';
import type { OutputOf } from '@/lib/platform/contract/operation';

/** Incidents that home shows; their number says how many there are. */
export const INCIDENTS_SHOWN = 20;

/** What the server has read for the first picture. */
export interface FirstIncidents {
  readonly page: OutputOf<typeof queryIncidents>;
  /** Units of the whole scope that nobody hears; undefined: the browser asks. */
  readonly offline?: number | undefined;
  /** epoch ms */
  readonly at: number;
}
