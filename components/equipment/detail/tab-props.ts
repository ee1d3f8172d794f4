import type { Holder } from '@/lib/platform/contract/authorities';

export interface TabProps {
  readonly equipmentNo: string;
  readonly holder: Holder;
}
