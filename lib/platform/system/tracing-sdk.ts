import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import type { Context, Span } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Sampler } from '@opentelemetry/sdk-trace';
import type { TracingSettings } from '@/lib/config-parts';
import type { SpanHandle, SpanOptions, Tracer } from './tracer';

/**
 * OpenTelemetry behind `tracing.ts`, loaded only when it is wanted. Nothing is registered globally: what libraries would
 * then say by themselves (Next: whole addresses with their queries) is not ours to send.
 */

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const;
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  const root = sampler.endsWith('always_on')
    ? new AlwaysOnSampler()
    : sampler.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio);
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

/** The span of another process, or none where the header is not of the form that the W3C gives it. */
function remoteParent(traceparent: string): Context {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(traceparent) ?? [];
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
  return trace.isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}

/** The kind of an error: its code, as databases and systems have them, or its class. */
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Error';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^[A-Z0-9_]{3,40}$/.test(code) ? code : error.constructor.name;
}

class OpenSpan implements SpanHandle {
  constructor(
    readonly span: Span,
    readonly context: Context,
  ) {}

  set(attributes: SpanOptions['attributes'] = {}): void {
    this.span.setAttributes(attributes);
  }

  rename(name: string): void {
    this.span.updateName(name);
  }

  end(error?: unknown): void {
    if (error !== undefined) {
      this.span.setAttribute('error.type', typeOf(error));
      this.span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.span.end();
  }
}

/** @param service the name of the process in traces, unless OTEL_SERVICE_NAME says another */
export function createTracer(service: string, settings: TracingSettings): Tracer {
  const exporter = new OTLPTraceExporter({ url: settings.url, headers: settings.headers });
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(
        resourceFromAttributes({
          'service.name': settings.serviceName ?? service,
          'service.instance.id': `${hostname()}-${process.pid}`,
        }),
      ),
    sampler: samplerOf(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('portal');
  const present = new AsyncLocalStorage<Context>();
  return {
    begin(name, { kind, attributes, parent }) {
      const context = parent === undefined ? (present.getStore() ?? ROOT_CONTEXT) : remoteParent(parent);
      const span = tracer.startSpan(name, { kind: kind && KINDS[kind], attributes }, context);
      return new OpenSpan(span, trace.setSpan(context, span));
    },
    within: (span, work) => (span instanceof OpenSpan ? present.run(span.context, work) : work()),
    traceparent() {
      const span = trace.getSpanContext(present.getStore() ?? ROOT_CONTEXT);
      return span && `00-${span.traceId}-${span.spanId}-0${span.traceFlags & TraceFlags.SAMPLED}`;
    },
    close: () => provider.shutdown(),
  };
}
