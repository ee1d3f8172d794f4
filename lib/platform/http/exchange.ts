/**
 * A call and its answer, without the weight of web requests and responses: the code that mounts the door converts its
 * own kind into these. A `Request` is already an `Incoming`.
 */

/** The part of headers that our code reads. */
export interface HeaderReader {
  get(name: string): string | null;
  has(name: string): boolean;
}

/** The visitor, known by its headers. */
export interface Visitor {
  readonly headers: HeaderReader;
}

export interface Incoming extends Visitor {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  /** When reading stops early, the answer must still be sent. */
  readonly body: AsyncIterable<Uint8Array> | null;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Values of `Set-Cookie`. */
  readonly cookies: readonly string[];
  /** A text is whole; a stream is a file. */
  readonly body: string | ReadableStream<Uint8Array> | null;
}

/** The answer as a web response. */
export function toResponse({ status, headers, cookies, body }: HttpAnswer): Response {
  const sent = new Headers(headers);
  for (const cookie of cookies) sent.append('Set-Cookie', cookie);
  return new Response(body, { status, headers: sent });
}
