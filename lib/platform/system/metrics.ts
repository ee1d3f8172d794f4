import { collectDefaultMetrics, Registry } from 'prom-client';

/**
 * The Prometheus registry of the process. On globalThis because Next loads modules more than once (route handlers and
 * server components live in different module graphs).
 */
const holder = globalThis as typeof globalThis & { portalMetrics?: Registry };

export function registry(): Registry {
  if (!holder.portalMetrics) {
    holder.portalMetrics = new Registry();
    collectDefaultMetrics({ register: holder.portalMetrics });
  }
  return holder.portalMetrics;
}

/** A metric of this registry, made at its first use. */
export function metric<T>(name: string, make: (registers: [Registry]) => T): T {
  const registers = registry();
  return (registers.getSingleMetric(name) as T | undefined) ?? make([registers]);
}
