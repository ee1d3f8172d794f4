import type { StatusKind } from '@/components/kit/ui/status';
import type { FaultResult } from '@/lib/features/error-inspection/value-sets';

/** How judgements look: what waits is louder than what is watched, and that than what is over. */
export const RESULT_LOOKS: Readonly<Record<FaultResult, StatusKind>> = {
  PENDING: 'attention',
  REAL: 'fault',
  FALSE_ALARM: 'normal',
  SERVICE_WORK: 'inspection',
  WATCH: 'service',
};
