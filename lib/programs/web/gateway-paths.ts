import type { Config } from '@/lib/config';

/** Paths that the gateway answers; a proxy may send them there directly. */
const SOCKET_PREFIX = '/sms/socket.io';
const GATEWAY_PREFIXES = [SOCKET_PREFIX, '/sms/flv', '/sms/talk', '/sms/ingest', '/sms/mqtt'];

/** Socket.IO's own path, which ends in a slash. */
export function isSocketPath(pathname: string): boolean {
  return pathname === SOCKET_PREFIX || pathname.startsWith(`${SOCKET_PREFIX}/`);
}

/** Long polls and streams of cameras: they have no end of their own. */
export const isLastingPath = (pathname: string): boolean => isSocketPath(pathname) || pathname.startsWith('/sms/flv');

/** Does the path, as the gateway reads it, stay below the prefix? `/sms/flv/../../metrics` would not. */
function staysBelow(pathname: string, prefix: string): boolean {
  if (!URL.canParse(pathname, 'http://own.invalid')) return false;
  const { pathname: read } = new URL(pathname, 'http://own.invalid');
  return read === prefix || read.startsWith(`${prefix}/`);
}

/** Where a request goes instead of Next; undefined: Next answers. Read at run time, so a port may change after the build. */
export function forwardTarget(pathname: string, settings: Pick<Config, 'gateway' | 'upstream'>): string | undefined {
  const prefix = GATEWAY_PREFIXES.find((candidate) => pathname === candidate || pathname.startsWith(`${candidate}/`));
  if (!prefix || !staysBelow(pathname, prefix)) return undefined;
  if (prefix === SOCKET_PREFIX && settings.upstream)
    return settings.upstream.socketUrl ?? new URL(settings.upstream.url).origin;
  return settings.gateway.url;
}
