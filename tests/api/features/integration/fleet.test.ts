import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { db } from '@/lib/platform/db/client';
import { CALLBACK_STATUSES, type CallbackStatusCode, isCallbackOver } from '@/lib/features/callbacks/state';
import { auditedChange } from '../../../support/audit';
import { isFull } from '../../../support/full';
import { useFreshDatabase } from '../../support/database';
import { createPartners, importAll, type Result, shuffled } from './support/partner';

/** An empty installation is filled by its partner: a tenth of a branch's fleet, with TEST_FULL all of it. */

useFreshDatabase();
beforeAll(createPartners);
beforeEach(resetRateLimits);
afterAll(closePortal);

const SIZE = isFull ? 1 : 0.1;
const UNITS = 2000 * SIZE;
const CALLS = 10_000 * SIZE;
const SYMPTOMS = 5000 * SIZE;
const BATCH = 500;
const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 5);
const iso = (at: number) => new Date(at).toISOString();
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** The way of a call-out to each of the eight states. */
const WAYS: Readonly<Record<CallbackStatusCode, readonly CallbackStatusCode[]>> = {
  INIT: ['INIT'],
  REQU: ['INIT', 'PAGE', 'REQU'],
  PAGE: ['INIT', 'PAGE', 'REQU', 'PAGE'],
  DISP: ['INIT', 'PAGE', 'DISP'],
  SITE: ['INIT', 'PAGE', 'DISP', 'SITE'],
  INTR: ['INIT', 'PAGE', 'DISP', 'SITE', 'INTR'],
  CLSO: ['INIT', 'PAGE', 'DISP', 'SITE', 'INTR', 'SITE', 'CLSO'],
  CLSC: ['INIT', 'PAGE', 'CLSC'],
};
const STATES = ['INIT', 'NOT_PROCESSED', 'OPEN', 'INACTIVE', 'EXPIRED', 'CLOSED'] as const;
const stateOf = (index: number) => CALLBACK_STATUSES[(index * 7 + (index >> 3)) % CALLBACK_STATUSES.length] ?? 'INIT';
const unitNo = (index: number) => `U${String(index % UNITS).padStart(5, '0')}`;
const openedAt = (index: number) => START + index * 11 * MINUTE;

const units = numbers(UNITS).map((index) => ({
  equipmentNo: unitNo(index),
  equipmentName: `${index + 1}号梯`,
  equipmentType: index % 9 === 0 ? 'YAE_ESC' : 'YAE_ELT',
  branchCode: 'B1',
  projectId: 'P1',
  totalFloors: 12,
}));
const calls = numbers(CALLS).map((index) => ({
  callbackId: `C${index}`,
  equipmentNo: unitNo(index * 13),
  createDate: iso(openedAt(index)),
  jobDescription: '电梯不走',
}));
const statuses = shuffled(
  numbers(CALLS).flatMap((index) =>
    WAYS[stateOf(index)].map((status, step) => ({
      callbackId: `C${index}`,
      status,
      updateTime: iso(openedAt(index) + step * 6 * MINUTE),
    })),
  ),
);
const symptoms = numbers(SYMPTOMS).map((index) => ({
  symptomId: `S${index}`,
  equipmentNo: unitNo(index * 3),
  symptomTitle: 'B01-故障停梯',
  category: 'B',
  symptomState: STATES[index % STATES.length],
  createDate: iso(openedAt(index)),
  callbackId: `C${index}`,
}));

async function importBatches(entity: string, rows: readonly object[]): Promise<Result> {
  const sum: Result = { created: 0, updated: 0, unchanged: 0, failed: [] };
  for (let start = 0; start < rows.length; start += BATCH) {
    await resetRateLimits();
    const part = await importAll(entity, rows.slice(start, start + BATCH));
    sum.created += part.created;
    sum.updated += part.updated;
    sum.unchanged += part.unchanged;
    sum.failed.push(...part.failed);
  }
  return sum;
}
const fill = async () => ({
  branch: await importBatches('branch', [{ branchCode: 'B1', branchName: '上海' }]),
  project: await importBatches('project', [{ projectId: 'P1', branchCode: 'B1', projectName: '静安' }]),
  equipment: await importBatches('equipment', shuffled(units)),
  callback: await importBatches('callback', shuffled(calls)),
  callbackStatus: await importBatches('callbackStatus', statuses),
  symptom: await importBatches('symptom', shuffled(symptoms)),
});
const tally = (values: readonly string[]) => {
  const found: Record<string, number> = {};
  for (const value of values) found[value] = (found[value] ?? 0) + 1;
  return found;
};
const callStates = async () =>
  Object.fromEntries(
    (await db().callback.groupBy({ by: ['jobStatus'], _count: { _all: true } })).map(({ jobStatus, _count }) => [
      jobStatus,
      _count._all,
    ]),
  );
const everything = async () =>
  Promise.all([
    db().equipment.count(),
    db().callbackStatus.count(),
    db().activity.count(),
    db().callback.findMany({ orderBy: { callbackId: 'asc' } }),
    db().symptom.findMany({ orderBy: { symptomId: 'asc' } }),
    db().project.findMany(),
  ]);

const TIME = isFull ? 480_000 : 120_000;

describe('an empty installation', () => {
  it(
    'is filled with units, call-outs in shuffled order and symptoms; the counts by state are those that were sent',
    async () => {
      const result = await fill();
      // What a call-out's own row says, that it is new, is the first entry of its history.
      const said = { updated: 0, failed: [] };
      expect(result).toMatchObject({
        branch: { created: 1, unchanged: 0, ...said },
        project: { created: 1, unchanged: 0, ...said },
        equipment: { created: UNITS, unchanged: 0, ...said },
        callback: { created: CALLS, unchanged: 0, ...said },
        callbackStatus: { created: statuses.length - CALLS, unchanged: CALLS, ...said },
        symptom: { created: SYMPTOMS, unchanged: 0, ...said },
      });
      expect(await callStates()).toEqual(tally(numbers(CALLS).map(stateOf)));
      const stored = await db().symptom.findMany({ select: { symptomState: true } });
      expect(tally(stored.map(({ symptomState }) => symptomState))).toEqual(
        tally(symptoms.map(({ symptomState = '' }) => symptomState)),
      );
      expect(await db().project.findUnique({ where: { projectId: 'P1' } })).toMatchObject({ equipmentTotal: UNITS });
      expect(await db().activity.count()).toBe(statuses.length);
      // History that is loaded is no news.
      expect(await db().notification.count()).toBe(0);
      expect(await db().outbox.count()).toBe(0);
    },
    TIME,
  );
  it(
    'is not changed by a second run',
    async () => {
      const before = await everything();
      for (const [entity, { created, updated, failed }] of Object.entries(await fill()))
        expect([entity, created, updated, failed]).toEqual([entity, 0, 0, []]);
      expect(await everything()).toEqual(before);
    },
    TIME,
  );
  it(
    'shows no call-out in an earlier state than before when rows come late',
    async () => {
      const before = await callStates();
      const late = numbers(CALLS)
        .filter((index) => stateOf(index) !== 'INIT')
        .slice(0, BATCH)
        .map((index) => ({
          callbackId: `C${index}`,
          status: isCallbackOver(stateOf(index)) ? 'DISP' : 'INIT',
          updateTime: iso(openedAt(index) + (isCallbackOver(stateOf(index)) ? 600 : 1) * MINUTE),
        }));
      expect(await importBatches('callbackStatus', late)).toMatchObject({ created: late.length, failed: [] });
      expect(await callStates()).toEqual(before);
    },
    TIME,
  );
});

describe('what happens now', () => {
  it('is news for the wall and the service messages, once, and the call’s audit line says what was done', async () => {
    const now = Date.now();
    const rows = [{ callbackId: 'NEW', equipmentNo: unitNo(0), createDate: iso(now - MINUTE) }];
    await importAll('callback', rows);
    await importAll('callbackStatus', [{ callbackId: 'NEW', status: 'PAGE', updateTime: iso(now) }]);
    expect(await db().outbox.count({ where: { topic: 'callback', key: 'NEW' } })).toBeGreaterThan(1);
    expect(await db().notification.count({ where: { objectId: 'NEW' } })).toBe(2);
    await importAll('callback', rows);
    expect(await db().notification.count({ where: { objectId: 'NEW' } })).toBe(2);
    expect(await auditedChange('importRows')).toMatchObject({ entity: { after: 'callback' }, unchanged: { after: 1 } });
  });
});
