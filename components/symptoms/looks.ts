import type { StatusKind } from '@/components/kit/ui/status';
import { type SymptomState } from '@/lib/live/detector/symptom-state';

/** The colours of a symptom's states: not taken is stronger than in progress, and that is stronger than finished. */
export const STATE_LOOKS: Readonly<Record<SymptomState, StatusKind>> = {
  INIT: 'attention',
  NOT_PROCESSED: 'fault',
  OPEN: 'service',
  INACTIVE: 'standby',
  EXPIRED: 'offline',
  CLOSED: 'normal',
};
