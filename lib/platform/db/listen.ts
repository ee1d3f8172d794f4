import pg from 'pg';
import { logger } from '@/lib/platform/system/log';
import { connectionConfig } from './client';

/**
 * Hears notifications of PostgreSQL on one channel, on a connection of its own that comes back by itself: the one way in
 * which processes of ours listen. What is notified while nobody listens is lost, so whoever listens is told when that may
 * have happened and reads anew.
 */

/** Pauses before the next attempts; the last one repeats. */
const RECONNECT_MS = [200, 500, 1000, 2000, 4000];
/** The clocks of database and listener may differ by so much. */
const CLOCKS_MS = 5000;

export interface ListenOptions {
  /** A plain lower-case name of ours; it stands in the statement as it is. */
  readonly channel: string;
  onNotice(payload: string | undefined): void;
  /**
   * It listens now. Notices that follow are heard; those before may not have been.
   * A rejection counts as a lost connection, and all begins anew.
   * @param deafSince since when notices may have been missed, somewhat early; undefined at the first time
   */
  onListening?(deafSince: Date | undefined, client: pg.Client): Promise<void> | void;
  /** The connection is lost: notices may be missed from now on. */
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
  void connect();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
}
