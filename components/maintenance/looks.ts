import type { StatusKind } from '@/components/kit/ui/status';
import type { MaintenanceStatus } from '@/lib/features/maintenance/value-sets';

/** The colours of a job's states; a signed job counts as done (doc3 §4.9). */
export const JOB_LOOKS: Readonly<Record<MaintenanceStatus, StatusKind>> = {
  PLAN: 'standby',
  LOCK: 'service',
  DONE: 'normal',
  CONFIRM: 'normal',
};
