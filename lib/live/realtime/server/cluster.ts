import { createAdapter } from '@socket.io/redis-streams-adapter';
import { createClient } from 'redis';
import { ConfigError } from '@/lib/config-parts';
import { logger } from '@/lib/platform/system/log';
import { redisFailure, redisOptions } from '@/lib/platform/system/redis-options';
import { tellOnlyWhoAnswers } from './silent-redis';

/**
 * Several gateways work as one: Socket.IO's Redis Streams adapter, on a connection that reconnects by
 * itself.
 */

export interface Cluster {
  adapter: ReturnType<typeof createAdapter>;
  /** Can messages reach the other processes now? */
  isReady(): boolean;
  /** Called when the connection is back: messages of the others were missed meanwhile. */
  onReturn(listener: () => void): void;
  close(): Promise<void>;
}

const STREAM = 'lift-portal:socket.io';
/** Broadcasts do not use the stream; only the adapter's own messages do. */
const STREAM_LENGTH = 1000;
/** A connection on which nothing moves for so long is made anew; the adapter's own reading waits 5 s for each answer. */
const SILENT_MS = 8000;
const PING_MS = 3000;
const MOST_PAUSE_MS = 2000;

/** @throws ConfigError with one sentence when Redis cannot be reached at the start */
export async function connectCluster(url: string): Promise<Cluster> {
  const log = logger('realtime');
  const client = createClient({
    ...redisOptions(url, {
      connectTimeout: 3000,
      socketTimeout: SILENT_MS,
      reconnectStrategy: (retries) => (isFirst ? false : Math.min(100 * 2 ** retries, MOST_PAUSE_MS)),
    }),
    pingInterval: PING_MS,
  });
  let isFirst = true;
  let wasLost = false;
  const listeners = new Set<() => void>();
  client.on('error', (error: unknown) => {
    if (!wasLost)
      log.warn({ err: error }, "lost Redis: browsers of this process get this process's changes only until it is back");
    wasLost = true;
  });
  const onBack = () => {
    if (wasLost) for (const listener of listeners) listener();
    wasLost = false;
  };
  client.on('ready', onBack);
  try {
    await client.connect();
    // One that wants a password says so at the first command only.
    await client.ping();
  } catch (error) {
    if (client.isOpen) client.destroy();
    throw new ConfigError(redisFailure(url, error), { cause: error });
  }
  isFirst = false;
  // All that the adapter tells unasked.
  tellOnlyWhoAnswers(client, ['publish', 'xAdd'], () => {
    wasLost = true;
    onBack();
  });
  // The adapter does not wait for its publications. One that fails must not end the process.
  const publish = client.publish.bind(client);
  Object.defineProperty(client, 'publish', {
    value: (...args: Parameters<typeof publish>) => publish(...args).catch(() => 0),
  });
  return {
    adapter: createAdapter(client, { streamName: STREAM, maxLen: STREAM_LENGTH, channelPrefix: 'lift-portal' }),
    isReady: () => client.isReady,
    onReturn: (listener) => void listeners.add(listener),
    async close() {
      await client.close().catch(() => client.destroy());
    },
  };
}
