import { z } from 'zod';
import type { PaperChart as ChartToDraw } from '@/lib/platform/charts/paper-options';

/** A chart as it travels to the process that draws it; what it says is `lib/platform/charts/model.ts`. */

const MAX_NAMES = 400;
const name = z.string().max(200);
const value = z.number().nullable();
const unit = z.enum(['count', 'percent']).optional();

const Entries = z.object({
  title: name,
  entries: z.array(z.object({ name, value, compared: value.optional() })).max(MAX_NAMES),
  words: z.object({ name, value: name, compared: name.optional() }),
});

const Series = z.object({
  title: name,
  names: z.array(name).max(MAX_NAMES),
  series: z.array(z.object({ name, values: z.array(value).max(MAX_NAMES) })).max(40),
  words: z.object({ name }),
  unit,
});

export const PaperChart = z.union([
  z.object({ kind: z.enum(['bars', 'pie', 'ranking']), model: Entries }),
  z.object({ kind: z.enum(['line', 'stacked', 'squares']), model: Series }),
]) satisfies z.ZodType<ChartToDraw>;
