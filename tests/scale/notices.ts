import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { listServiceNotices } from '@/lib/features/notifications/contract';
import { findServiceNotices } from '@/lib/features/notifications/lists';
import { unreadCounts } from '@/lib/features/notifications/read-state';
import type { Actor } from '@/lib/platform/contract/actor';
import { validate } from '@/lib/platform/contract/validate';
import { DEFAULT_LANGUAGE } from '@/lib/platform/i18n/languages';
import { fillNotices } from '../bench/support/fill-notices';
import { sizesOf } from '../bench/support/fill-records';
import { rowsOf } from '../bench/support/compare-list';
import { actorOf } from '../support/actors';
import { openScale, type Scale } from './explain';

/** The bell, its list by objects and its number, over a quarter with very many messages: it costs a page, not the quarter. */

/** Messages from which on the assertions are binding. */
const LARGE = 500_000;
/** Rows that one node of a plan may bring up: the newest messages are looked through, never all. */
const MOST_ROWS = 100_000;

let scale: Scale;
let messages = 0;
let actors: Readonly<Record<string, Actor>> = {};

before(
  async () => {
    scale = await openScale();
    messages = await fillNotices(
      scale.client,
      sizesOf(Number(process.env.RECORDS_SCALE || process.env.DEMO_SCALE || 35)).calls,
    );
    const rights = ['CAMPUS_VIEW_SERVICE_READ'] as const;
    actors = {
      'head office': actorOf(0, {}, [...rights]),
      'a branch': actorOf(2, { branches: scale.branches.slice(0, 1) }, [...rights]),
      'a customer of 200 projects': actorOf(1, { projects: scale.projects }, [...rights]),
      'a customer of one project': actorOf(1, { projects: scale.projects.slice(0, 1) }, [...rights]),
    };
    process.stdout.write(`${messages} messages${messages < LARGE ? `: too few for the plans to be binding` : ''}\n`);
  },
  { timeout: 900_000 },
);
after(() => scale.close());

async function assertCheap(what: string, ask: () => Promise<unknown>): Promise<void> {
  await ask();
  const startedAt = performance.now();
  await ask();
  const ms = performance.now() - startedAt;
  const plan = await scale.explain(await rowsOf(ask));
  process.stdout.write(
    `${what}: ${ms.toFixed(0)} ms, ${plan.ms.toFixed(0)} ms of it in the database, ${plan.rows} rows\n`,
  );
  if (messages < LARGE) return;
  // Whose unit a message is about may be asked of all units at once.
  assert.deepEqual(
    plan.scans.filter((table) => table !== 'equipment'),
    [],
    what,
  );
  assert.ok(plan.rows <= MOST_ROWS, `${what} brings up ${plan.rows} rows`);
}

void describe('plans of the bell', () => {
  for (const pageIndex of [1, 5])
    void it(`page ${pageIndex} of what messages are about`, async () => {
      for (const [who, actor] of Object.entries(actors))
        await assertCheap(`page ${pageIndex}, ${who}`, () =>
          findServiceNotices(
            actor,
            validate(listServiceNotices.input, { pageIndex, pageSize: 15, byObject: true }),
            DEFAULT_LANGUAGE,
          ),
        );
    });

  void it('the number of unread messages', async () => {
    for (const [who, actor] of Object.entries(actors)) await assertCheap(`unread, ${who}`, () => unreadCounts(actor));
  });
});
