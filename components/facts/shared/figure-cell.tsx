import type { useFormatter } from 'next-intl';

type Format = ReturnType<typeof useFormatter>;

/** What is not known (readings 217). */
export const NONE = '-';

/** A counted figure, or one with two decimals. */
export const figureCell = (format: Format, value: number | null, decimals = 0): string =>
  value === null ? NONE : format.number(value, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
