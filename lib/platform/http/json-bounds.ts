import { AppError } from '@/lib/platform/contract/errors';

/** Levels of objects and lists in a body (api.md §1.2). */
export const MAX_DEPTH = 20;
/** Fields and list items of a body, all levels together, unless the operation declares more. */
export const DEFAULT_MAX_MEMBERS = 4000;

const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...'"\\,[]{}'].map((sign) =>
  sign.charCodeAt(0),
);

/**
 * Counts levels and members of a JSON text while it arrives, so that an expensive text is never parsed. Works on bytes:
 * in UTF-8 no byte of another character equals one of these signs.
 */
export class JsonBounds {
  #depth = 0;
  #members = 0;
  #isInString = false;
  #isEscaped = false;

  constructor(private readonly maxMembers = DEFAULT_MAX_MEMBERS) {}

  /** @throws bad_request as soon as a limit is exceeded */
  take(chunk: Uint8Array): void {
    for (const byte of chunk) {
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) this.#isInString = false;
      } else if (byte === QUOTE) this.#isInString = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        this.#depth += 1;
        if (this.#depth > MAX_DEPTH) throw new AppError('bad_request', { messageKey: 'tooDeep' });
        this.#count();
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#depth -= 1;
      else if (byte === COMMA) this.#count();
    }
  }

  /** An opening bracket has a first member, a comma adds one more. */
  #count(): void {
    this.#members += 1;
    if (this.#members > this.maxMembers)
      throw new AppError('bad_request', { messageKey: 'tooManyMembers', params: { limit: this.maxMembers } });
  }
}
