import { z } from 'zod';

/** What a data strategy speaks of (silent-screens B2). Pure. */

export const DATA_GROUPS = [
  'live',
  'faults',
  'diagnostics',
  'otherEvents',
  'runModes',
  'energy',
  'passengers',
  'video',
] as const;

export const SYMPTOM_CATEGORIES = ['A', 'B', 'C', 'D', 'F'] as const;

/** Seconds between two pushes that a data strategy may ask for. */
export const LIVE_INTERVALS = [1, 5, 30] as const;

/** What a data strategy leaves to the user; it takes away, never grants (api.md §2.24, readings 68). */
export const DataStrategy = z.object({
  /** null: all history. */
  historyMonths: z.number().int().nullable(),
  liveIntervalSec: z
    .number()
    .int()
    .meta({ enum: [...LIVE_INTERVALS] }),
  dataGroups: z.array(z.string().meta({ enum: [...DATA_GROUPS] })),
  maskTime: z.boolean(),
  exportAllowed: z.boolean(),
});
export type DataStrategy = z.infer<typeof DataStrategy>;

/** Beside a page: so many months the data strategy leaves, where the question asked for more (silent-screens B2). */
export const CutHistory = z.object({ historyMonths: z.number().int().optional() });
