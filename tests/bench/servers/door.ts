import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerSms } from '@/lib/platform/door/web-door';
import { incomingOf, sendAnswer } from '@/lib/platform/http/node-adapter';
import { pool } from '@/lib/platform/db/client';
import { serveOrders } from '../support/child';

/**
 * The door of the contract on a plain Node server; below /bare/ a handler that only sends the statements it was given to the
 * database and their rows back: no caller, no checks, no shapes. One process with one pool a kind (BENCH_BARE).
 */

interface Statement {
  text: string;
  values: unknown[];
}

let waves: Statement[][] = [];

async function main(): Promise<void> {
  const server = createServer((incoming, outgoing) => {
    if (process.env.BENCH_BARE === '1') {
      incoming.resume();
      void answerBare().then((body) =>
        outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body)),
      );
      return;
    }
    incoming.headers['x-forwarded-for'] = incoming.socket.remoteAddress ?? '';
    void answerSms(incomingOf(incoming, 'http://localhost:4700')).then((answer) => sendAnswer(answer, outgoing));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  serveOrders((server.address() as AddressInfo).port, (order) => {
    ({ waves } = order as unknown as { waves: Statement[][] });
    return {};
  });
}

/** Statements of one wave run side by side, as the service runs them. */
async function answerBare(): Promise<unknown> {
  let rows: unknown[] = [];
  for (const wave of waves) {
    const results = await Promise.all(wave.map(({ text, values }) => pool().query(text, values)));
    rows = results.flatMap((result) => result.rows as unknown[]);
  }
  return { code: 200, message: 'success', data: rows };
}

void main();
