import type { StatusKind } from '@/components/kit/ui/status';
import type { FaultResult } from '@/lib/features/error-inspection/value-sets';

/** The colours of judgements: waiting is stronger than watched, and watched is stronger than finished. */
export const RESULT_LOOKS: Readonly<Record<FaultResult, StatusKind>> = {
  PENDING: 'attention',
  REAL: 'fault',
  FALSE_ALARM: 'normal',
  SERVICE_WORK: 'inspection',
  WATCH: 'service',
};
