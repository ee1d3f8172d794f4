/** Headers of every page. Pure. */

export interface SecurityContext {
  nonce: string;
  /** Origin people use. */
  publicUrl: string;
  isSecure: boolean;
  isDevelopment: boolean;
  /** Origins of an outside video platform's streams. */
  streamOrigins?: readonly string[];
  /** Origins of a map provider's tiles and script. */
  tileOrigins?: readonly string[];
  scriptOrigins?: readonly string[];
}

/**
 * The content security policy. Scripts run by nonce only. Styles may be inline: server-rendered `style` attributes and the
 * toast library cannot carry a nonce, and a nonce beside 'unsafe-inline' would switch it off.
 */
export function contentSecurityPolicy({
  nonce,
  publicUrl,
  isSecure,
  isDevelopment,
  streamOrigins = [],
  tileOrigins = [],
  scriptOrigins = [],
}: SecurityContext): string {
  const socketOrigin = publicUrl.replace(/^http/, 'ws');
  return [
    `default-src 'self'`,
    // Development: React rebuilds server stacks with eval.
    `script-src ${[`'self'`, `'nonce-${nonce}'`, `'strict-dynamic'`, ...scriptOrigins].join(' ')}${isDevelopment ? ` 'unsafe-eval'` : ''}`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src ${[`'self'`, 'data:', 'blob:', ...tileOrigins].join(' ')}`,
    `font-src 'self' data:`,
    `media-src 'self' blob:`,
    // 'self' does not cover ws: in every browser.
    `connect-src ${[`'self'`, socketOrigin, ...streamOrigins, ...scriptOrigins].join(' ')}`,
    `worker-src 'self' blob:`,
    `frame-src 'self' blob:`,
    `object-src 'none'`,
    `base-uri 'self'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/** Headers of every answer, from any part of the portal. */
function commonHeaders({ isSecure }: Pick<SecurityContext, 'isSecure'>): Record<string, string> {
  return {
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    // The microphone is for talks over video; no other permission is ever requested.
    'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), microphone=(self), payment=(), usb=()',
    ...(isSecure ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  };
}

/** Name → value of the headers of a page. */
export function securityHeaders(context: SecurityContext): Record<string, string> {
  return { 'Content-Security-Policy': contentSecurityPolicy(context), ...commonHeaders(context) };
}

/**
 * Headers of answers that are no pages: files, data, next-auth, refusals. Opened by their address they run nothing and
 * load only their own styles and pictures; a script of ours runs under the policy of the page that loads it.
 */
export function plainAnswerHeaders(context: Pick<SecurityContext, 'isSecure'>): Record<string, string> {
  return {
    'Content-Security-Policy':
      "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ...commonHeaders(context),
  };
}

/** Service workers ask for pages on their behalf, and run nothing but themselves (public/service-worker.js, screen-worker.js). */
export const SERVICE_WORKER_PATHS: ReadonlySet<string> = new Set(['/service-worker.js', '/screen-worker.js']);
export const SERVICE_WORKER_POLICY = "default-src 'none'; connect-src 'self'";
