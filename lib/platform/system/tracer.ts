/** What traces are made of (decision 025), without anything that makes them. */

/**
 * All that a span may say. No paths, addresses, names, parameters or messages: these hold keys of links, telephone numbers
 * and words that people typed.
 */
export type SpanAttribute =
  | 'http.request.method'
  | 'http.response.status_code'
  | 'portal.part'
  | 'portal.operation'
  | 'portal.job'
  | 'portal.attempt'
  | 'db.system.name'
  | 'db.operation.name'
  | 'db.collection.name'
  | 'error.type';
export type SpanAttributes = Partial<Record<SpanAttribute, string | number>>;

export interface SpanOptions {
  /** server: called from outside of the process; client: calls out of it; consumer: does what was written down before. */
  readonly kind?: 'server' | 'client' | 'consumer';
  readonly attributes?: SpanAttributes;
  /** `traceparent` of the caller, where it is believed. Absent: the span in which this happens. */
  readonly parent?: string;
}

export interface SpanHandle {
  set(attributes: SpanAttributes): void;
  rename(name: string): void;
  /** @param error why it failed; its kind is kept, its message is not */
  end(error?: unknown): void;
}

export interface Tracer {
  begin(name: string, options: SpanOptions): SpanHandle;
  /** Runs work in a span: spans that begin in it are its children. */
  within<T>(span: SpanHandle, work: () => T): T;
  /** The present span in the form of the W3C, for another process. */
  traceparent(): string | undefined;
  /** Sends what is left. */
  close(): Promise<void>;
}
