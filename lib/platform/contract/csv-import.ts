import { z } from 'zod';

/** Input and output of a CSV import of the head office, for every kind of row (api.md §2.6, §2.7). */

export const CSV_MAX_BYTES = 4 * 1024 * 1024;
export const CSV_ROW_LIMIT = 20_000;
/** Quotes and line ends of the CSV are escaped in the body. */
export const CSV_BODY_BYTES = 2 * CSV_MAX_BYTES;

export const csvText = z
  .string({ error: 'required' })
  .min(1, 'required')
  .max(CSV_MAX_BYTES, 'tooLong')
  .refine((value) => !value.includes('\0'), 'badValue');

export const CsvOutcome = z.object({
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  failedTotal: z.number().int(),
  /** The first errors; `line` counts from 1, as in an editor. */
  failed: z.array(z.object({ line: z.number().int(), message: z.string() })),
});
