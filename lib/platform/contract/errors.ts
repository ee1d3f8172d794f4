/**
 * Domain errors. Services throw an `AppError`; the door turns it into the envelope of api.md §1.3. The user's message
 * comes from `messages/<language>/errors.json` under `messageKey`, so that one throw serves both languages.
 */

/** error id → code (and HTTP status), api.md §1.3. */
export const ERROR_CODES = {
  validation_failed: 400,
  bad_request: 400,
  invalid_grant: 400,
  token_expired: 401,
  invalid_token: 401,
  access_denied: 403,
  csrf_failed: 403,
  account_disabled: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  server_error: 500,
  bad_gateway: 502,
  unavailable: 503,
  gateway_timeout: 504,
  no_object_permission: 511,
  verification: 511,
  customer_type_required: 511,
  too_many_equipment: 511,
} as const;

export type ErrorId = keyof typeof ERROR_CODES;

export interface AppErrorOptions {
  /** Key in the `errors` messages; the error id when absent. */
  messageKey?: string;
  /** Values for the placeholders of the message. */
  params?: Record<string, string | number>;
  /** `data` of the envelope: field errors, a sign-in challenge. */
  data?: Record<string, unknown>;
  /** Extra answer headers, for example Retry-After. */
  headers?: Record<string, string>;
  /** For the log only, never for the user. */
  cause?: unknown;
}

/** An expected refusal. `id` is stable and decides the code; the text follows the caller's language. */
export class AppError extends Error {
  override name = 'AppError';
  readonly id: ErrorId;
  readonly messageKey: string;
  readonly params: Record<string, string | number>;
  readonly data: Record<string, unknown> | null;
  readonly headers: Record<string, string>;

  constructor(id: ErrorId, options: AppErrorOptions = {}) {
    super(options.messageKey ?? id, { cause: options.cause });
    this.id = id;
    this.messageKey = options.messageKey ?? id;
    this.params = options.params ?? {};
    this.data = options.data ?? null;
    this.headers = options.headers ?? {};
  }

  get code(): number {
    return ERROR_CODES[this.id];
  }
}

/** Refuses one field by a rule that a schema cannot know; the shape is that of a schema's refusal. */
export class FieldError extends AppError {
  constructor(field: string, messageKey: string, params?: Record<string, string | number>) {
    super('validation_failed', { messageKey, params, data: { fieldKeys: { [field]: messageKey } } });
  }
}
