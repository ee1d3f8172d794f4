import { parseConfig, resetConfig } from '@/lib/config';
import { startTracing, traced, traceHeaders, tracer } from '@/lib/platform/system/tracing';

/** Traces are off unless somebody wants them (decision 025). */

const loaded = jest.fn();
jest.mock('@/lib/platform/system/tracing-sdk', () => {
  loaded();
  return { createTracer: () => undefined };
});

it('without a collector nothing is loaded, and work is done as it is', async () => {
  resetConfig();
  await startTracing('web');
  expect([loaded.mock.calls.length, tracer(), traceHeaders()]).toEqual([0, undefined, {}]);
  expect(traced('work', {}, () => 7)).toBe(7);
  await expect(traced('work', {}, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
});

it('the standard settings say where, of whom and how many', () => {
  expect(parseConfig({}).tracing).toBeUndefined();
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };
  expect(parseConfig({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'a=1,b=two%20words' }).tracing).toEqual({
    url: 'http://collector:4318/v1/traces',
    headers: { a: '1', b: 'two words' },
    sampler: 'parentbased_always_on',
    ratio: 1,
  });
  expect(parseConfig({ ...endpoint, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://other/traces' }).tracing?.url).toBe(
    'http://other/traces',
  );
  expect(parseConfig({ ...endpoint, OTEL_SDK_DISABLED: 'true' }).tracing).toBeUndefined();
  expect(() => parseConfig({ OTEL_TRACES_SAMPLER: 'jaeger_remote' })).toThrow('OTEL_TRACES_SAMPLER must be one of');
});
