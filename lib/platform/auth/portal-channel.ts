import pg from 'pg';
import { z } from 'zod';
import { connectionConfig } from '@/lib/platform/db/client';
import { logger } from '@/lib/platform/system/log';

/**
 * Hints between processes about accounts and sessions, over PostgreSQL's LISTEN/NOTIFY on the channel `portal`. A hint is
 * never the only way something becomes true: caches also expire by themselves, and after a broken connection every
 * listener is told that it may have missed hints.
 */

const CHANNEL = 'portal';
const RECONNECT_MS = [200, 500, 1000, 2000, 4000];

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
  client?: pg.Client;
  timer?: NodeJS.Timeout;
  failures: number;
  isStarted: boolean;
}

// On globalThis: Next loads this file once for pages and once for route handlers, one connection serves both.
const holder = globalThis as typeof globalThis & { liftPortalChannel?: Channel };
const channel = (): Channel => (holder.liftPortalChannel ??= { listeners: new Set(), failures: 0, isStarted: false });

function tellGap(state: Channel): void {
  for (const listener of state.listeners) listener.onGap?.();
}

function reconnect(state: Channel): void {
  if (!state.isStarted || state.timer) return;
  const delay = RECONNECT_MS[Math.min(state.failures, RECONNECT_MS.length - 1)];
  state.failures += 1;
  state.timer = setTimeout(() => {
    state.timer = undefined;
    void connect(state);
  }, delay);
  state.timer.unref();
}

async function connect(state: Channel): Promise<void> {
  const client = new pg.Client(connectionConfig());
  state.client = client;
  client.on('notification', ({ channel: name, payload }) => {
    if (name !== CHANNEL) return;
    const fact = parseFact(payload);
    if (fact) for (const listener of state.listeners) listener.onFact(fact);
  });
  const lose = () => {
    if (state.client !== client) return;
    state.client = undefined;
    client.end().catch(() => undefined);
    tellGap(state);
    reconnect(state);
  };
  client.on('error', lose);
  client.on('end', lose);
  try {
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
    state.failures = 0;
    tellGap(state);
  } catch (error) {
    if (state.failures === 0)
      logger('portal-channel').warn({ err: error }, 'cannot listen for revocations, trying again');
    lose();
  }
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
  if (!state.isStarted) {
    state.isStarted = true;
    void connect(state);
  }
  return () => state.listeners.delete(listener);
}

/** Ends the connection; the next `onPortal` opens a new one. For shutdown and tests. */
export async function closePortal(): Promise<void> {
  const state = channel();
  holder.liftPortalChannel = undefined;
  state.isStarted = false;
  clearTimeout(state.timer);
  const { client } = state;
  state.client = undefined;
  await client?.end().catch(() => undefined);
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
