import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { getVideoUrl } from '../contract';

/** May the holder watch cameras of units at all (api.md §2.10)? */
export const mayOpenVideo = (holder: Holder | null): boolean => may(holder, getVideoUrl);
