import { useNow } from '@/components/kit/ui/age';

interface Clock {
  /** At the moment of reading; null: nothing runs, or the reader sees dates only. */
  readonly remainingSec: number | null;
}

/**
 * How long a clock still has now, in seconds, and whether its time is over.
 * @param readAt when it was read, by this browser's clock (epoch ms); undefined: not yet
 */
export function useTimeLeft(
  { remainingSec }: Clock,
  readAt: number | undefined,
): { left: number | null; isLate: boolean } {
  const passed = usePassedSec(readAt);
  const left = remainingSec === null ? null : remainingSec - passed;
  return { left, isLate: left !== null && left < 0 };
}

/** Seconds since something was read; 0 before the first rendering in a browser. */
export function usePassedSec(readAt: number | undefined): number {
  const now = useNow();
  return now === undefined || readAt === undefined ? 0 : Math.max(0, Math.floor((now - readAt) / 1000));
}
