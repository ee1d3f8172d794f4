import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { openedBy } from './support/awake';
import { startEmptyPortal, type EmptyPortal } from './support/empty-portal';
import { AT_REST, mosquittoPub, signInAs, statusMessage } from './support/stack';
import { test } from './support/test';

/** An installation without any demo data: the steps of docs/importing.md, then a partner's feed. */

const PASSWORD = 'Quite-New-22';
/** The unit of the document's example. */
const UNIT = { equipmentNo: '10000001', equipmentName: '1号客梯' };
const MINUTE = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();

let portal: EmptyPortal;
let context: BrowserContext;
let page: Page;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000);
  portal = await startEmptyPortal();
  context = await browser.newContext({ baseURL: portal.url });
  page = await context.newPage();
});
test.afterAll(async () => {
  await context?.close();
  await portal?.stop();
});

const wordAfter = (label: string, printed: string) =>
  new RegExp(`^${label}\\s+(\\S+)$`, 'm').exec(printed)?.[1] ?? `no ${label}`;

/** The three files of the document's second step: a name, then the lines beside and below it. */
function filesOfTheDocument(): Record<string, string> {
  const block = /## 2\..*?```\n(.*?)```/s.exec(readFileSync('docs/importing.md', 'utf8'))?.[1] ?? '';
  const files: Record<string, string> = {};
  let name = '';
  for (const line of block.split('\n')) {
    const head = /^(\w+\.csv)\s+(.*)$/.exec(line);
    if (head) name = head[1] ?? '';
    const row = (head?.[2] ?? line).trim();
    if (row) files[name] = `${files[name] ?? ''}${row}\n`;
  }
  return files;
}

const newTab = (link: Locator) => openedBy(context, () => link.first().click());
const rowOf = (equipmentNo: string) => page.locator(`[role="row"][data-id="${equipmentNo}"]`);

test('the steps of the document lead from an empty database to a first unit on the wall', async () => {
  // 1. The first administrator, who renews the one-time password.
  const once = wordAfter('One-time password', await portal.npm('admin:create'));
  await signInAs(page, { username: 'admin', password: once });
  await expect(page).toHaveURL(/\/resetPsw4Login/);
  await page.locator('input[name="password"]').fill(once);
  await page.locator('input[name="newPassword"]').fill(PASSWORD);
  await page.locator('input[name="confirmation"]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login$/);
  await signInAs(page, { username: 'admin', password: PASSWORD });
  await page.goto('/equipmentlist');
  await expect(page.getByText('暂无数据').first()).toBeVisible();

  // 2. Branch, project, unit.
  const folder = mkdtempSync(join(tmpdir(), 'filling-'));
  try {
    const files = filesOfTheDocument();
    expect(Object.keys(files)).toEqual(['branch.csv', 'project.csv', 'equipment.csv']);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    await portal.npm('import', ...Object.keys(files).map((name) => join(folder, name)));
  } finally {
    rmSync(folder, { recursive: true });
  }
  await page.reload();
  const row = rowOf(UNIT.equipmentNo);
  await expect(row.getByRole('link', { name: UNIT.equipmentName }).first()).toBeVisible();

  // 3. A box of its own, whose secret is told once.
  await page.getByRole('button', { name: '登记盒子' }).click();
  const register = page.getByRole('dialog', { name: '登记盒子' });
  await register.getByRole('textbox', { name: /^盒子号/ }).fill('SHBOX1');
  await register.getByRole('button', { name: '登记' }).click();
  const told = page.getByRole('dialog', { name: '盒子 SHBOX1 的密钥' });
  const secret = (await told.locator('code').textContent()) ?? '';
  await told.getByRole('checkbox', { name: '我已保存密钥' }).check();
  await told.getByRole('button', { name: '关闭' }).click();
  await row.getByRole('button', { name: /^修改/ }).click();
  const edit = page.getByRole('dialog', { name: '修改设备' });
  await edit.getByRole('textbox', { name: /^盒子号/ }).fill('SHBOX1');
  await edit.getByRole('button', { name: '保存' }).click();
  await expect(edit).toBeHidden();

  const box = { ...UNIT, cubeNo: 'SHBOX1', secret, equipmentType: 'YAE_ELT' };
  const send = (leaf: string, payload: object) => mosquittoPub(box, leaf, payload, portal.mqttPort);
  await send('connection', { v: 1, state: 'online', session: 'first', at: Date.now() });
  await send('status', statusMessage(box, AT_REST, { full: true }));

  // 4. On the wall.
  await page.goto('/campus');
  await page.getByRole('button', { name: '大屏设置' }).click();
  const settings = page.getByRole('dialog', { name: '大屏设置' });
  await settings.getByRole('textbox', { name: /^标题/ }).fill('静安中心');
  await settings.getByRole('textbox', { name: '设备名称或编号' }).fill(UNIT.equipmentNo);
  await settings.getByRole('button', { name: '查询' }).click();
  await settings.getByRole('checkbox', { name: new RegExp(UNIT.equipmentName) }).check();
  await settings.getByRole('button', { name: '保存' }).click();
  await expect(settings).toBeHidden();
  const tile = page.locator(`[data-unit="${UNIT.equipmentNo}"]`);
  await expect(tile).toHaveAttribute('data-state', 'standing');
  await send(
    'status',
    statusMessage(box, { drive: { value: 'Moving' }, direction: { value: 'Up' }, speed: { value: 1000 } }),
  );
  await expect(tile).toHaveAttribute('data-state', 'moving');
});

test('a partner adds units, call-outs and symptoms in any order; the first unit shows them, and a second run changes nothing', async () => {
  const partner = wordAfter('Secret', await portal.npm('partner:create', '--id', 'erp'));
  const rows: Readonly<Record<string, readonly object[]>> = {
    equipment: [2, 3].map((no) => ({
      equipmentNo: `1000000${no}`,
      equipmentName: `${no}号客梯`,
      equipmentType: 'YAE_ELT',
      branchCode: 'SH',
      projectId: 'P-001',
      totalFloors: 12,
    })),
    callback: [
      { callbackId: 'CB-2', equipmentNo: '10000002', createDate: ago(200), jobDescription: '按钮不亮' },
      { callbackId: 'CB-1', equipmentNo: UNIT.equipmentNo, createDate: ago(50), jobDescription: '大堂不关门' },
    ],
    callbackStatus: [
      { callbackId: 'CB-1', status: 'DISP', updateTime: ago(30) },
      { callbackId: 'CB-1', status: 'PAGE', updateTime: ago(40) },
    ],
    symptom: [
      {
        symptomId: 'SY-1',
        equipmentNo: UNIT.equipmentNo,
        symptomTitle: 'D01-关门时间偏长',
        category: 'D',
        symptomState: 'INIT',
        createDate: ago(60),
      },
    ],
  };
  const feed = async () => {
    const created: Record<string, number> = {};
    for (const [entity, list] of Object.entries(rows)) {
      const answer = await page.request.post('/sms/integration/upsert', {
        headers: { authorization: `Basic ${Buffer.from(`erp:${partner}`).toString('base64')}` },
        data: { entity, rows: list },
      });
      const { code, data } = (await answer.json()) as {
        code: number;
        data: { created: number; updated: number; failed: unknown[] };
      };
      expect([entity, code, data.updated, data.failed]).toEqual([entity, 200, 0, []]);
      created[entity] = data.created;
    }
    return created;
  };
  expect(await feed()).toEqual({ equipment: 2, callback: 2, callbackStatus: 2, symptom: 1 });
  expect(await feed()).toEqual({ equipment: 0, callback: 0, callbackStatus: 0, symptom: 0 });

  await page.goto('/equipmentlist');
  await expect(page.locator('[role="row"][data-id]')).toHaveCount(3);
  const unit = await newTab(rowOf(UNIT.equipmentNo).getByRole('link', { name: UNIT.equipmentName }));
  await expect(unit).toHaveURL(`/detail/equipment?equipmentNo=${UNIT.equipmentNo}`);
  await expect(unit.getByRole('heading', { level: 1, name: UNIT.equipmentName })).toBeVisible();
  await expect(unit.getByText('静安中心').first()).toBeVisible();
  await unit.getByRole('tab', { name: '召修' }).click();
  await expect(unit.getByRole('grid', { name: '该设备的召修' }).getByRole('row').nth(1)).toContainText('技术员出发');
  await unit.getByRole('tab', { name: '故障征兆' }).click();
  // The portal's own rules may have found something beside it, as that the box went away.
  await expect(
    unit.getByRole('grid', { name: '该设备的故障征兆' }).getByRole('row').filter({ hasText: '关门时间偏长' }),
  ).toBeVisible();
  const live = await newTab(unit.getByRole('link', { name: '实时监控' }));
  await expect(live).toHaveURL(`/monitor/elevator?equipmentNo=${UNIT.equipmentNo}`);
  await expect(live.locator('g[data-door]')).toHaveAttribute('data-door', 'Closed');
});
