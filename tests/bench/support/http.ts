import http from 'node:http';
import { sized } from './measure';

/** How many requests a server answers. */

export interface Call {
  port: number;
  path: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  /** A function is asked for each request's. */
  body?: string | (() => string);
}

const CALLERS = 8;

/** Calls by eight callers at once as long as `goesOn` says so. @returns how many a second @throws when an answer is not 200 */
async function callAround({ port, path, method = 'GET', headers = {}, body = '' }: Call, goesOn: () => boolean) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CALLERS });
  const call = () =>
    new Promise<void>((resolve, reject) => {
      const text = typeof body === 'function' ? body() : body;
      const sent =
        method === 'GET'
          ? headers
          : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)), ...headers };
      const request = http.request({ agent, host: '127.0.0.1', port, path, method, headers: sent }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}`));
        response.resume().once('end', resolve);
      });
      request.once('error', reject).end(text);
    });
  const started = performance.now();
  let count = 0;
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (goesOn()) {
        await call();
        count += 1;
      }
    }),
  );
  agent.destroy();
  return (count * 1000) / (performance.now() - started);
}

/** Requests a second over some seconds. @throws when an answer is not 200 */
export function requestsPerSec(call: Call): Promise<number> {
  const until = performance.now() + sized(3000, 500);
  return callAround(call, () => performance.now() < until);
}

/** So many requests, however long they take. @throws when an answer is not 200 */
export function manyRequests(call: Call, count: number): Promise<number> {
  let left = count;
  return callAround(call, () => left-- > 0);
}
