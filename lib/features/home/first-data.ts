import type { queryIncidents } from '@/lib/features/incidents/contract';
import type { OutputOf } from '@/lib/platform/contract/operation';

/** The most incidents that home shows; their number gives the total. */
export const INCIDENTS_SHOWN = 20;

/** What the server read for the first picture. */
export interface FirstIncidents {
  readonly page: OutputOf<typeof queryIncidents>;
  /** Silent units of the whole scope; undefined: the browser asks for them. */
  readonly offline?: number | undefined;
  /** epoch ms */
  readonly at: number;
}
