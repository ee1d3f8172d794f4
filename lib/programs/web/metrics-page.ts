import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { registry } from '@/lib/platform/system/metrics';

/**
 * `GET /metrics` of the web process for Prometheus, with `Authorization: Bearer <INTERNAL_SECRET>`: unlike the
 * gateway's, everybody can reach it. Without the secret the path does not exist.
 */
export const METRICS_PATH = '/metrics';

const digest = (value: string) => createHash('sha256').update(value).digest();

/** Does the request carry the internal secret? */
export function mayReadMetrics(request: Pick<IncomingMessage, 'headers'>, secret: string): boolean {
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${secret}`));
}

export async function sendMetrics(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'Content-Type': registry().contentType, 'Cache-Control': 'no-store' });
  response.end(await registry().metrics());
}
