import { z } from 'zod';

/** Several words of a set, as an array or comma-joined; nothing in it, null and -1 mean no filter (api.md §1.6 Multi filters). */
export const filterEnums = <const T extends readonly [string, ...string[]]>(values: T) =>
  z
    .preprocess(
      (value) =>
        value === -1 || value === '-1'
          ? undefined
          : typeof value === 'string'
            ? value
                .split(',')
                .map((item) => item.trim())
                .filter(Boolean)
            : value,
      z
        .array(z.enum(values, { error: 'badValue' }))
        .max(100, 'tooMany')
        .nullish(),
    )
    .transform((value) => (value?.length ? value : undefined));
