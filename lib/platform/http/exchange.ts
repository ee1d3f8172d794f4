/**
 * A call as it arrives and leaves, without the weight of web requests and responses: whoever mounts the door turns his own
 * kind into these. A `Request` is an `Incoming` as it is.
 */

/** Headers as far as anybody here reads them. */
export interface HeaderReader {
  get(name: string): string | null;
  has(name: string): boolean;
}

/** Who asks, as far as its headers tell. */
export interface Visitor {
  readonly headers: HeaderReader;
}

export interface Incoming extends Visitor {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  /** Left before its end it must not take the answer's way with it. */
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
