import { Age } from '@/components/kit/ui/age';
import { parseWallTime } from '@/lib/platform/i18n/format';

/** How long ago data arrived, from a time in an answer; a day without a time stays a day. */
export function DataAge({ at }: { readonly at: string }) {
  return at.length === 10 ? <>{at}</> : <Age at={parseWallTime(at)} />;
}
