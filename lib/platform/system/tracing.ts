import { config } from '@/lib/config';
import type { SpanHandle, SpanOptions, Tracer } from './tracer';

/**
 * Traces (decision 025): one request or job, followed through door, SQL and gateway. Off unless OTEL_EXPORTER_OTLP_ENDPOINT
 * names a collector; then `startTracing` loads OpenTelemetry, and until then nothing here does anything.
 */

/** Next bundles this file more than once, so it is kept where all copies find it. */
const holder = globalThis as typeof globalThis & { liftPortalTracer?: Tracer };

export const tracer = (): Tracer | undefined => holder.liftPortalTracer;

const NO_SPAN: SpanHandle = { set: () => undefined, rename: () => undefined, end: () => undefined };

/** Runs work in a span of its own, which ends with it. */
export function traced<T>(name: string, options: SpanOptions, work: (span: SpanHandle) => T): T {
  const present = tracer();
  if (!present) return work(NO_SPAN);
  const span = present.begin(name, options);
  try {
    const result = present.within(span, () => work(span));
    if (!(result instanceof Promise)) {
      span.end();
      return result;
    }
    return result.then(
      (value: unknown) => {
        span.end();
        return value;
      },
      (error: unknown) => {
        span.end(error);
        throw error;
      },
    ) as T;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

/** Of the present span, for a call to another process of ours. */
export function traceHeaders(): { traceparent?: string } {
  const traceparent = tracer()?.traceparent();
  return traceparent === undefined ? {} : { traceparent };
}

/** Begins where the settings name a collector. @param service the name of the process in traces */
export async function startTracing(service: string): Promise<void> {
  const { tracing } = config();
  if (!tracing) return;
  const { createTracer } = await import('./tracing-sdk');
  holder.liftPortalTracer = createTracer(service, tracing);
}

/** Sends what is left, and traces no more. */
export async function stopTracing(): Promise<void> {
  const present = tracer();
  holder.liftPortalTracer = undefined;
  await present?.close();
}
