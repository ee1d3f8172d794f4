import { Age } from '@/components/kit/ui/age';
import { parseWallTime } from '@/lib/platform/i18n/format';
import { tellsTime } from '@/lib/platform/i18n/shown-moment';

/** How long ago data arrived, from a time in an answer; a day without a time stays a day. */
export function DataAge({ at }: { readonly at: string }) {
  return tellsTime(at) ? <Age at={parseWallTime(at)} /> : <>{at}</>;
}
