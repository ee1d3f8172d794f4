import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db } from '@/lib/platform/db/client';
import type { GatewayRow } from '@/lib/features/third-gateways/contract';
import { call, resetLimits } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import { useFreshDatabase } from '../../support/database';

/** Gateways of other makers through the door (doc3 §2.15, §5, §8). */

useFreshDatabase();
beforeAll(createPersonas);
beforeEach(resetLimits);
afterAll(closePortal);

const ADMIN = 'platformAdmin';
const add = (kind: 'tl' | 'step', body: object, who = ADMIN) => call(who, 'POST', `${kind}Gateway/add`, body);
const remove = (kind: 'tl' | 'step', equipmentNo: string) =>
  call(ADMIN, 'POST', `${kind}Gateway/delete`, { equipmentNo });
const rows = async (kind: 'tl' | 'step', filters: object = {}) =>
  (await call<{ total: number; records: GatewayRow[] }>(ADMIN, 'POST', `${kind}Gateway/page`, filters)).data;

describe('a third-party gateway', () => {
  let no = '';
  beforeAll(async () => {
    const unit = await db().equipment.findFirstOrThrow({ include: { branch: true } });
    no = unit.equipmentNo;
    await db().equipment.update({ where: { equipmentNo: no }, data: { buildingName: '南广场', cubeNo: 'EC-1' } });
  });

  it('[GATE-004] of 梯联 shows unit, box, building, state, branch and date; 添加成功', async () => {
    expect(await add('tl', { equipmentNo: no })).toMatchObject({ code: 200, message: '添加成功' });
    expect((await rows('tl')).records).toEqual([
      {
        equipmentNo: no,
        cubeNo: 'EC-1',
        stepEquipmentNo: null,
        stepCubeId: null,
        buildingName: '南广场',
        onlineStatus: 4,
        branchName: expect.any(String) as string,
        createDate: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
      },
    ]);
    expect(await add('tl', { equipmentNo: no })).toMatchObject({ code: 409, message: '设备已添加' });
    expect(await add('tl', { equipmentNo: 'NONE' })).toMatchObject({ code: 404, message: '设备不存在' });
  });

  it('[GATE-005] of 新时达 has a number and a box of its own instead of cubeNo', async () => {
    expect(await add('step', { equipmentNo: no, stepEquipmentNo: 'S-1', stepCubeId: 'C-1' })).toMatchObject({
      code: 200,
    });
    expect((await rows('step')).records).toMatchObject([
      { equipmentNo: no, cubeNo: null, stepEquipmentNo: 'S-1', stepCubeId: 'C-1' },
    ]);
    const other = await db().equipment.findFirstOrThrow({ where: { equipmentNo: { not: no } } });
    expect(
      await add('step', { equipmentNo: other.equipmentNo, stepEquipmentNo: 'S-1', stepCubeId: 'C-1' }),
    ).toMatchObject({ code: 409 });
  });

  it('needs its numbers, in the words of the documents', async () => {
    expect(await add('tl', {})).toMatchObject({ code: 400, message: '请输入迅达设备号' });
    expect(await add('step', { equipmentNo: no, stepCubeId: 'C' })).toMatchObject({ message: '请输入新时达设备号' });
    expect(await add('step', { equipmentNo: no, stepEquipmentNo: 'S' })).toMatchObject({
      message: '请输入新时达盒子号',
    });
  });

  it('[GATE-002] is found by equipment number, building and branch; is head office’s alone; is deleted', async () => {
    const { records } = await rows('tl');
    const branchName = records[0]?.branchName ?? '';
    for (const filters of [
      { equipmentNo: no.slice(1) },
      { buildingName: '广场' },
      { branchName: branchName.slice(0, 2) },
    ])
      expect([filters, (await rows('tl', filters)).total]).toEqual([filters, 1]);
    expect((await rows('tl', { buildingName: '北广场' })).total).toBe(0);
    expect(await add('tl', { equipmentNo: no }, 'branchManager')).toMatchObject({ code: 403 });
    expect(await remove('tl', no)).toMatchObject({ code: 200 });
    expect((await rows('tl')).total).toBe(0);
    expect((await rows('step')).total).toBe(1);
    expect(await remove('tl', no)).toMatchObject({ code: 404 });
  });
});
