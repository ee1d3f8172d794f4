import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db, pool } from '@/lib/platform/db/client';
import { call } from '../../../support/callers';
import { createAccountsWorld } from '../users/support/world';
import { useFreshDatabase } from '../../support/database';

interface Row {
  rule: string;
  settings: {
    scope: string;
    target: string | null;
    enabled: boolean;
    numbers: Record<string, number>;
    version: number;
  }[];
}

/** Settings of the symptom rules and their trial (readings 81). */
describe('the rules of the detector', () => {
  useFreshDatabase();
  beforeAll(createAccountsWorld);
  afterAll(closePortal);

  const save = (body: object) =>
    call<Row>('platformAdmin', 'POST', 'symptom/rule/save', {
      rule: 'B01',
      scope: 'all',
      version: 0,
      enabled: true,
      numbers: { hold: 60 },
      ...body,
    });

  it('are listed for SUPER_MASTER alone', async () => {
    const { data } = await call<{ isOn: boolean; rules: Row[] }>('platformAdmin', 'GET', 'symptom/rule');
    expect(data?.isOn).toBe(true);
    expect(data?.rules.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['A01', 'B11', 'C07', 'D05', 'F06']));
    expect((await call('branchDispatcher', 'GET', 'symptom/rule')).code).toBe(403);
  });

  it('are set with a version, and taken away', async () => {
    const first = await save({});
    expect(first.data?.settings).toMatchObject([{ scope: 'all', target: null, numbers: { hold: 60 }, version: 1 }]);
    // Somebody else was faster.
    expect((await save({ numbers: { hold: 90 } })).code).toBe(409);
    const second = await save({ version: 1, enabled: false });
    expect(second.data?.settings).toMatchObject([{ enabled: false, version: 2 }]);
    const gone = await call<Row>('platformAdmin', 'POST', 'symptom/rule/delete', { rule: 'B01', scope: 'all' });
    expect(gone.data?.settings).toEqual([]);
    expect((await call('platformAdmin', 'POST', 'symptom/rule/delete', { rule: 'B01', scope: 'all' })).code).toBe(404);
  });

  it('of one unit are taken away alone: those of all units stay', async () => {
    await save({});
    await save({ scope: 'unit', target: 'E-1', numbers: { hold: 30 } });
    const remove = { rule: 'B01', scope: 'unit', target: 'E-1' };
    const left = await call<Row>('platformAdmin', 'POST', 'symptom/rule/delete', remove);
    expect(left.data?.settings).toMatchObject([{ scope: 'all', target: null, numbers: { hold: 60 } }]);
    await call('platformAdmin', 'POST', 'symptom/rule/delete', { rule: 'B01', scope: 'all' });
  });

  it.each([
    [{ rule: 'X99' }, 400],
    [{ numbers: { hold: -1 } }, 400],
    [{ numbers: { other: 5 } }, 400],
    [{ scope: 'unit' }, 400],
    [{ scope: 'unit', target: 'NO-SUCH' }, 404],
  ])('refuse %j', async (body, code) => {
    expect((await save(body)).code).toBe(code);
  });

  it('are tried on what is kept of the last days, and write nothing', async () => {
    const unit = await db().equipment.findFirstOrThrow({ where: { displayType: 'EV', deletedAt: null } });
    const from = Date.now() - 3_600_000;
    const bucket = new Date(Math.floor(from / 300_000) * 300_000);
    await pool().query('INSERT INTO equipment_trace (equipment_no, bucket_start, changes) VALUES ($1, $2, $3)', [
      unit.equipmentNo,
      bucket,
      JSON.stringify([
        [from, 'errorstate', true],
        [from + 200_000, 'errorstate', false],
      ]),
    ]);
    const body = { rule: 'B01', days: 1, equipmentNos: [unit.equipmentNo] };
    const found = await call<{
      traced: number;
      total: number;
      hits: { equipmentNo: string; clearedDate: string | null }[];
    }>('platformAdmin', 'POST', 'symptom/rule/try', body);
    expect(found.data).toMatchObject({ traced: 1, total: 1, hits: [{ equipmentNo: unit.equipmentNo }] });
    expect(found.data?.hits[0]?.clearedDate).not.toBeNull();
    const slower = await call<{ total: number }>('platformAdmin', 'POST', 'symptom/rule/try', {
      ...body,
      numbers: { hold: 300 },
    });
    expect(slower.data?.total).toBe(0);
    expect(await db().symptom.count({ where: { ruleVersion: { not: null } } })).toBe(0);
    expect(await db().detectorEffect.count()).toBe(0);
  });
});
