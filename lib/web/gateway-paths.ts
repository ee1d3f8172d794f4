import type { Config } from '@/lib/config';

/** Paths that the gateway answers; an ingress may send them there itself (design §1). */
const SOCKET_PREFIX = '/sms/socket.io';
const GATEWAY_PREFIXES = [SOCKET_PREFIX, '/sms/flv', '/sms/talk', '/sms/ingest', '/sms/mqtt'];

/** Where a request goes instead of Next; undefined: Next answers. Read at run time, so a port may change after the build. */
export function forwardTarget(pathname: string, settings: Pick<Config, 'gateway' | 'upstream'>): string | undefined {
  const prefix = GATEWAY_PREFIXES.find((candidate) => pathname === candidate || pathname.startsWith(`${candidate}/`));
  if (!prefix) return undefined;
  if (prefix === SOCKET_PREFIX && settings.upstream) return settings.upstream.socketUrl ?? new URL(settings.upstream.url).origin;
  return settings.gateway.url;
}
