import { z } from 'zod';

/** A signature as it is stored: strokes of points [x, y, ms] on a field of 1000 by 600. */
export const Strokes = z.array(z.array(z.array(z.number())));
export type Strokes = z.output<typeof Strokes>;
