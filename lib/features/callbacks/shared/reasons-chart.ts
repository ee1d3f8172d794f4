import type { ChartModel } from '@/lib/platform/charts/model';

/** Call-outs by the reason with which they were closed, as a chart of reports. Pure. */

interface Reason {
  readonly reason: string;
  readonly quantity: number;
  readonly code: string;
}

/** @param callsOf the address of the call-outs of these filters */
export const reasonsChart = (
  reasons: readonly Reason[],
  title: string,
  words: ChartModel['words'],
  callsOf: (filters: Record<string, string>) => string | undefined,
): ChartModel => ({
  title,
  entries: reasons.map(({ reason, quantity, code }) => ({
    name: reason,
    value: quantity,
    href: callsOf({ jobStatus: 'CLSO', scsa: code }),
  })),
  words,
});
