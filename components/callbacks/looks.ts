import type { StatusKind } from '@/components/kit/ui/status';
import type { CallbackStatusCode } from '@/lib/features/callbacks/state';
import type { PersonWord } from '@/lib/features/callbacks/persons';

/** How states of a call-out look: what waits for somebody is louder than what is under way, and that than what is over. */
export const STATUS_LOOKS: Readonly<Record<CallbackStatusCode, StatusKind>> = {
  INIT: 'attention',
  REQU: 'attention',
  PAGE: 'service',
  DISP: 'service',
  SITE: 'service',
  INTR: 'inspection',
  CLSO: 'normal',
  CLSC: 'offline',
};

export const PERSON_LOOKS: Readonly<Record<PersonWord, StatusKind>> = {
  normal: 'unknown',
  injured: 'fault',
  trapped: 'trapped',
  injuredAndTrapped: 'trapped',
  freed: 'normal',
  injuredAndFreed: 'fault',
};
