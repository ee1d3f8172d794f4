import { readXlsx } from 'hucre/xlsx';
import { forgetStrategies } from '@/lib/platform/strategy/limits';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { resetConfig } from '@/lib/config';
import { db } from '@/lib/platform/db/client';
import { resetExportLimits } from '@/lib/platform/files/export-limit';
import { handleSms } from '@/lib/platform/door/web-door';
import { headersOf } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import type { PersonaName } from '../../../support/personas';
import { callSms, ORIGIN } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';

/** Editing a unit with its box, and the list as a file; all through the door. Units E-1, E-2, E-4 are of B01, E-3 of B02. */

useFreshDatabase();

beforeAll(async () => {
  await createPersonas();
});
beforeEach(async () => {
  resetRateLimits();
  resetExportLimits();
  await db().equipment.updateMany({ data: { cubeNo: null, buildingName: '静安中心大厦', deletedAt: null } });
  await db().equipmentStatus.deleteMany();
  await db().cubeHistory.deleteMany();
  await db().edgeCube.deleteMany();
  const box = { kind: 'box', bindState: 'UNBOUND', secretHash: 'x', secretAt: new Date() } as const;
  await db().edgeCube.createMany({
    data: [
      { ...box, cubeNo: 'EC-A', branchCode: 'B01' },
      { ...box, cubeNo: 'EC-B', branchCode: 'B01' },
      { ...box, cubeNo: 'EC-FAR', branchCode: 'B02' },
      { ...box, cubeNo: 'EC-OLD', branchCode: 'B01', bindState: 'RETIRED' },
      { ...box, cubeNo: 'PRO-1', branchCode: 'B01', kind: 'pro' },
    ],
  });
});
afterAll(closePortal);

const save = async (name: PersonaName, body: object) =>
  callSms<{ fieldErrors?: Record<string, string> } | null>('POST', 'equipment/saveOrUpdate', {
    body,
    headers: await headersOf(name),
  });
const unit = (equipmentNo: string) =>
  db().equipment.findUniqueOrThrow({ where: { equipmentNo }, include: { status: true } });
const box = (cubeNo: string) => db().edgeCube.findUniqueOrThrow({ where: { cubeNo } });
const history = async () =>
  (await db().cubeHistory.findMany({ orderBy: { id: 'asc' } })).map(({ cubeNo, action, equipmentNo, operator }) => [
    cubeNo,
    action,
    equipmentNo,
    operator,
  ]);

describe('editing a unit', () => {
  it('[EQUIP-013] needs the number only: what is absent stays, an empty building is cleared', async () => {
    expect(await save('branchManager', { equipmentName: 'x' })).toMatchObject({
      code: 400,
      error: 'validation_failed',
      data: { fieldErrors: { equipmentNo: expect.any(String) as string } },
    });
    expect(await save('branchManager', { equipmentNo: 'E-1' })).toMatchObject({ code: 200 });
    expect(await save('branchManager', { equipmentNo: 'E-1', equipmentName: ' 一号梯 ' })).toMatchObject({ code: 200 });
    expect(await unit('E-1')).toMatchObject({ equipmentName: '一号梯', buildingName: '静安中心大厦', cubeNo: null });
    await save('branchManager', { equipmentNo: 'E-1', buildingName: null });
    expect(await unit('E-1')).toMatchObject({ buildingName: null });
    await save('branchManager', { equipmentNo: 'E-1', equipmentName: '静安中心1号梯' });
  });
  it('leaves no unit without a name: an empty or blank one is refused at its field', async () => {
    for (const equipmentName of ['', '   ', null]) {
      expect([
        equipmentName,
        await save('branchManager', { equipmentNo: 'E-1', equipmentName, buildingName: 'x' }),
      ]).toEqual([
        equipmentName,
        expect.objectContaining({
          code: 400,
          error: 'validation_failed',
          data: { fieldErrors: { equipmentName: '必填' } },
        }),
      ]);
    }
    expect(await unit('E-1')).toMatchObject({ equipmentName: '静安中心1号梯', buildingName: '静安中心大厦' });
  });
  it('[CONV-015] [CONV-016] takes at most 200 characters, trimmed', async () => {
    expect(await save('branchManager', { equipmentNo: 'E-1', buildingName: ` ${'楼'.repeat(200)} ` })).toMatchObject({
      code: 200,
    });
    expect((await unit('E-1')).buildingName).toBe('楼'.repeat(200));
    expect(await save('branchManager', { equipmentNo: 'E-1', buildingName: '楼'.repeat(201) })).toMatchObject({
      code: 400,
      data: { fieldErrors: { buildingName: '内容过长' } },
    });
    expect(await save('branchManager', { equipmentNo: 'E-1', cubeNo: 'a b' })).toMatchObject({
      code: 400,
      data: { fieldErrors: { cubeNo: '编号格式不正确' } },
    });
  });
  it('is for those with EQUIPMENT_WRITE and inside their scope', async () => {
    expect(await save('branchDispatcher', { equipmentNo: 'E-1', equipmentName: 'x' })).toMatchObject({ code: 403 });
    expect(await save('branchManager', { equipmentNo: 'E-3', equipmentName: 'x' })).toMatchObject({
      code: 511,
      message: '您没有权限查看该设备',
    });
    expect(await save('branchManager', { equipmentNo: 'NONE', equipmentName: 'x' })).toMatchObject({ code: 404 });
    expect((await unit('E-3')).equipmentName).toBe('朝阳大厦1号梯');
  });
});

describe('the box of a unit', () => {
  it('after binding the unit is offline until the box sends, the box names its unit, and the project counts it', async () => {
    expect(await save('branchManager', { equipmentNo: 'E-1', cubeNo: 'ec-a' })).toMatchObject({ code: 200 });
    expect(await unit('E-1')).toMatchObject({ cubeNo: 'EC-A', status: { onlineStatus: 0, errorStatus: 2 } });
    expect(await box('EC-A')).toMatchObject({
      bindState: 'BOUND',
      branchCode: 'B01',
      bindDate: expect.any(Date) as Date,
    });
    expect(await history()).toEqual([['EC-A', 'bind', 'E-1', 'branchManager']]);
    expect(await db().project.findUnique({ where: { projectId: 'P-1' } })).toMatchObject({ installedTotal: 1 });
  });
  it('is replaced: the old one is free again, in one step', async () => {
    await save('branchManager', { equipmentNo: 'E-1', cubeNo: 'EC-A' });
    expect(await save('branchManager', { equipmentNo: 'E-1', cubeNo: 'EC-B', equipmentName: '换盒' })).toMatchObject({
      code: 200,
    });
    expect(await unit('E-1')).toMatchObject({ cubeNo: 'EC-B', equipmentName: '换盒' });
    expect([(await box('EC-A')).bindState, (await box('EC-B')).bindState]).toEqual(['UNBOUND', 'BOUND']);
    expect((await history()).slice(1)).toEqual([
      ['EC-A', 'unbind', 'E-1', 'branchManager'],
      ['EC-B', 'replace', 'E-1', 'branchManager'],
    ]);
  });
  it('is taken away: the unit is not installed', async () => {
    await save('branchManager', { equipmentNo: 'E-1', cubeNo: 'EC-A' });
    expect(await save('branchManager', { equipmentNo: 'E-1', cubeNo: null })).toMatchObject({ code: 200 });
    expect(await unit('E-1')).toMatchObject({ cubeNo: null, status: { onlineStatus: 4, errorStatus: 2 } });
    expect(await box('EC-A')).toMatchObject({ bindState: 'UNBOUND', branchCode: 'B01', bindDate: null });
    expect(await db().project.findUnique({ where: { projectId: 'P-1' } })).toMatchObject({ installedTotal: 0 });
  });
  it('sent as it is changes nothing', async () => {
    await save('branchManager', { equipmentNo: 'E-1', cubeNo: 'EC-A' });
    await db().equipmentStatus.update({ where: { equipmentNo: 'E-1' }, data: { onlineStatus: 1 } });
    await save('branchManager', { equipmentNo: 'E-1', cubeNo: 'EC-A', equipmentName: '同盒' });
    expect(await unit('E-1')).toMatchObject({ status: { onlineStatus: 1 } });
    expect(await history()).toHaveLength(1);
  });
  it.each([
    ['an unknown number', 'EC-NONE', 404, '盒子号不存在'],
    ['a retired box', 'EC-OLD', 409, '该盒子已报废'],
    ['a pro gateway', 'PRO-1', 409, '该编号为PRO网关，请在PRO网关管理中挂接设备'],
    ['a box of another branch', 'EC-FAR', 511, '您没有权限查看该数据'],
  ])(
    '[EQUIP-014] refuses %s, says why under the field, and saves nothing else either',
    async (_what, cubeNo, code, message) => {
      expect(await save('branchManager', { equipmentNo: 'E-1', cubeNo, buildingName: '不应保存' })).toMatchObject({
        code,
        message,
        data: { fieldErrors: { cubeNo: message } },
      });
      expect(await unit('E-1')).toMatchObject({ cubeNo: null, buildingName: '静安中心大厦' });
      expect(await history()).toEqual([]);
    },
  );
  it('of another unit is named only to those who may see that unit', async () => {
    await save('platformAdmin', { equipmentNo: 'E-2', cubeNo: 'EC-A' });
    await save('platformAdmin', { equipmentNo: 'E-3', cubeNo: 'EC-FAR' });
    expect(await save('branchManager', { equipmentNo: 'E-1', cubeNo: 'EC-A' })).toMatchObject({
      code: 409,
      message: '该盒子已绑定设备E-2',
    });
    const hidden = await save('branchManager', { equipmentNo: 'E-1', cubeNo: 'EC-FAR' });
    expect(hidden).toMatchObject({ code: 511 });
    expect(JSON.stringify(hidden)).not.toContain('E-3');
  });
  it('goes to one of two who ask at once', async () => {
    const answers = await Promise.all([
      save('platformAdmin', { equipmentNo: 'E-1', cubeNo: 'EC-A' }),
      save('platformAdmin', { equipmentNo: 'E-2', cubeNo: 'EC-A' }),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(await db().equipment.count({ where: { cubeNo: 'EC-A' } })).toBe(1);
  });
});

const download = async (name: PersonaName, body: object = {}, headers: Record<string, string> = {}) =>
  handleSms(
    new Request(`${ORIGIN}/sms/equipment/download`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': '192.0.2.1',
        ...(await headersOf(name)),
        ...headers,
      },
      body: JSON.stringify(body),
    }),
  );
async function rowsOf(response: Response): Promise<unknown[][]> {
  const book = await readXlsx(new Uint8Array(await response.arrayBuffer()));
  return book.sheets[0]?.rows ?? [];
}

describe('the list as a file', () => {
  it('is a workbook with the columns of the list, named and stamped', async () => {
    await save('platformAdmin', { equipmentNo: 'E-1', cubeNo: 'EC-A', equipmentName: '=cmd' });
    const response = await download('platformAdmin', { cubeNo: 'ec-' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="equipment-\d{14}\.xlsx"; filename\*=UTF-8''equipment-\d{14}\.xlsx$/,
    );
    const [header, row, ...rest] = await rowsOf(response);
    expect(header).toEqual([
      '设备名称',
      '设备号',
      '盒子号',
      '梯型',
      '产品线',
      '楼宇',
      '在线状态',
      '故障状态',
      '楼层匹配',
      '分公司',
    ]);
    expect(row?.map((value) => value ?? null)).toEqual([
      `'=cmd`,
      'E-1',
      'EC-A',
      '直梯',
      null,
      '静安中心大厦',
      '离线',
      null,
      '未配置',
      '上海分公司',
    ]);
    expect(rest).toEqual([]);
  });
  it('follows the language', async () => {
    const [header] = await rowsOf(await download('platformAdmin', {}, { 'accept-language': 'en' }));
    expect(header?.slice(0, 3)).toEqual(['Name', 'Equipment no.', 'Box no.']);
  });
  it('holds the rows of the list: same filters, same scope, same focus', async () => {
    const numbers = async (...rest: Parameters<typeof download>) =>
      (await rowsOf(await download(...rest)))
        .slice(1)
        .map((row) => row[1])
        .sort();
    expect(await numbers('platformAdmin')).toEqual(['E-1', 'E-2', 'E-3', 'E-4']);
    expect(await numbers('branchManager')).toEqual(['E-1', 'E-2', 'E-4']);
    expect(await numbers('customerLite')).toEqual(['E-1']);
    expect(await numbers('branchManager', {}, { projectId: 'P-2' })).toEqual(['E-2']);
    expect(await numbers('branchManager', { key: '徐汇' })).toEqual(['E-2']);
  });
  it('has every row once, beyond what is read at a time', async () => {
    await db().equipment.createMany({
      data: Array.from({ length: 4100 }, (_, index) => ({
        equipmentNo: `BULK-${index}`,
        equipmentName: `unit ${index}`,
        equipmentType: 'YAE_ELT',
        displayType: 'EV' as const,
        branchCode: 'B02',
        createDate: new Date(Date.UTC(2026, 0, 1, 0, Math.floor(index / 3))),
      })),
    });
    const numbers = (await rowsOf(await download('platformAdmin', { key: 'BULK' }))).slice(1).map((row) => row[1]);
    expect(numbers).toHaveLength(4100);
    expect(new Set(numbers).size).toBe(4100);
    await db().equipment.deleteMany({ where: { equipmentNo: { startsWith: 'BULK-' } } });
  });
  it('is refused in words, before the first byte', async () => {
    const refused = async (response: Response) => ({
      type: response.headers.get('content-type'),
      status: response.status,
      ...((await response.json()) as { code: number; message: string }),
    });
    expect(await refused(await download('platformAdmin', { onlineStatus: 9 }))).toMatchObject({
      type: 'application/json; charset=utf-8',
      status: 400,
      code: 400,
    });
    process.env.EXPORT_MAX_ROWS = '3';
    resetConfig();
    expect(await refused(await download('platformAdmin'))).toMatchObject({
      code: 400,
      message: '导出数据超过3条，请缩小查询范围',
    });
    Reflect.deleteProperty(process.env, 'EXPORT_MAX_ROWS');
    resetConfig();
    await db().userStrategy.create({
      data: {
        strategyId: 'none',
        level: 'default',
        strategyName: 'no exports',
        enabled: true,
        dataGroups: [],
        symptomCategories: [],
        exportAllowed: false,
      },
    });
    forgetStrategies();
    expect(await refused(await download('platformAdmin'))).toMatchObject({ code: 403, message: '导出已被限制' });
    await db().userStrategy.deleteMany();
    forgetStrategies();
  });
  it('comes two at a time and ten a minute; what was given up counts no more', async () => {
    const first = await download('platformAdmin');
    const second = await download('platformAdmin');
    expect((await download('platformAdmin')).status).toBe(429);
    await first.body?.cancel();
    await second.arrayBuffer();
    const third = await download('platformAdmin');
    expect(third.status).toBe(200);
    await third.arrayBuffer();
    // A refused one leaves nothing behind.
    for (let run = 0; run < 3; run += 1) await download('platformAdmin', { onlineStatus: 9 });
    expect((await download('platformAdmin')).status).toBe(200);
  });
});
