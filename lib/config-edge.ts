/**
 * The part of the configuration that the Edge runtime (middleware) needs: plain reads, no zod, no Node API.
 * Everything else reads `lib/config.ts`.
 */

/** Name of the session cookie. Cookies ignore the port, so a copy on another port needs another name (readings 58). */
export function sessionCookieName(publicUrl: string): string {
  const { port } = new URL(publicUrl);
  return port === '' || port === '3000' ? 'sms_session' : `sms_session_${port}`;
}

/** Settings of the middleware, read at call time because the value differs between build and run. */
export function edgeConfig() {
  const publicUrl = process.env.PUBLIC_URL ?? `http://localhost:${process.env.PORT ?? '3000'}`;
  return {
    publicUrl,
    isSecure: publicUrl.startsWith('https:'),
    cookieName: sessionCookieName(publicUrl),
    sessionSecret: process.env.SESSION_SECRET ?? '',
    isDevelopment: process.env.NODE_ENV === 'development',
    airportProjectIds: (process.env.AIRPORT_PROJECT_IDS ?? '')
      .split(',')
      .map((id) => id.trim())
      .filter(Boolean),
  };
}
