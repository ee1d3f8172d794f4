import { z } from 'zod';

/** A sum as it comes from the database: text where PostgreSQL says bigint or numeric; null where nothing was counted. */
export const storedSum = z.preprocess((value) => (value === null ? null : Number(value)), z.number().nullable());
