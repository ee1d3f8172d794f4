import type { Language } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import type { AppError } from './errors';

/** The envelope of every answer (api.md §1.3). HTTP status = code. */
export interface Envelope<T = unknown> {
  code: number;
  message: string;
  data: T | null;
  error?: string;
  error_description?: string;
}

/** Headers that every answer of the door carries (api.md §1.2). */
export function answerHeaders(requestId: string): Record<string, string> {
  return { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'X-Request-Id': requestId };
}

export function success(data: unknown, message = 'success'): Envelope {
  return { code: 200, message, data: data ?? null };
}

/** The envelope of a refusal, in the caller's language. Field errors are translated under `data.fieldErrors`. */
export function failure(error: AppError, language: Language): Envelope {
  const fieldKeys = error.data?.fieldKeys as Record<string, string> | undefined;
  const message = translateServer(language, 'errors', error.messageKey, error.params);
  const data = fieldKeys
    ? {
        fieldErrors: Object.fromEntries(
          Object.entries(fieldKeys).map(([field, key]) => [
            field,
            translateServer(language, 'errors', key, error.params),
          ]),
        ),
      }
    : error.data;
  const first =
    data && 'fieldErrors' in data ? Object.values(data.fieldErrors as Record<string, string>)[0] : undefined;
  const text = first ?? message;
  return { code: error.code, message: text, data, error: error.id, error_description: text };
}
