import { z } from 'zod';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { pool } from '@/lib/platform/db/client';
import { defineJob } from '@/lib/platform/jobs/define';
import { enqueue } from '@/lib/platform/jobs/enqueue';
import type { JobRow } from '@/lib/features/jobs/contract';
import { JOBS } from '@/lib/programs/gateway/job-list';
import en from '@/messages/en/jobs.json';
import zh from '@/messages/zh-CN/jobs.json';
import { auditedChange } from '../../../support/audit';
import { call, resetLimits } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import { useFreshDatabase } from '../../support/database';
import { runDueJobs } from '../../support/jobs';

useFreshDatabase();

let isBroken = true;
const done: string[] = [];
const job = defineJob({
  name: 'test-letter',
  payload: z.object({ phone: z.string() }),
  maxAttempts: 1,
  run: async ({ phone }, { progress }) => {
    await progress(2, 5);
    if (isBroken) throw new Error('no answer');
    done.push(phone);
  },
});
const list = async (filters: object = {}) =>
  (await call<{ total: number; records: JobRow[] }>('platformAdmin', 'POST', 'job/query', filters)).data;

beforeAll(async () => {
  await createPersonas();
  await enqueue(pool(), job, { phone: '13800000001' });
  await runDueJobs([job], new Date(Date.now() + 1000));
  await enqueue(pool(), job, { phone: '13800000002' }, { runAt: new Date(Date.now() + 3_600_000) });
});
beforeEach(resetLimits);
afterAll(closePortal);

describe('jobs', () => {
  it('that were given up stand first, with their error and how far they came, and without what they carry', async () => {
    const { total, records } = await list();
    expect(total).toBe(2);
    expect(records).toMatchObject([
      { name: 'test-letter', state: 'DEAD', attempts: 1, maxAttempts: 1, lastError: 'no answer', done: 2, total: 5 },
      { name: 'test-letter', state: 'WAITING', attempts: 0, lastError: null, done: null, total: null },
    ]);
    expect(JSON.stringify(records)).not.toContain('1380000000');
    expect((await list({ state: 'WAITING' })).total).toBe(1);
  });

  it('stand by a column in either direction', async () => {
    const states = async (sortOrder: string) =>
      (await list({ sortField: 'runAt', sortOrder })).records.map(({ state }) => state);
    expect([await states('asc'), await states('desc')]).toEqual([
      ['DEAD', 'WAITING'],
      ['WAITING', 'DEAD'],
    ]);
  });

  it('are the administrators’ of the head office: nobody else sees or repeats them', async () => {
    for (const who of ['branchManager', 'branchDispatcher', 'customerLite']) {
      expect(await call(who, 'POST', 'job/query', {})).toMatchObject({ code: 403 });
      expect(await call(who, 'POST', 'job/repeat', { id: '1' })).toMatchObject({ code: 403 });
    }
  });

  it('that were given up begin anew when they are repeated, with all their tries; others are not touched', async () => {
    const [dead, waiting] = (await list()).records;
    expect(await call('platformAdmin', 'POST', 'job/repeat', { id: waiting?.id })).toMatchObject({
      code: 409,
      message: '只能重新执行已放弃的任务',
    });
    expect(await call('platformAdmin', 'POST', 'job/repeat', { id: '999999' })).toMatchObject({ code: 404 });
    isBroken = false;
    expect(await call('platformAdmin', 'POST', 'job/repeat', { id: dead?.id })).toMatchObject({ code: 200 });
    expect(await auditedChange('repeatJob')).toMatchObject({ attempts: { before: 1, after: 0 } });
    await runDueJobs([job], new Date(Date.now() + 1000));
    expect(done).toEqual(['13800000001']);
    expect((await list()).records).toMatchObject([{ state: 'WAITING' }]);
  });

  it('have a name in both languages, each its own', () => {
    const names = JOBS.map(({ name }) => name).sort();
    expect(new Set(names).size).toBe(names.length);
    expect(Object.keys(zh.job).sort()).toEqual(names);
    expect(Object.keys(en.job).sort()).toEqual(names);
  });
});
