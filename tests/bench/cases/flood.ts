import { startServer } from '../support/child';
import { alternate, quantile, report, run, sized } from '../support/measure';
import { startPortal } from '../support/web';
import { closeWorld } from '../support/world';

/** The sign-in page while one address floods an anonymous operation with a megabyte of JSON a call, beside the page alone. */

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
  const attacker = await startServer('flooder');
  await pageP95(portal.port);
  const beside = async () => {
    await attacker.ask({ type: 'start', port: portal.port });
    try {
      return await pageP95(portal.port);
    } finally {
      const { calls } = await attacker.ask<{ calls: number }>({ type: 'stop' });
      if (!calls) throw new Error('nothing was sent beside the page');
    }
  };
  report(
    'GET /login p95 beside one address that floods, alone',
    await alternate(beside, () => pageP95(portal.port)),
    'ms',
    { atMost: 2 },
  );
  await attacker.stop();
  await portal.stop();
  await closeWorld();
});
