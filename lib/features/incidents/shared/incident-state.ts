import type { IncidentRow } from '../contract';

/**
 * How the state of an incident is worded (readings 256): who opened its call-out × who has acknowledged × how far it
 * is. Pure; the texts are `incidents.state.*`. "Nobody has acknowledged" is never shown beside a text that says that
 * somebody has taken it.
 */

type Callback = Pick<NonNullable<IncidentRow['callback']>, 'status' | 'openedBy'>;
export type StateWord =
  'systemNobody' | 'systemTaken' | 'opened' | 'taken' | Exclude<NonNullable<IncidentRow['callback']>['status'], 'INIT'>;

export interface IncidentState {
  /** Names of those who acknowledged, or that nobody did; nothing when somebody already works on it. */
  readonly ack: 'names' | 'nobody' | 'silent';
  /** null: there is no call-out, or the reader may not see it. */
  readonly word: StateWord | null;
}

export function incidentState(
  callback: Callback | null,
  acks: readonly { readonly inCharge: boolean }[],
): IncidentState {
  const names = acks.length > 0;
  if (callback === null) return { ack: names ? 'names' : 'nobody', word: null };
  const { status, openedBy } = callback;
  const isTaken = acks.some(({ inCharge }) => inCharge);
  if (status === 'INIT' && openedBy === 'system')
    return isTaken ? { ack: 'names', word: 'systemTaken' } : { ack: names ? 'names' : 'silent', word: 'systemNobody' };
  if (status === 'INIT') return { ack: names ? 'names' : 'nobody', word: isTaken ? 'taken' : 'opened' };
  if (status === 'REQU') return { ack: names ? 'names' : 'nobody', word: status };
  return { ack: names ? 'names' : 'silent', word: status };
}
