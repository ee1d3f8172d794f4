import { actOnFindings } from '@/lib/features/detector/internal/finding-queue';
import { db, pool } from '@/lib/platform/db/client';
import { useFreshDatabase } from '../../support/database';
import { createBox } from '../../live/telemetry/world';
import { callbacksOf, Fleet, symptomsOf } from './fleet';

/** What can never be acted on is given up by itself: it takes nothing else of its unit along. */

const mockError = jest.fn();
jest.mock('@/lib/platform/system/log', () => ({
  logger: () => ({ error: mockError, warn: () => undefined, info: () => undefined, debug: () => undefined }),
}));

useFreshDatabase();

const TRIES = 20;
let fleet: Fleet;

beforeAll(async () => {
  fleet = new Fleet();
  await createBox('C1', 'E1');
  // As a row that the table refuses, again and again.
  await pool().query(`CREATE FUNCTION refuse_symptoms() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.symptom_definition_id IN ('D01', 'A04') THEN RAISE EXCEPTION 'refused'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER refuse_symptoms BEFORE INSERT ON symptom FOR EACH ROW EXECUTE FUNCTION refuse_symptoms();`);
});
beforeEach(async () => {
  for (const table of ['detector_effect', 'callback', 'symptom', 'entrapment'])
    await pool().query(`DELETE FROM ${table}`);
});
afterAll(() => fleet.stop());

const finding = (equipmentNo: string, rule: string) => ({
  equipmentNo,
  rule,
  kind: 'raise' as const,
  eventDate: new Date(fleet.now),
  firedDate: new Date(fleet.now),
  nextAt: new Date(fleet.now),
  version: 1,
});
const found = (...rules: string[]) =>
  db().detectorEffect.createMany({ data: rules.map((rule) => finding('E1', rule)) });
const waiting = async () => (await db().detectorEffect.findMany({ orderBy: { id: 'asc' } })).map(({ rule }) => rule);

it.each([
  ['the oldest', ['D01', 'C03'], ['C03 INIT 1']],
  ['between others', ['C03', 'D01', 'C01'], ['C01 INIT 1', 'C03 INIT 1']],
  ['after the others', ['C03', 'D01'], ['C03 INIT 1']],
])(
  'a finding that fails, %s, is tried as often as one may, and only it is given up',
  async (_where, rules, symptoms) => {
    await found(...rules);
    for (let tries = 1; tries <= TRIES; tries += 1) {
      await fleet.act();
      expect(await waiting()).toEqual(rules);
      expect(await symptomsOf('E1')).toEqual([]);
      fleet.now += 300_000;
    }
    mockError.mockClear();
    await fleet.act();
    expect(await waiting()).toEqual([]);
    expect(await symptomsOf('E1')).toEqual(symptoms);
    expect(mockError.mock.calls).toMatchObject([
      [{ equipmentNo: 'E1', rule: 'D01', kind: 'raise' }, expect.stringContaining('given up')],
    ]);
  },
);

it('trapped persons do not wait for what fails of their unit, nor what else is found for trapped persons', async () => {
  await found('D01', 'A04', 'A01', 'C03');
  await fleet.act();
  expect(await symptomsOf('E1')).toEqual(['A01 OPEN 1']);
  expect(await callbacksOf('E1')).toEqual(['INIT trapped']);
  expect(await waiting()).toEqual(['D01', 'A04', 'C03']);

  await db().detectorEffect.deleteMany({ where: { rule: 'D01' } });
  fleet.now += 1000;
  await fleet.act();
  expect(await symptomsOf('E1')).toEqual(['A01 OPEN 1', 'C03 INIT 1']);
  expect(await waiting()).toEqual(['A04']);
});

it('what the database could not do at this moment, as in a deadlock, is tried again for as long as it takes', async () => {
  await pool().query(`CREATE FUNCTION deadlock() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END $$;
    CREATE TRIGGER deadlock BEFORE INSERT ON symptom FOR EACH ROW EXECUTE FUNCTION deadlock();`);
  await found('A01');
  await db().detectorEffect.updateMany({ data: { tries: TRIES } });
  await fleet.act();
  await pool().query('DROP FUNCTION deadlock CASCADE');
  expect(await waiting()).toEqual(['A01']);
  fleet.now += 30_000;
  await fleet.act();
  expect(await symptomsOf('E1')).toEqual(['A01 OPEN 1']);
});

it('what failed goes alone the next time, so that no transaction takes too long for ever', async () => {
  await found('A01', 'A01', 'A01');
  const [oldest] = await db().detectorEffect.findMany({ orderBy: { id: 'asc' } });
  await db().detectorEffect.update({ where: { id: oldest?.id ?? 0 }, data: { tries: 1 } });
  await actOnFindings(new Date(fleet.now));
  expect(await waiting()).toEqual(['A01', 'A01']);
  await fleet.act();
  expect(await symptomsOf('E1')).toEqual(['A01 OPEN 3']);
});

it('asks between some units and the next ones whether somebody is trapped, and does the rest of a unit later', async () => {
  for (let no = 2; no <= 30; no += 1) await createBox(`C${no}`, `E${no}`);
  await db().detectorEffect.createMany({
    data: [
      ...Array.from({ length: 60 }, () => finding('E2', 'C03')),
      ...Array.from({ length: 28 }, (_, index) => finding(`E${index + 3}`, 'C03')),
    ],
  });
  expect(await actOnFindings(new Date(fleet.now))).toBe(true);
  const left = await db().detectorEffect.groupBy({
    by: ['equipmentNo'],
    _count: true,
    orderBy: { equipmentNo: 'asc' },
  });
  expect(left).toHaveLength(1 + 28 - 19);
  expect(left.find(({ equipmentNo }) => equipmentNo === 'E2')?._count).toBe(10);
  await db().detectorEffect.create({ data: finding('E1', 'A01') });
  expect(await actOnFindings(new Date(fleet.now))).toBe(true);
  expect(await symptomsOf('E1')).toEqual(['A01 OPEN 1']);
  expect(await db().detectorEffect.count()).toBe(0);
  expect(await actOnFindings(new Date(fleet.now))).toBe(false);
});

it('what fails on no finding, as without a connection, gives none up', async () => {
  await found('A01');
  await db().detectorEffect.updateMany({ data: { tries: TRIES } });
  await pool().query('ALTER TABLE detector_effect RENAME COLUMN fired_date TO other_date');
  try {
    await fleet.act().catch(() => undefined);
  } finally {
    await pool().query('ALTER TABLE detector_effect RENAME COLUMN other_date TO fired_date');
  }
  expect(await waiting()).toEqual(['A01']);
  fleet.now += 5000;
  await fleet.act();
  expect(await symptomsOf('E1')).toEqual(['A01 OPEN 1']);
});
