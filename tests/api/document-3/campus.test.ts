import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resetConfig } from '@/lib/config';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db } from '@/lib/platform/db/client';
import { handleSms } from '@/lib/platform/door/web-door';
import { call, headersOf, resetLimits } from '../../support/callers';
import { createPersonas } from '../../support/personas';
import { formOf, JPG, PNG } from '../../support/sample-files';
import { ORIGIN } from '../../support/sms-client';
import { useFreshDatabase } from '../support/database';

/** The calls of document 3 §7.1 on the monitoring wall, sent and read exactly as they are written there. */

useFreshDatabase();
let dataDir = '';

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'campus-'));
  process.env.DATA_DIR = dataDir;
  resetConfig();
  await createPersonas();
  await db().equipment.createMany({
    data: [
      ['S-1', 'ES'],
      ['S-2', 'ES'],
    ].map(([equipmentNo = '', displayType]) => ({
      equipmentNo,
      equipmentName: `扶梯 ${equipmentNo}`,
      equipmentType: 'YAE_ESC',
      displayType: displayType as 'ES',
      branchCode: 'B01',
      cubeNo: `C-${equipmentNo}`,
    })),
  });
  await db().equipmentStatus.createMany({
    data: [
      { equipmentNo: 'E-1', onlineStatus: 1, errorStatus: 0 },
      { equipmentNo: 'E-2', onlineStatus: 1, errorStatus: 1 },
      { equipmentNo: 'E-4', onlineStatus: 4, errorStatus: 1 },
      { equipmentNo: 'S-1', onlineStatus: 1, errorStatus: 0 },
      { equipmentNo: 'S-2', onlineStatus: 3, errorStatus: 0 },
    ],
  });
  for (const equipmentNo of ['E-1', 'E-2'])
    await db().equipment.update({ where: { equipmentNo }, data: { cubeNo: `C-${equipmentNo}` } });
});
beforeEach(resetLimits);
afterAll(async () => {
  await closePortal();
  rmSync(dataDir, { recursive: true });
  delete process.env.DATA_DIR;
});

type Page = { total: number; records: Record<string, unknown>[] };
const ask = <T = Record<string, unknown>>(method: string, path: string, body?: object) =>
  call<T>('branchManager', method, path, body);

async function upload(kind: 'logo' | 'background', file: { name: string; content: Buffer }) {
  const response = await handleSms(
    new Request(`${ORIGIN}/sms/file/upload/sms/campus`, {
      method: 'POST',
      headers: { 'x-forwarded-for': '192.0.2.1', ...(await headersOf('branchManager')) },
      body: formOf(file, { kind }),
    }),
  );
  return (await response.json()) as { code: number; data: { path: string } };
}

it('[API-067] [API-063] [API-073] campusview/saveOrUpdate takes campusView with title, logo and background and the equipment list; campusview/ answers them in data.basic; logo and background are uploaded', async () => {
  const logo = await upload('logo', { name: 'logo.png', content: PNG });
  const background = await upload('background', { name: 'background.jpg', content: JPG });
  expect([logo.code, background.code]).toEqual([200, 200]);
  const look = { title: '滨江国际中心', logo: logo.data.path, background: background.data.path };
  const equipmentList = ['E-2', 'S-1', 'E-1'].map((equipmentNo, position) => ({
    equipmentNo,
    equipmentNickName: `${position + 1}号`,
    equipmentType: equipmentNo === 'S-1' ? 'YAE_ESC' : 'YAE_ELT',
    companyCode: '',
    position,
  }));
  expect(await ask('POST', 'campusview/saveOrUpdate', { campusView: look, equipmentList })).toMatchObject({
    code: 200,
    message: '修改成功',
  });
  expect((await ask('GET', 'campusview/')).data).toMatchObject({ basic: look, equipmentTotal: 3 });
  for (const { data, content } of [
    { ...logo, content: PNG },
    { ...background, content: JPG },
  ]) {
    const shown = await handleSms(
      new Request(`${ORIGIN}/sms/file/view/${data.path}`, {
        headers: { 'x-forwarded-for': '192.0.2.1', ...(await headersOf('branchManager')) },
      }),
    );
    expect([shown.status, Buffer.from(await shown.arrayBuffer()).equals(content)]).toEqual([200, true]);
  }
});

it('[API-064] the equipment page is a GET with pageIndex from 1 and pageSize and answers data.equipmentList', async () => {
  const page = async (query: string) =>
    (await ask<{ equipmentList: Page }>('GET', `campusview/equipmentPage${query}`)).data.equipmentList;
  const first = await page('?pageIndex=1&pageSize=2');
  expect(first).toMatchObject({
    total: 3,
    records: [
      { equipmentNo: 'E-2', equipmentNickName: '1号', position: 0 },
      { equipmentNo: 'S-1', equipmentNickName: '2号', position: 1 },
    ],
  });
  expect(await page('?pageIndex=2&pageSize=2')).toMatchObject({ total: 3, records: [{ equipmentNo: 'E-1' }] });
});

it('[API-065] equipmentExtension/error counts elevators and escalators without and with a fault; connectedStatus/stats counts online, offline, not installed and all', async () => {
  expect((await ask('GET', 'equipmentExtension/error')).data).toEqual({
    elevatorNormal: 1,
    elevatorStop: 2,
    escalatorNormal: 2,
    escalatorStop: 0,
  });
  expect((await ask('GET', 'equipmentExtension/connectedStatus/stats')).data).toEqual({
    onlineCount: 3,
    offlineCount: 1,
    unregisteredCount: 1,
    allCount: 5,
  });
});

it('[API-066] campusview/query answers the settings, campusview/queryMapping the units that may be put on the wall', async () => {
  expect((await ask('POST', 'campusview/query', {})).data).toMatchObject({
    campusView: { title: '滨江国际中心' },
    equipmentList: [{ equipmentNo: 'E-2' }, { equipmentNo: 'S-1' }, { equipmentNo: 'E-1' }],
  });
  const { data } = await ask<Page>('POST', 'campusview/queryMapping', { pageIndex: 1, pageSize: 20 });
  expect(data.total).toBe(5);
  expect(new Map(data.records.map(({ equipmentNo, checked }) => [equipmentNo, checked]))).toEqual(
    new Map<unknown, unknown>([
      ['E-1', true],
      ['E-2', true],
      ['E-4', false],
      ['S-1', true],
      ['S-2', false],
    ]),
  );
});

it('[API-068] campusview/saveOrUpdateForMute takes mute, 1 or 0', async () => {
  for (const mute of [1, 0]) {
    expect((await ask('POST', 'campusview/saveOrUpdateForMute', { mute })).code).toBe(200);
    expect((await ask('GET', 'campusview/')).data).toMatchObject({ basic: { mute } });
  }
  expect((await ask('POST', 'campusview/saveOrUpdateForMute', { mute: 2 })).code).toBe(400);
});

it('[API-069] the size of the wall is saved as campusViewSize', async () => {
  for (const campusViewSize of [80, 100, 40]) {
    expect((await ask('POST', 'campusview/saveOrUpdateForSize', { campusViewSize })).code).toBe(200);
    expect((await ask('GET', 'campusview/')).data).toMatchObject({ basic: { campusViewSize } });
  }
  expect((await ask('POST', 'campusview/saveOrUpdateForSize', { campusViewSize: 60 })).code).toBe(400);
});

it('[API-074] the list of messages of the custom wall takes pageIndex 1 and pageSize 15 and answers the total of all', async () => {
  const createDate = new Date(Date.now() - 60_000);
  await db().callback.createMany({
    data: Array.from({ length: 17 }, (_, index) => ({
      callbackId: `C-${index}`,
      equipmentNo: index === 16 ? 'E-3' : 'E-1',
      branchCode: index === 16 ? 'B02' : 'B01',
      callbackType: 'Customer call',
      jobStatus: 'PAGE',
      jobDescription: '异响',
      createDate,
      jobUpdateDate: createDate,
    })),
  });
  const { code, data } = await ask<Page>('POST', 'notification/webDiagnose/list', { pageIndex: 1, pageSize: 15 });
  expect([code, data.total, data.records.length]).toEqual([200, 16, 15]);
});
