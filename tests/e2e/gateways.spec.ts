import { expect } from '@playwright/test';
import type { LedgerBox } from '../support/ledger';
import { serious } from './support/accessibility';
import { createLedgerBoxes, query, removeLedgerBoxes } from './support/ledger-boxes';
import { chooseFurther } from './support/row-menu';
import { account, AT_REST, mosquittoPub, signIn, statusMessage } from './support/stack';
import { test } from './support/test';

/** A dead box is swapped by somebody who stands before the cabinet with a phone (silent-screens A1). */

const NEW_NO = `NEW${Date.now() % 1_000_000}`;
let box: LedgerBox;

test.beforeAll(async () => {
  const [made] = await createLedgerBoxes(1);
  if (!made) throw new Error('no box');
  box = made;
  const values = [box.equipmentNo, account('branchManager').username];
  await query(
    'UPDATE equipment SET branch_code = (SELECT branch_code FROM users WHERE username = $2) WHERE equipment_no = $1',
    values,
  );
  await query(
    'UPDATE edge_cube SET branch_code = (SELECT branch_code FROM users WHERE username = $2) WHERE cube_no = $1',
    [box.cubeNo, account('branchManager').username],
  );
});
test.afterAll(async () => {
  await removeLedgerBoxes([box]);
  await query('DELETE FROM edge_cube WHERE cube_no = $1', [NEW_NO]);
});

test.use({ viewport: { width: 390, height: 844 } });

test('a branch engineer registers a new box on a phone, puts it in the place of the dead one and sees it sending', async ({
  page,
}) => {
  await signIn(page, 'branchManager', `/gateway?cubeNo=${box.cubeNo}`);
  const replace = page.getByRole('button', { name: `更换：${box.cubeNo}` });
  await expect(replace).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await serious(page)).toEqual([]);
  await replace.click();
  const dialog = page.getByRole('dialog', { name: `更换盒子 ${box.cubeNo}` });
  await dialog.getByLabel(/新盒子号/).fill(NEW_NO.toLowerCase());
  await dialog.getByRole('button', { name: '登记新盒子' }).click();
  const form = page.getByRole('dialog', { name: '登记盒子' });
  await expect(form.getByLabel(/盒子号/)).toHaveValue(NEW_NO);
  await form.getByRole('button', { name: '登记', exact: true }).click();
  const told = page.getByRole('dialog', { name: `盒子 ${NEW_NO} 的密钥` });
  const secret = await told.locator('code').innerText();
  await told.getByRole('checkbox', { name: '我已保存密钥' }).check();
  await told.getByRole('button', { name: '关闭' }).click();
  await expect(told).toBeHidden();
  await dialog.getByRole('button', { name: '更换', exact: true }).click();

  const waiting = page.getByRole('dialog', { name: /等待数据|盒子已上报数据/ });
  await expect(waiting.getByText(`盒子 ${NEW_NO} 已绑定，等待上报数据…`)).toBeVisible();
  const cube = { cubeNo: NEW_NO, secret, equipmentNo: box.equipmentNo, equipmentType: 'YAE_ELT' };
  await mosquittoPub(cube, 'status', statusMessage(cube, AT_REST));
  await expect(waiting.getByText(`盒子 ${NEW_NO} 已上报数据，设备在线。`)).toBeVisible({ timeout: 20_000 });
  await waiting.getByRole('button', { name: '关闭' }).click();

  await page.goto(`/gateway?cubeNo=${NEW_NO}`);
  await chooseFurther(page.getByRole('button', { name: `${NEW_NO} 的更多操作` }), '历史');
  const history = page.getByRole('dialog', { name: `盒子 ${NEW_NO} 的历史` });
  await expect(history.getByText('更换', { exact: true })).toBeVisible();
  await expect(history.getByText('登记', { exact: true })).toBeVisible();
});
