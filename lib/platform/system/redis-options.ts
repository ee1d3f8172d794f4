import { config } from '@/lib/config';
import { tlsMistakeOf } from '@/lib/tls-files.mjs';

/** How every connection to Redis is made, and why one failed. */

interface SocketOptions {
  readonly connectTimeout: number;
  readonly socketTimeout?: number;
  readonly reconnectStrategy: false | ((retries: number) => number | false);
}

/** For `createClient`; the address says account, password and whether it is TLS (`rediss://`). */
export function redisOptions(url: string, socket: SocketOptions) {
  const { redisCa: ca } = config();
  return url.startsWith('rediss:') ? { url, socket: { ...socket, tls: true as const, ca } } : { url, socket };
}

const REFUSED = /WRONGPASS|NOAUTH|invalid username-password|AUTH.*called without/i;

/** One sentence that names the variable, and holds no password. */
export function redisFailure(url: string, error: unknown): string {
  const { host, protocol } = new URL(url);
  const server = `the Redis at ${host} (REDIS_URL)`;
  const { message = '', code } = error as { message?: string; code?: unknown };
  const reason = message || String(code);
  return (
    tlsMistakeOf(error, server, 'REDIS_CA') ??
    (REFUSED.test(reason)
      ? `The Redis at ${host} refuses the account or the password of REDIS_URL.`
      : `The Redis at ${host} (REDIS_URL) cannot be reached: ${reason}${
          protocol === 'redis:' && /ECONNRESET|closed unexpectedly/i.test(reason)
            ? '; one that speaks TLS needs rediss://'
            : ''
        }.`)
  );
}
