import type { IncomingMessage } from 'node:http';
import type { SpanHandle } from './tracer';
import { traced } from './tracing';

/** The header by which the W3C passes a trace on. */
export const TRACE_HEADER = 'traceparent';

/**
 * Answers a request in a span, the child of the caller's where `replaceForwarded` left its header: one of a trusted proxy,
 * or of a process of ours.
 * @param part what of the portal answers; never the path, which may hold keys
 */
export function tracedRequest<T>(
  { method = '', headers }: IncomingMessage,
  part: string,
  work: (span: SpanHandle) => T,
): T {
  const parent = headers[TRACE_HEADER];
  return traced(
    `${method} ${part}`,
    {
      kind: 'server',
      attributes: { 'http.request.method': method, 'portal.part': part },
      ...(typeof parent === 'string' ? { parent } : {}),
    },
    work,
  );
}
