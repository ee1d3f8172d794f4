import { createHmac } from 'node:crypto';

/** Secret of a box: 32 bytes, base64url, from the fleet's key, as the demo data register it. */
export function secretOf(key: string, cubeNo: string): string {
  return createHmac('sha256', key).update(cubeNo).digest('base64url');
}
