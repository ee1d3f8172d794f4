import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Actor } from '@/lib/auth/actor';
import { queryProjects } from '@/lib/projects/contract';
import { findProjectPage } from '@/lib/projects/list';
import { validate } from '@/lib/sms/validate';
import { queryUsers } from '@/lib/users/contract';
import { findUserPage } from '@/lib/users/list';
import { recordStatements, type Statement } from '../bench/support/statements';
import { actorOf, openScale, type Explained, type Scale } from './explain';

/** The lists of projects and accounts over thousands of projects: what a narrow scope costs beside none. */

let scale: Scale;

const projectsOf = (actor: Actor, query: object = {}) => recordStatements(() => findProjectPage(actor, validate(queryProjects.input, { pageIndex: 1, pageSize: 20, ...query })));
const usersOf = (actor: Actor, query: object = {}) => recordStatements(() => findUserPage(actor, validate(queryUsers.input, { pageIndex: 1, pageSize: 20, ...query }), 'zh-CN'));

/** The quickest of some runs: what else the machine does is not the plan's fault. */
async function best(waves: Statement[][]): Promise<Explained> {
  const runs: Explained[] = [];
  for (let turn = 0; turn < 5; turn += 1) runs.push(await scale.explain(waves.flat()));
  return runs.reduce((a, b) => (b.ms < a.ms ? b : a));
}

/** Times below this are noise, not plans. */
const LEAST_MS = 5;

void describe('plans of the account lists', () => {
  before(async () => {
    scale = await openScale();
  });
  after(() => scale.close());

  void it('a user with 200 of thousands of projects waits at most three times as long for the project list as one who sees all', async () => {
    for (const query of [{}, { sortField: 'projectName', sortOrder: 'asc' }]) {
      const [all, some] = [await best(await projectsOf(actorOf(0), query)), await best(await projectsOf(actorOf(1, { projects: scale.projects }), query))];
      if (scale.isLarge) assert.ok(some.ms <= 3 * Math.max(all.ms, LEAST_MS), `${some.ms} ms against ${all.ms} ms`);
    }
  });

  void it('a branch waits at most three times as long for its accounts as the head office for all', async () => {
    const [all, branch] = [await best(await usersOf(actorOf(0))), await best(await usersOf(actorOf(2, { branches: scale.branches.slice(0, 1) })))];
    if (scale.isLarge) assert.ok(branch.ms <= 3 * Math.max(all.ms, LEAST_MS), `${branch.ms} ms against ${all.ms} ms`);
  });
});
