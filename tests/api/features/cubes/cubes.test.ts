import pg from 'pg';
import { verifyCubeSecret } from '@/lib/live/telemetry/cube-secret';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { connectionConfig, db } from '@/lib/platform/db/client';
import { call } from '../../../support/callers';
import { auditedChange } from '../../../support/audit';
import { createPersonas } from '../../../support/personas';
import { until } from '../../../support/until';
import { useFreshDatabase } from '../../support/database';

/** Registering boxes and renewing their secrets (api.md §2.19). */

useFreshDatabase();
beforeAll(createPersonas);
beforeEach(resetRateLimits);
afterAll(closePortal);

interface Told {
  cubeNo: string;
  secret: string | null;
}
const register = (who: string, body: object) => call<Told>(who, 'POST', 'gateway/saveOrUpdate', body);
const reset = (who: string, cubeNo: string) => call<{ secret: string }>(who, 'POST', 'gateway/resetSecret', { cubeNo });
const box = (cubeNo: string) => db().edgeCube.findUniqueOrThrow({ where: { cubeNo } });
const opens = async (cubeNo: string, secret: string | null) =>
  verifyCubeSecret(secret ?? '', (await box(cubeNo)).secretHash);

describe('a box', () => {
  it('is registered with a secret that is told once; saving it again changes only what is sent', async () => {
    const first = await register('platformAdmin', { cubeNo: 'new-0001', model: 'EC-200', iccid: '8986' });
    expect(first).toMatchObject({ code: 200, data: { cubeNo: 'NEW-0001' } });
    expect(await opens('NEW-0001', first.data.secret)).toBe(true);
    expect(JSON.stringify(await box('NEW-0001'))).not.toContain(first.data.secret);
    expect(JSON.stringify(await auditedChange('registerCube'))).not.toContain(first.data.secret);
    const again = await register('platformAdmin', { cubeNo: 'NEW-0001', remark: 'R', iccid: '89****', enabled: false });
    expect(again.data).toEqual({ cubeNo: 'NEW-0001', secret: null });
    expect(await box('NEW-0001')).toMatchObject({ model: 'EC-200', remark: 'R', iccid: '8986', enabled: false });
    expect(await opens('NEW-0001', first.data.secret)).toBe(true);
  });
  it('is refused without a number, with an invalid number, and with a number that belongs to a unit of somebody else', async () => {
    expect(await register('platformAdmin', { cubeNo: '' })).toMatchObject({ code: 400, message: '请输入盒子号' });
    expect(await register('platformAdmin', { cubeNo: 'a b' })).toMatchObject({ code: 400 });
    await db().edgeCube.create({
      data: { cubeNo: 'GATE', kind: 'pro', bindState: 'UNBOUND', secretHash: 'x', secretAt: new Date() },
    });
    expect(await register('platformAdmin', { cubeNo: 'GATE-3' })).toMatchObject({
      code: 409,
      message: '盒子号GATE-3已被占用',
    });
    expect(await register('platformAdmin', { cubeNo: 'GATE' })).toMatchObject({ code: 409 });
    await db().edgeCube.update({ where: { cubeNo: 'NEW-0001' }, data: { bindState: 'RETIRED' } });
    expect(await register('platformAdmin', { cubeNo: 'NEW-0001' })).toMatchObject({ code: 409 });
  });
  it('belongs to the branch that registered it; another branch does not change it, customers register none', async () => {
    expect(await register('branchManager', { cubeNo: 'SH-0001' })).toMatchObject({ code: 200 });
    expect((await box('SH-0001')).branchCode).toBe('B01');
    await db().edgeCube.update({ where: { cubeNo: 'SH-0001' }, data: { branchCode: 'B02' } });
    expect(await register('branchManager', { cubeNo: 'SH-0001', remark: 'mine' })).toMatchObject({ code: 511 });
    expect(await register('customerElite', { cubeNo: 'CU-0001' })).toMatchObject({ code: 403 });
  });
});

describe('the secret of a box', () => {
  it('is renewed by head office alone: the old one opens nothing any more', async () => {
    const { data } = await register('platformAdmin', { cubeNo: 'KEY-0001' });
    expect(await reset('branchManager', 'KEY-0001')).toMatchObject({ code: 403 });
    const renewed = await reset('platformAdmin', 'key-0001');
    expect(renewed.code).toBe(200);
    expect(await opens('KEY-0001', data.secret)).toBe(false);
    expect(await opens('KEY-0001', renewed.data.secret)).toBe(true);
    expect(await db().cubeHistory.findMany({ where: { cubeNo: 'KEY-0001' }, orderBy: { id: 'asc' } })).toMatchObject([
      { action: 'register' },
      { action: 'secret', operator: 'platformAdmin' },
    ]);
    expect(await reset('platformAdmin', 'NONE-0001')).toMatchObject({ code: 404, message: '盒子号不存在' });
  });
});

describe('a box that sends while somebody moves it', () => {
  const move = (path: string, body: object) => call('platformAdmin', 'POST', path, body);
  let ingest: pg.Client;
  let onlooker: pg.Client;
  beforeAll(async () => {
    ingest = new pg.Client(connectionConfig());
    onlooker = new pg.Client(connectionConfig());
    await Promise.all([ingest.connect(), onlooker.connect()]);
    for (const cubeNo of ['MOVE-0001', 'MOVE-0002']) await register('platformAdmin', { cubeNo });
    await db().equipmentStatus.createMany({ data: [{ equipmentNo: 'E-2' }], skipDuplicates: true });
    await db().edgeCube.create({
      data: {
        ...{ cubeNo: 'MOVE-PRO', kind: 'pro', bindState: 'BOUND', projectId: 'P-2', ports: 8 },
        ...{ secretHash: 'x', secretAt: new Date() },
      },
    });
  });
  afterAll(async () => {
    await Promise.all([ingest.end(), onlooker.end()]);
  });
  /** Until a statement waits for a row that somebody else holds. */
  const isWaiting = () =>
    until(async () => {
      const { rows } = await onlooker.query<{ waits: boolean }>(
        `SELECT count(*) > 0 AS waits FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows[0]?.waits;
    }, 5000);

  it.each([
    ['gateway/bind', { cubeNo: 'MOVE-0001', equipmentNo: 'E-2' }],
    ['gateway/replace', { equipmentNo: 'E-2', newCubeNo: 'MOVE-0002', reason: 'fault' }],
    ['gateway/unbind', { cubeNo: 'MOVE-0002', reason: '拆除' }],
    ['gateway4pro/attach', { gatewayNo: 'MOVE-PRO', units: [{ port: 1, equipmentNo: 'E-2' }] }],
    ['gateway4pro/detach', { gatewayNo: 'MOVE-PRO', ports: [1] }],
  ])('%s waits for what is being stored, and neither is given up', async (path, body) => {
    // As a batch does: the unit's state first, the link of its box after it.
    await ingest.query('BEGIN');
    await ingest.query(`SELECT 1 FROM equipment_status WHERE equipment_no = 'E-2' FOR NO KEY UPDATE`);
    const moved = move(path, body);
    await isWaiting();
    await ingest.query(`SELECT 1 FROM edge_cube WHERE cube_no LIKE 'MOVE-%' FOR NO KEY UPDATE`);
    await ingest.query('COMMIT');
    expect(await moved).toMatchObject({ code: 200 });
  });
});
