import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

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

/** A value with its label, if the gauge has one. */
export type GaugeValue = readonly [value: number, label?: string];

/**
 * A gauge that is asked whenever somebody reads the page; where nothing is known, it is not there. The last to give it
 * answers for it.
 * @param label the only one it may have, of a closed set of values
 */
export function gauge(
  name: string,
  help: string,
  read: () => readonly GaugeValue[] | Promise<readonly GaugeValue[]>,
  label?: string,
): void {
  const made = metric(name, (registers) => new Gauge({ name, help, labelNames: label ? [label] : [], registers }));
  const collect = async () => {
    const figures = await read();
    if (label) made.reset();
    else made.remove();
    for (const [value, of] of figures)
      if (label) made.set({ [label]: of ?? '' }, value);
      else made.set(value);
  };
  Object.assign(made, { collect });
}
