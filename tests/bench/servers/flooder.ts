import http from 'node:http';
import { serveOrders } from '../support/child';

/**
 * One address that floods an anonymous operation with a megabyte of JSON a call. A program of its own: whoever measures must not
 * wait for the attacker's work.
 */

const ATTACKERS = 8;
const MEGABYTE = Buffer.from(`{"a":[${'{},'.repeat(350_000)}1]}`);

let agent: http.Agent | undefined;
let calls = 0;

function send(port: number, by: http.Agent): void {
  // A call that is cut off is followed by the next.
  const again = () => {
    calls += 1;
    if (by === agent) setImmediate(() => send(port, by));
  };
  http
    .request(
      {
        agent: by,
        host: '127.0.0.1',
        port,
        path: '/sms/signToken',
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' },
      },
      (response) => {
        response.resume().once('close', again);
      },
    )
    .once('error', again)
    .end(MEGABYTE);
}

serveOrders(0, ({ type, port = 0 }) => {
  agent?.destroy();
  agent = undefined;
  if (type === 'start') {
    agent = new http.Agent({ keepAlive: true, maxSockets: ATTACKERS });
    for (let index = 0; index < ATTACKERS; index += 1) send(port, agent);
  }
  return { calls };
});
