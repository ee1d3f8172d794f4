import http from 'node:http';
import { sized } from './measure';

/** How many requests a server answers. */

export interface Call {
  port: number;
  path: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

const CALLERS = 8;

/** Requests a second with so many callers at once, over some seconds. @throws when an answer is not 200 */
export async function requestsPerSec({ port, path, method = 'GET', headers = {}, body = '' }: Call): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CALLERS });
  const sent =
    method === 'GET'
      ? headers
      : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)), ...headers };
  const call = () =>
    new Promise<void>((resolve, reject) => {
      const request = http.request({ agent, host: '127.0.0.1', port, path, method, headers: sent }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}`));
        response.resume().once('end', resolve);
      });
      request.once('error', reject).end(body);
    });
  const started = performance.now();
  const until = started + sized(3000, 500);
  let count = 0;
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (performance.now() < until) {
        await call();
        count += 1;
      }
    }),
  );
  agent.destroy();
  return (count * 1000) / (performance.now() - started);
}
