import { z } from 'zod';
import { listen } from '@/lib/platform/db/listen';

/**
 * Hints between processes about accounts and sessions, over PostgreSQL's LISTEN/NOTIFY on the channel `portal`. A hint is
 * never the only way something becomes true: caches also expire by themselves, and after a broken connection every
 * listener is told that it may have missed hints.
 */

const CHANNEL = 'portal';

const Fact = z.object({ topic: z.enum(['session', 'access', 'cube']), key: z.string().min(1).max(64) });

/**
 * `session`: the session with this id ended. `access`: this user's rights, mappings or account changed. `cube`: secret,
 * enabling or units of this box changed.
 */
export type PortalFact = z.infer<typeof Fact>;

export interface PortalListener {
  onFact(fact: PortalFact): void;
  /** Hints may have been missed: forget or check everything. */
  onGap?(): void;
}

interface Channel {
  listeners: Set<PortalListener>;
  /** Ends the listening; absent before the first listener. */
  stop?: () => Promise<void>;
}

// On globalThis: Next loads this file once for pages and once for route handlers, one connection serves both.
const holder = globalThis as typeof globalThis & { liftPortalChannel?: Channel };
const channel = (): Channel => (holder.liftPortalChannel ??= { listeners: new Set() });

function tellGap(state: Channel): void {
  for (const listener of state.listeners) listener.onGap?.();
}

function start(state: Channel): () => Promise<void> {
  return listen({
    channel: CHANNEL,
    onNotice(payload) {
      const fact = parseFact(payload);
      if (fact) for (const listener of state.listeners) listener.onFact(fact);
    },
    onListening: () => tellGap(state),
    onLost: () => tellGap(state),
  });
}

/** The fact in a notification; undefined for anything that is not one of ours. */
export function parseFact(payload: string | undefined): PortalFact | undefined {
  try {
    return Fact.safeParse(JSON.parse(payload ?? '')).data;
  } catch {
    return undefined;
  }
}

/** Listens for facts of all processes. @returns the function that ends the subscription. */
export function onPortal(listener: PortalListener): () => void {
  const state = channel();
  state.listeners.add(listener);
  state.stop ??= start(state);
  return () => state.listeners.delete(listener);
}

/** Ends the connection; the next `onPortal` opens a new one. For shutdown and tests. */
export async function closePortal(): Promise<void> {
  const { stop } = channel();
  holder.liftPortalChannel = undefined;
  await stop?.();
}

/** Anything of Prisma that runs SQL: the client or a transaction. */
interface SqlRunner {
  $executeRaw(query: TemplateStringsArray, ...values: unknown[]): Promise<number>;
}

/** Announces facts in one statement, however many; inside a transaction they leave with the commit. */
export async function notifyPortal(sql: SqlRunner, facts: PortalFact | readonly PortalFact[]): Promise<void> {
  const told = [facts].flat().map((fact) => JSON.stringify(fact));
  await sql.$executeRaw`SELECT pg_notify(${CHANNEL}, fact) FROM unnest(${told}::text[]) AS told(fact)`;
}
