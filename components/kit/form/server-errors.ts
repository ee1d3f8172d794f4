import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

/** The parts of a refused call that a form can show (api.md §1.3). */
interface RefusedCall {
  readonly message?: string;
  readonly data?: { readonly fieldErrors?: Readonly<Record<string, string>> } | null;
}

function asRefusal(error: unknown): RefusedCall | undefined {
  return typeof error === 'object' && error !== null ? (error as RefusedCall) : undefined;
}

/** The server's message of a refused call, for the user. */
export function messageOf(error: unknown): string | undefined {
  const message = asRefusal(error)?.message;
  return typeof message === 'string' && message !== '' ? message : undefined;
}

/** `data.fieldErrors` of a refused call: dotted path → text. */
export function fieldErrorsOf(error: unknown): Readonly<Record<string, string>> {
  const found = asRefusal(error)?.data?.fieldErrors;
  return typeof found === 'object' && found !== null ? found : {};
}

/** Does the form have a field at this dotted path? */
function holds(values: unknown, path: string): boolean {
  let current = values;
  for (const part of path.split('.')) {
    if (typeof current !== 'object' || current === null || !(part in current)) return false;
    current = (current as Record<string, unknown>)[part];
  }
  return true;
}

/**
 * Shows the server's field errors under the form's fields. The caller keeps the errors of fields that the form does not
 * have.
 * @returns isComplete: there were errors and each has a field in the form; first: the field to focus
 */
export function applyServerErrors<T extends FieldValues, C, O>(
  form: UseFormReturn<T, C, O>,
  error: unknown,
): { isComplete: boolean; first: FieldPath<T> | undefined } {
  const entries = Object.entries(fieldErrorsOf(error));
  const known = entries
    .filter(([path]) => holds(form.getValues(), path))
    .map(([path, message]) => ({ path: path as FieldPath<T>, message }));
  for (const { path, message } of known) form.setError(path, { type: 'server', message });
  return { isComplete: entries.length > 0 && known.length === entries.length, first: known[0]?.path };
}
