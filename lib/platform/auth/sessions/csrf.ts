import { config } from '@/lib/config';
import type { Visitor } from '@/lib/platform/http/exchange';

/**
 * Does a request come from our own pages (api.md §1.4 CSRF)? Browsers write both headers themselves, pages cannot. Own
 * origin is PUBLIC_URL (readings 60).
 */
export function isOwnOrigin(request: Visitor): boolean {
  return (
    request.headers.get('sec-fetch-site') === 'same-origin' || request.headers.get('origin') === config().publicUrl
  );
}
