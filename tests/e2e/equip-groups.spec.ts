import { expect, type Page } from '@playwright/test';
import { signIn } from './support/stack';
import { test } from './support/test';

/** Start and stop groups: planned, looked at against the state, recorded, and taken away, by keyboard where it matters. */

/** The name of a project that has escalators in no group. */
const projectWithUnits = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const call = async <T>(path: string, body: object) => {
      const answer = await fetch(`/sms/equipGroup/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-session': 'cookie' },
        body: JSON.stringify(body),
      });
      return ((await answer.json()) as { data: T }).data;
    };
    const { records } = await call<{ records: { projectId: string; projectName: string }[] }>('query', {});
    for (const { projectId, projectName } of records)
      if ((await call<{ total: number }>('freeUnits', { projectId })).total > 0) return projectName;
    throw new Error('every escalator of the demo is in a group');
  });

test('[MISC-016] a group is planned over midnight, executed on site and deleted', async ({ page }) => {
  await signIn(page, 'platformAdmin');
  await page.goto('/equipgroup');
  await expect(page.getByRole('heading', { name: '启停配置' })).toBeVisible();
  await expect(page.getByText('周一至周六 05:20-次日00:40', { exact: false }).first()).toBeVisible();

  await page.getByRole('button', { name: '新增' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: '新增启停分组' });
  const save = dialog.getByRole('button', { name: '保存' });
  await save.click();
  await expect(dialog.getByText('请输入组名')).toBeVisible();
  await dialog.getByLabel('组名').fill('夜间通道');
  const project = await projectWithUnits(page);
  await dialog.getByRole('combobox', { name: '项目' }).fill(project);
  await page.getByRole('option').filter({ hasText: project }).first().click();
  await dialog.getByRole('button', { name: '选择全部可用设备' }).click();
  const responsible = dialog.getByRole('combobox', { name: '负责人' });
  await responsible.focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option').first().click();
  await page.keyboard.press('Escape');
  await dialog.getByLabel('周一启动').fill('05:20');
  await dialog.getByLabel('周一停止').fill('25:00');
  await save.click();
  await expect(dialog.getByText('时间格式应为HH:mm')).toBeVisible();
  await dialog.getByLabel('周一停止').fill('00:40');
  await dialog.getByRole('button', { name: '全部按周一' }).press('Enter');
  await save.click();
  await expect(dialog).toBeHidden();

  const row = page.getByRole('row', { name: /夜间通道/ });
  await expect(row).toContainText('每天 05:20-次日00:40');
  await page.getByRole('button', { name: '执行登记：夜间通道' }).press('Enter');
  const execution = page.getByRole('dialog', { name: '执行登记：夜间通道' });
  await execution.getByRole('button', { name: '登记', exact: true }).click();
  await expect(execution.getByText('请确认梯上无人', { exact: true }).first()).toBeVisible();
  for (const box of await execution.getByLabel('已确认梯上无人').all()) await box.press('Space');
  await execution.getByRole('button', { name: '登记', exact: true }).click();
  await expect(execution).toBeHidden();
  await expect(row).toContainText('成功');
  await page.getByRole('button', { name: '执行记录：夜间通道' }).click();
  await expect(page.getByRole('dialog').getByRole('row', { name: /成功/ }).first()).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: '夜间通道 的更多操作' }).press('Enter');
  await page.getByRole('menuitem', { name: /删除/ }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click();
  await expect(row).toBeHidden();
});
