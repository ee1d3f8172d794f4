import http from 'node:http';
import { alternate, quantile, report, run, sized } from '../support/measure';
import { startPortal } from '../support/web';
import { closeWorld } from '../support/world';

/** The sign-in page while one address floods an anonymous operation with a megabyte of JSON a call, beside the page alone. */

const ATTACKERS = 8;
const MEGABYTE = Buffer.from(`{"a":[${'{},'.repeat(350_000)}1]}`);

/** Sends until told to stop; a call that is cut off is followed by the next. */
function attack(port: number): () => void {
  const agent = new http.Agent({ keepAlive: true, maxSockets: ATTACKERS });
  let isOver = false;
  const send = () => {
    if (isOver) return;
    const again = () => setImmediate(send);
    http
      .request(
        {
          agent,
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
  };
  for (let index = 0; index < ATTACKERS; index += 1) send();
  return () => {
    isOver = true;
    agent.destroy();
  };
}

/** 95th percentile of the time that the page takes, ms. */
async function pageP95(port: number): Promise<number> {
  const times: number[] = [];
  const until = performance.now() + sized(5000, 1500);
  while (performance.now() < until) {
    const started = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/login`);
    if (answer.status !== 200) throw new Error(`/login answered ${answer.status}`);
    await answer.text();
    times.push(performance.now() - started);
  }
  return quantile(times, 0.95);
}

run(async () => {
  const portal = await startPortal();
  await pageP95(portal.port);
  const beside = async () => {
    const stop = attack(portal.port);
    try {
      return await pageP95(portal.port);
    } finally {
      stop();
    }
  };
  report(
    'GET /login p95 beside one address that floods, alone',
    await alternate(beside, () => pageP95(portal.port)),
    'ms',
    { atMost: 2 },
  );
  await portal.stop();
  await closeWorld();
});
