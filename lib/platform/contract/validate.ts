import type { z } from 'zod';
import { AppError } from './errors';

/**
 * Parses an input with its schema. Refusals become `validation_failed` with one message key per field. Schemas name
 * keys of the `errors` messages; zod's own issues are mapped here.
 * @throws validation_failed
 */
export function validate<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const fieldKeys: Record<string, string> = {};
  for (const issue of result.error.issues) {
    const field = issue.path.map(String).join('.') || '*';
    fieldKeys[field] ??= keyOfIssue(issue);
  }
  throw new AppError('validation_failed', { data: { fieldKeys } });
}

const OWN_KEY = /^[a-z][A-Za-z0-9]*$/;

function keyOfIssue(issue: z.core.$ZodIssue): string {
  if (OWN_KEY.test(issue.message)) return issue.message;
  const isMissing = issue.code === 'invalid_type' && /received undefined/.test(issue.message);
  if (isMissing || (issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1)) return 'required';
  if (issue.code === 'too_big') return 'tooLong';
  return 'badValue';
}
