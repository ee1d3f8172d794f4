import pg from 'pg';
import { logger } from '@/lib/platform/system/log';
import { connectionConfig } from './client';
import { onPrimaryLost } from './open-pool';
import { silence } from './silent-server';

/**
 * Listens to notifications of PostgreSQL on one channel, on a connection of its own that reconnects by itself. All
 * processes listen this way. Notifications without a listener are lost, so the listener learns when that may have
 * happened and reads again.
 */

/** Pauses before the next attempts; the last one repeats. */
const RECONNECT_MS = [200, 500, 1000, 2000, 4000];
/** The clocks of database and listener may differ by this much. */
const CLOCKS_MS = 5000;

export interface ListenOptions {
  /** A plain lower-case name from our code; it is put into the statement unchanged. */
  readonly channel: string;
  onNotice(payload: string | undefined): void;
  /**
   * It listens now. Later notifications arrive; earlier ones may be lost. A rejection counts as a lost connection, and
   * it starts again.
   * @param deafSince since when notifications may have been lost, a little too early; undefined the first time
   */
  onListening?(deafSince: Date | undefined, client: pg.Client): Promise<void> | void;
  /** The connection is lost: notifications may be lost from now on. */
  onLost?(): void;
}

/** Listens until it is stopped. @returns the function that ends it */
export function listen({ channel, onNotice, onListening, onLost }: ListenOptions): () => Promise<void> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let deafSince: Date | undefined;
  let isStopped = false;

  const connect = async (): Promise<void> => {
    const made = new pg.Client(connectionConfig());
    client = made;
    const lose = () => {
      if (client !== made || isStopped) return;
      client = undefined;
      deafSince ??= new Date(Date.now() - CLOCKS_MS);
      made.end().catch(() => undefined);
      onLost?.();
      timer = setTimeout(() => void connect(), RECONNECT_MS[Math.min(failures, RECONNECT_MS.length - 1)]);
      timer.unref();
      failures += 1;
    };
    made.on('error', lose);
    made.on('end', lose);
    made.on('notification', ({ payload }) => {
      if (client === made && !isStopped) onNotice(payload);
    });
    try {
      await made.connect();
      silence.add(made);
      await made.query(`LISTEN ${channel}`);
      if (isStopped) return;
      await onListening?.(deafSince, made);
      deafSince = undefined;
      failures = 0;
    } catch (error) {
      if (failures === 0 && !isStopped) logger('listen').warn({ err: error, channel }, 'cannot listen, trying again');
      lose();
    }
  };
  const forget = onPrimaryLost(() => client?.emit('error', new Error('The server is read-only now.')));
  void connect();
  return async () => {
    isStopped = true;
    forget();
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
}
