import { db } from '@/lib/platform/db/client';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import type { CampusPage, CampusView, ConnectionCounts, FaultCounts } from '@/lib/features/campus/contract';
import { careOf } from '@/lib/features/campus/needs-care';
import type { StatusEntry } from '@/lib/features/equipment/contract';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { forgetStrategies } from '@/lib/platform/strategy/limits';
import { headersOf } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import type { PersonaName } from '../../../support/personas';
import { callSms } from '../../../support/sms-client';
import type { Answer } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';

useFreshDatabase();
const unit = (
  equipmentNo: string,
  rest: Partial<Prisma.EquipmentCreateManyInput> = {},
): Prisma.EquipmentCreateManyInput => ({
  equipmentNo,
  equipmentName: `unit ${equipmentNo}`,
  equipmentType: 'YAE_ELT',
  displayType: 'EV',
  branchCode: 'B01',
  cubeNo: `C-${equipmentNo}`,
  ...rest,
});

beforeAll(async () => {
  await createPersonas();
  await db().roleAuthority.create({ data: { role: 'role-customerEssence', authority: 'CAMPUS_VIEW_READ' } });
  await db().equipment.createMany({
    data: [
      unit('S-1', { equipmentType: 'YAE_ESC', displayType: 'ES' }),
      unit('W-1', { equipmentType: 'YAE_ESC', displayType: 'WW', companyCode: '3000' }),
      unit('O-1', { equipmentType: 'YAE_TEL', displayType: 'OTHER' }),
      unit('N-1', { cubeNo: null }),
      unit('D-1', { deletedAt: new Date() }),
    ],
  });
  await db().projectEquipment.createMany({
    data: ['S-1', 'W-1', 'O-1', 'N-1', 'D-1'].map((equipmentNo) => ({ projectId: 'P-1', equipmentNo })),
  });
  const state = (equipmentNo: string, onlineStatus: number, errorStatus: number) => ({
    equipmentNo,
    onlineStatus,
    errorStatus,
  });
  await db().equipmentStatus.createMany({
    data: [state('E-1', 1, 0), state('E-2', 1, 1), state('S-1', 3, 0), state('W-1', 0, 1), state('D-1', 1, 1)],
    skipDuplicates: true,
  });
});
beforeEach(resetRateLimits);
afterAll(closePortal);

async function call<T>(
  who: PersonaName,
  method: string,
  path: string,
  options: { body?: unknown; focus?: string } = {},
): Promise<Answer<T>> {
  const headers = {
    ...(await headersOf(who)),
    ...(options.focus === undefined ? {} : { projectId: options.focus }),
  };
  return callSms<T>(method, path, { headers, body: options.body });
}
const view = (who: PersonaName, focus?: string) => call<CampusView>(who, 'GET', 'campusview/', { focus });
const equipmentPage = (who: PersonaName, query = '', focus?: string) =>
  call<{ source: string; equipmentList: CampusPage }>(who, 'GET', `campusview/equipmentPage${query}`, { focus });
const numbers = (answer: Answer<{ equipmentList: CampusPage }>) =>
  answer.data.equipmentList.records.map(({ equipmentNo }) => equipmentNo);

async function configure(
  username: string,
  equipmentNos: readonly string[],
  look: Partial<Prisma.CampusViewUncheckedCreateInput> = {},
): Promise<void> {
  await db().campusView.deleteMany({ where: { username } });
  await db().campusView.create({ data: { username, ...look } });
  await db().campusViewEquipment.createMany({
    data: equipmentNos.map((equipmentNo, position) => ({
      username,
      equipmentNo,
      position,
      equipmentNickName: equipmentNo === 'E-1' ? '大堂 1号梯' : null,
    })),
  });
}

describe('the wall of a user', () => {
  it('[CAMP-004] is not there until somebody configures it: no units, 40 tiles, no title', async () => {
    expect((await view('customerEssence')).data).toEqual({
      basic: { title: '', logo: null, background: null, mute: 0, campusViewSize: 40 },
      projectNames: null,
      equipmentTotal: 0,
    });
    expect((await equipmentPage('customerEssence')).data).toEqual({
      source: 'chosen',
      equipmentList: { total: 0, pages: 0, size: 40, current: 1, records: [] },
    });
  });

  it('[CAMP-027] carries title, pictures, sound flag and page size', async () => {
    await configure('customerEssence', ['E-1'], {
      title: '滨江国际中心',
      logo: 'campus/l.png',
      background: 'campus/b.jpg',
      mute: 1,
      campusViewSize: 80,
    });
    const { data } = await view('customerEssence');
    expect(data).toMatchObject({
      basic: { title: '滨江国际中心', logo: 'campus/l.png', background: 'campus/b.jpg', mute: 1, campusViewSize: 80 },
      equipmentTotal: 1,
    });
    expect(data.projectNames).toBe((await db().project.findUniqueOrThrow({ where: { projectId: 'P-1' } })).projectName);
  });

  it('[CAMP-029] [CAMP-030] lists its units by position, with nickname, type, company, online flag and display type', async () => {
    await configure('customerEssence', ['W-1', 'E-1', 'S-1', 'N-1']);
    const answer = await equipmentPage('customerEssence', '?pageIndex=1&pageSize=40');
    expect(answer.data.equipmentList).toMatchObject({ total: 4, pages: 1, size: 40, current: 1 });
    expect(answer.data.equipmentList.records).toEqual([
      {
        equipmentNo: 'W-1',
        equipmentNickName: 'unit W-1',
        equipmentType: 'YAE_ESC',
        companyCode: '3000',
        isEquipOnline: 0,
        position: 0,
        displayType: 'WW',
        totalFloors: null,
        camera: 0,
        expressZones: [],
      },
      {
        equipmentNo: 'E-1',
        equipmentNickName: '大堂 1号梯',
        equipmentType: 'YAE_ELT',
        companyCode: '',
        isEquipOnline: 1,
        position: 1,
        displayType: 'EV',
        totalFloors: null,
        camera: 0,
        expressZones: [],
      },
      {
        equipmentNo: 'S-1',
        equipmentNickName: 'unit S-1',
        equipmentType: 'YAE_ESC',
        companyCode: '',
        isEquipOnline: 0,
        position: 2,
        displayType: 'ES',
        totalFloors: null,
        camera: 0,
        expressZones: [],
      },
      {
        equipmentNo: 'N-1',
        equipmentNickName: 'unit N-1',
        equipmentType: 'YAE_ELT',
        companyCode: '',
        isEquipOnline: 0,
        position: 3,
        displayType: 'EV',
        totalFloors: null,
        camera: 0,
        expressZones: [],
      },
    ]);
    expect(numbers(await equipmentPage('customerEssence', '?displayType=ES'))).toEqual(['S-1']);
    expect(numbers(await equipmentPage('customerEssence', '?pageIndex=2&pageSize=3'))).toEqual(['N-1']);
    const beyond = (await equipmentPage('customerEssence', '?pageIndex=9&pageSize=3')).data.equipmentList;
    expect([beyond.total, beyond.records]).toEqual([4, []]);
  });

  it('loses units that were deleted, left the scope or have no tile', async () => {
    await configure('customerEssence', ['D-1', 'E-3', 'O-1', 'E-1']);
    expect(numbers(await equipmentPage('customerEssence'))).toEqual(['E-1']);
    expect((await view('customerEssence')).data.equipmentTotal).toBe(1);
  });

  it('is narrowed by the focus projects, and empty when none of them is in scope', async () => {
    await configure('customerEssence', ['E-1', 'E-2']);
    expect(numbers(await equipmentPage('customerEssence', '', 'P-2'))).toEqual(['E-2']);
    expect(numbers(await equipmentPage('customerEssence', '', 'P-3'))).toEqual([]);
    expect((await view('customerEssence', 'P-2')).data).toMatchObject({ equipmentTotal: 1 });
    expect((await view('customerEssence', 'P-3')).data).toMatchObject({ equipmentTotal: 0, projectNames: null });
  });

  it("is one's own: another user's wall does not show", async () => {
    await configure('customerEssence', ['E-1']);
    await configure('customerElite', ['E-3']);
    expect(numbers(await equipmentPage('customerElite'))).toEqual(['E-3']);
    expect(numbers(await equipmentPage('customerEssence'))).toEqual(['E-1']);
  });

  it('is refused without CAMPUS_VIEW_READ, every call of it', async () => {
    const refused = await Promise.all([
      view('customerLite'),
      equipmentPage('customerLite'),
      call('customerLite', 'POST', 'campusview/saveOrUpdateForSize', { body: { campusViewSize: 80 } }),
    ]);
    expect(refused.map(({ code, error }) => [code, error])).toEqual(refused.map(() => [403, 'access_denied']));
  });

  it.each(['?pageSize=0', '?pageSize=201', '?pageIndex=0', '?displayType=OTHER'])(
    'refuses the page %s',
    async (query) => {
      expect(await equipmentPage('customerEssence', query)).toMatchObject({ code: 400, error: 'validation_failed' });
    },
  );
});

describe('the wall in groups and worst first', () => {
  const arranged = async (query: string, focus?: string) => {
    const { data } = await call<{
      equipmentList: CampusPage;
      projects?: { projectId: string; total: number | null; equipmentNos: string[] }[];
    }>('customerEssence', 'GET', `campusview/equipmentPage?${query}`, { focus });
    return {
      units: data.equipmentList.records.map(({ equipmentNo, position }) => `${position} ${equipmentNo}`),
      total: data.equipmentList.total,
      projects: data.projects?.map(({ projectId, total, equipmentNos }) => [projectId, total, equipmentNos.join(' ')]),
    };
  };
  beforeAll(() => configure('customerEssence', ['E-1', 'E-2', 'N-1', 'S-1']));

  it('worst first brings faults, then disconnected cabinets to the front of the first page, the rest by position', async () => {
    expect(await arranged('order=worst')).toEqual({
      units: ['1 E-2', '3 S-1', '0 E-1', '2 N-1'],
      total: 4,
      projects: undefined,
    });
    expect((await arranged('order=worst&pageSize=2&pageIndex=2')).units).toEqual(['0 E-1', '2 N-1']);
  });

  it('in groups the units of a project stand together, and each says how many it has on the whole wall', async () => {
    expect(await arranged('group=project')).toEqual({
      units: ['0 E-1', '2 N-1', '3 S-1', '1 E-2'],
      total: 4,
      projects: [
        ['P-1', 3, 'E-1 N-1 S-1'],
        ['P-2', 1, 'E-2'],
      ],
    });
    expect((await arranged('group=project&pageSize=2&pageIndex=2')).projects).toEqual([
      ['P-1', 3, 'S-1'],
      ['P-2', 1, 'E-2'],
    ]);
  });

  it('in groups worst first the project with the worst unit stands first', async () => {
    expect((await arranged('group=project&order=worst')).units).toEqual(['1 E-2', '3 S-1', '0 E-1', '2 N-1']);
    await db().equipmentStatus.update({ where: { equipmentNo: 'S-1' }, data: { entrapmentStatus: 1 } });
    expect((await arranged('group=project&order=worst')).units).toEqual(['3 S-1', '0 E-1', '2 N-1', '1 E-2']);
    await db().equipmentStatus.update({ where: { equipmentNo: 'S-1' }, data: { entrapmentStatus: 0 } });
  });

  it('names no project outside scope and focus', async () => {
    await db().projectEquipment.create({ data: { projectId: 'P-3', equipmentNo: 'E-1' } });
    expect((await arranged('group=project')).projects?.map(([projectId]) => projectId)).toEqual(['P-1', 'P-2']);
    expect(await arranged('group=project', 'P-2')).toEqual({
      units: ['1 E-2'],
      total: 1,
      projects: [['P-2', 1, 'E-2']],
    });
    await db().projectEquipment.delete({ where: { projectId_equipmentNo: { projectId: 'P-3', equipmentNo: 'E-1' } } });
  });

  it('does not tell by its order which units are faulty where the data strategy withholds it', async () => {
    await db().userStrategy.create({
      data: {
        strategyId: 'no-faults',
        strategyName: 'no-faults',
        level: 'user',
        dataGroups: ['live', 'diagnostics'],
        symptomCategories: [],
        targets: { create: [{ level: 'user', value: 'customerEssence' }] },
      },
    });
    forgetStrategies();
    expect((await arranged('order=worst')).units).toEqual(['3 S-1', '0 E-1', '1 E-2', '2 N-1']);
    await db().userStrategy.deleteMany();
    forgetStrategies();
  });

  it.each(['group=colour', 'order=loud'])('refuses %s', async (query) => {
    expect(await equipmentPage('customerEssence', `?${query}`)).toMatchObject({
      code: 400,
      error: 'validation_failed',
    });
  });
});

describe('an elevator on the wall', () => {
  it('brings the number of its floors and the storeys that it passes without a landing', async () => {
    await db().equipment.update({
      where: { equipmentNo: 'E-1' },
      data: { totalFloors: 5, floorMapping: { 1: 'B1', 2: '1', 3: '30', 4: '31', 5: '32' } },
    });
    await configure('customerEssence', ['E-1']);
    expect((await equipmentPage('customerEssence')).data.equipmentList.records[0]).toMatchObject({
      totalFloors: 5,
      expressZones: [{ above: 2, storeys: 28 }],
    });
  });
});

describe('the wall of a branch or of head office on which nothing was chosen', () => {
  const care = async (who: PersonaName, query = '', focus?: string) => {
    const { data } = await equipmentPage(who, query, focus);
    return {
      source: data.source,
      total: data.equipmentList.total,
      units: data.equipmentList.records.map(({ equipmentNo, position }) => `${position} ${equipmentNo}`),
    };
  };

  beforeAll(async () => {
    await db().campusViewEquipment.deleteMany();
    const inNeed = ['T-1', 'H-1', 'Q-1', 'X-1'];
    await db().equipment.createMany({
      data: [...inNeed.map((equipmentNo) => unit(equipmentNo)), unit('T-2', { branchCode: 'B02' })],
    });
    await db().equipmentStatus.createMany({
      data: [
        { equipmentNo: 'T-1', onlineStatus: 0, errorStatus: 2, entrapmentStatus: 1 },
        { equipmentNo: 'T-2', onlineStatus: 1, errorStatus: 1, entrapmentStatus: 1 },
        { equipmentNo: 'H-1', onlineStatus: 1, errorStatus: 0, connection: 'offline' },
        { equipmentNo: 'X-1', onlineStatus: 0, errorStatus: 2, connection: 'offline' },
      ],
    });
  });

  it('[CAMP-009] [CAMP-037] shows the units of the scope that need care, worst first, each once, and says so', async () => {
    expect(await care('branchManager')).toEqual({
      source: 'care',
      total: 7,
      units: ['0 T-1', '1 W-1', '2 E-2', '3 S-1', '4 H-1', '5 Q-1', '6 X-1'],
    });
    const head = await care('platformAdmin');
    expect([head.source, head.units.slice(0, 2)]).toEqual(['care', ['0 T-1', '1 T-2']]);
  });

  it('comes in pages that go on where the one before ended', async () => {
    expect((await care('branchManager', '?pageIndex=1&pageSize=3')).units).toEqual(['0 T-1', '1 W-1', '2 E-2']);
    expect((await care('branchManager', '?pageIndex=2&pageSize=3')).units).toEqual(['3 S-1', '4 H-1', '5 Q-1']);
    expect((await care('branchManager', '?pageIndex=3&pageSize=3')).units).toEqual(['6 X-1']);
    expect(await care('branchManager', '?pageIndex=9&pageSize=3')).toMatchObject({ total: 7, units: [] });
  });

  it('is the same need that a page of the wall names', async () => {
    const { data } = await equipmentPage('platformAdmin', '?pageSize=200');
    const numbersOf = data.equipmentList.records.map(({ equipmentNo }) => equipmentNo);
    const statuses = (
      await call<StatusEntry[]>('platformAdmin', 'POST', 'equipmentExtension/statusList', {
        body: { equipmentNoList: numbersOf },
      })
    ).data;
    const { needs } = careOf(
      [...numbersOf].reverse().map((equipmentNo) => ({ equipmentNo })),
      new Map(statuses.map((entry) => [entry.equipmentNo, entry])),
      new Set(['H-1', 'X-1']),
      new Set(),
    );
    const order = needs.map(({ need }) => need);
    expect(new Map(needs.map(({ unit: { equipmentNo }, need }) => [equipmentNo, need])).size).toBe(numbersOf.length);
    const needOf = new Map(needs.map(({ unit: { equipmentNo }, need }) => [equipmentNo, need]));
    expect(numbersOf.map((equipmentNo) => needOf.get(equipmentNo))).toEqual(order);
  });

  it('keeps the focus, and of an empty scope and for one kind alone it shows nothing', async () => {
    expect(await care('branchManager', '', 'P-2')).toEqual({ source: 'care', total: 1, units: ['0 E-2'] });
    expect(await care('branchManager', '', 'P-3')).toEqual({ source: 'chosen', total: 0, units: [] });
    expect(await care('branchManager', '?displayType=ES')).toEqual({ source: 'chosen', total: 0, units: [] });
  });

  it('[CAMP-037] stays empty for a customer, and ends with the first choice', async () => {
    expect(await care('customerElite')).toEqual({ source: 'chosen', total: 0, units: [] });
    await configure('branchManager', ['E-1']);
    expect(await care('branchManager')).toEqual({ source: 'chosen', total: 1, units: ['0 E-1'] });
    await configure('branchManager', ['T-2']);
    expect(await care('branchManager')).toEqual({ source: 'chosen', total: 0, units: [] });
  });
});

describe('the page size', () => {
  const save = (who: PersonaName, campusViewSize: unknown) =>
    call(who, 'POST', 'campusview/saveOrUpdateForSize', { body: { campusViewSize } });

  it('[CAMP-004] is kept for the user, with and without a wall, and changes nothing else of it', async () => {
    await db().campusView.deleteMany();
    expect(await save('customerEssence', 100)).toMatchObject({ code: 200, data: null });
    expect((await view('customerEssence')).data.basic.campusViewSize).toBe(100);
    await configure('customerEssence', ['E-1'], { title: 'wall', mute: 1 });
    await save('customerEssence', 80);
    expect((await view('customerEssence')).data).toMatchObject({
      basic: { title: 'wall', mute: 1, campusViewSize: 80 },
      equipmentTotal: 1,
    });
    expect((await view('customerElite')).data.basic.campusViewSize).toBe(40);
  });

  it.each([0, 39, 50, 101, 'x', null, undefined])('refuses %p', async (size) => {
    expect(await save('customerEssence', size)).toMatchObject({ code: 400, error: 'validation_failed' });
  });
});

describe('the counts', () => {
  const connected = async (who: PersonaName, focus?: string) =>
    (await call<ConnectionCounts>(who, 'GET', 'equipmentExtension/connectedStatus/stats', { focus })).data;
  const faults = async (who: PersonaName, focus?: string) =>
    (await call<FaultCounts>(who, 'GET', 'equipmentExtension/error', { focus })).data;
  const listed = async (who: PersonaName, body: object) =>
    (await call<{ total: number }>(who, 'POST', 'equipment/query', { body })).data.total;

  it('are of everything in scope: online, offline with a disconnected cabinet among it, not installed, and their sum', async () => {
    const counts = await connected('customerEssence');
    expect(counts).toEqual({ onlineCount: 2, offlineCount: 3, unregisteredCount: 1, allCount: 6 });
    expect(await connected('customerEssence', 'P-2')).toEqual({
      onlineCount: 1,
      offlineCount: 0,
      unregisteredCount: 0,
      allCount: 1,
    });
    expect(await connected('customerEssence', 'P-3')).toEqual({
      onlineCount: 0,
      offlineCount: 0,
      unregisteredCount: 0,
      allCount: 0,
    });
  });

  it('normal and faulty by kind, walks among the escalators, unknown in neither', async () => {
    expect(await faults('customerEssence')).toEqual({
      elevatorNormal: 1,
      elevatorStop: 1,
      escalatorNormal: 1,
      escalatorStop: 1,
    });
    expect(await faults('customerEssence', 'P-2')).toEqual({
      elevatorNormal: 0,
      elevatorStop: 1,
      escalatorNormal: 0,
      escalatorStop: 0,
    });
  });

  it('each equal the list that they open', async () => {
    for (const who of ['customerEssence', 'platformAdmin'] as const) {
      const [connection, fault] = [await connected(who), await faults(who)];
      expect([
        await listed(who, { onlineStatus: 1 }),
        await listed(who, { onlineStatus: 2 }),
        await listed(who, { onlineStatus: 4 }),
        await listed(who, {}),
      ]).toEqual([connection.onlineCount, connection.offlineCount, connection.unregisteredCount, connection.allCount]);
      expect([
        await listed(who, { equipmentType: 1, errorStatus: 0 }),
        await listed(who, { equipmentType: 1, errorStatus: 1 }),
        await listed(who, { equipmentType: 2, errorStatus: 0 }),
        await listed(who, { equipmentType: 2, errorStatus: 1 }),
      ]).toEqual([fault.elevatorNormal, fault.elevatorStop, fault.escalatorNormal, fault.escalatorStop]);
    }
  });
});
