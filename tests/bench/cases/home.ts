import { db } from '@/lib/platform/db/client';
import { isTiny, quantile, report, run, sized, sleep } from '../support/measure';
import { cookieOf, startPortal } from '../support/web';
import { AUTHORITIES, BRANCHES, closeWorld, createPerson, createUnits } from '../support/world';

/** Home of somebody who sees every unit: its first HTML with 100,000 of them beside the same with 3,000. */

const RIGHTS = [...AUTHORITIES, 'HOMEPAGE_READ', 'CALLBACK_READ', 'CALLBACK_WRITE'];
const SMALL = 3000;
/** People open home one after the other. */
const PAUSE_MS = 25;
const PAGES = 200;

/** What an earlier fill made, and nothing else. */
async function forgetUnits(): Promise<void> {
  await db().equipment.deleteMany();
  await db().edgeCube.deleteMany();
  await db().project.deleteMany();
  await db().branch.deleteMany({ where: { branchCode: { in: BRANCHES } } });
}

/** 95 of 100 answers were there after so long, whole, ms. @throws when one is no page of somebody who is signed in */
async function pageMs(port: number, cookie: string): Promise<number> {
  const times: number[] = [];
  const count = sized(PAGES, 5);
  for (let index = -Math.ceil(count / 10); index < count; index += 1) {
    const from = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { cookie }, redirect: 'manual' });
    const html = await answer.text();
    if (answer.status !== 200 || !html.includes('data-testid="needs-action"'))
      throw new Error(`home answered ${answer.status}, ${html.length} characters`);
    if (index >= 0) times.push(performance.now() - from);
    await sleep(PAUSE_MS);
  }
  return quantile(times, 0.95);
}

run(async () => {
  await createUnits(isTiny ? 60 : SMALL);
  const portal = await startPortal();
  const few = await createPerson('few', 'everything', RIGHTS);
  const bare = await pageMs(portal.port, await cookieOf(few.sessionId));
  await forgetUnits();
  await createUnits(sized(100_000, 240));
  const many = await createPerson('many', 'everything', RIGHTS);
  const ours = await pageMs(portal.port, await cookieOf(many.sessionId));
  report('Home with 100,000 units, first HTML p95, the same with 3,000', { ours, bare, ratio: ours / bare }, 'ms', {
    atMost: 1.5,
  });
  await portal.stop();
  await closeWorld();
});
