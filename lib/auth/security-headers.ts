/** Headers of every page (design §4). Pure, for the Edge. */

export interface SecurityContext {
  nonce: string;
  /** Origin people use. */
  publicUrl: string;
  isSecure: boolean;
  isDevelopment: boolean;
}

/**
 * The content security policy. Scripts run by nonce only. Styles may be inline: server-rendered `style` attributes and the
 * toast library cannot carry a nonce, and a nonce beside 'unsafe-inline' would switch it off.
 */
export function contentSecurityPolicy({ nonce, publicUrl, isSecure, isDevelopment }: SecurityContext): string {
  const socketOrigin = publicUrl.replace(/^http/, 'ws');
  return [
    `default-src 'self'`,
    // Development: React rebuilds server stacks with eval.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? ` 'unsafe-eval'` : ''}`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `font-src 'self' data:`,
    `media-src 'self' blob:`,
    // 'self' does not cover ws: in every browser.
    `connect-src 'self' ${socketOrigin}`,
    `worker-src 'self' blob:`,
    `frame-src 'self' blob:`,
    `object-src 'none'`,
    `base-uri 'self'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/** Name → value of the headers of a page. */
export function securityHeaders(context: SecurityContext): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(context),
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    // The microphone is for talking into a car; everything else is never asked for.
    'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), microphone=(self), payment=(), usb=()',
    ...(context.isSecure ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  };
}
