import type { StatusKind } from '@/components/kit/ui/status';
import { type SymptomState } from '@/lib/live/detector/symptom-state';

/** How states of a symptom look: what nobody took is louder than what is dealt with, and that than what is over. */
export const STATE_LOOKS: Readonly<Record<SymptomState, StatusKind>> = {
  INIT: 'attention',
  NOT_PROCESSED: 'fault',
  OPEN: 'service',
  INACTIVE: 'standby',
  EXPIRED: 'offline',
  CLOSED: 'normal',
};
