import { CALLBACK_STATUSES } from './state';
import type { CallbackStatusCode } from './state';

/** Value sets of call-outs (doc2 §3, doc3 §4.10, api.md §1.11). */

export const CALLBACK_TYPES = ['Customer call', 'Telemonitoring Breakdown', 'Telemonitoring Manual'] as const;
export type CallbackType = (typeof CALLBACK_TYPES)[number];

/** Closing reasons, in the order of the documents; 1 is the equipment's own fault. */
export const SCSA = ['1', '2', '4', '5', '6', '0'] as const;
export type Scsa = (typeof SCSA)[number];
/** A filter value: closed without a reason, or without a part. */
export const NOT_RECORDED = 'none';
export const SCSA_FILTERS = [...SCSA, NOT_RECORDED] as const;
export const EQUIPMENT_CAUSE: Scsa = '1';

/** The person filter. */
export const PERSONS = ['personInjured', 'personTrapped'] as const;
export const PERSON_STATUSES = ['normal', 'injured', 'trapped', 'injuredAndTrapped'] as const;
export type PersonStatus = (typeof PERSON_STATUSES)[number];

/** What happened to persons, as one text key. */
export function personStatusOf(row: { personTrapped: boolean; personInjured: boolean }): PersonStatus {
  if (row.personTrapped) return row.personInjured ? 'injuredAndTrapped' : 'trapped';
  return row.personInjured ? 'injured' : 'normal';
}

/** The filters that the link from the wall sets (readings 44). */
export const FROM_CAMPUS: readonly CallbackStatusCode[] = CALLBACK_STATUSES.slice(0, 5);

/** The default range of the list, up to and with today (doc2 §5). */
export const DEFAULT_DAYS = 180;

/** The highest number of trapped persons in a call-out. */
export const MAX_TRAPPED = 50;
