import { execFileSync } from 'node:child_process';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { serious } from './support/accessibility';
import { person } from './support/people';
import { chooseFurther } from './support/row-menu';
import { test } from './support/test';

/** Roles, authorities, branches and projects as administrators use them: the whole running portal, a real browser. */

const row = (page: Page, id: string) => page.locator(`[role="row"][data-id="${id}"]`);
const rowOf = (page: Page, text: string) => page.locator('[role="row"][data-id]').filter({ hasText: text });

/** Calls an operation as the signed-in person of the page does. */
const call = (page: Page, path: string, body: object) =>
  page.evaluate(
    async ([to, sent]) => {
      const response = await fetch(`/sms/${to}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-session': 'cookie' },
        body: JSON.stringify(sent),
      });
      return (await response.json()) as { code: number; data: { records: Record<string, string>[] } };
    },
    [path, body] as const,
  );

test.describe('administration', () => {
  test('[ROLE-002] [ROLE-003] [ROLE-004] a role gains an authority and the person who has it gains the page without signing in again', async ({
    browser,
  }) => {
    const admin = await person(browser, 'platformAdmin');
    const dispatcher = await person(browser, 'branchDispatcher');
    const menu = dispatcher.getByRole('navigation', { name: '主菜单' });
    await expect(menu).toBeVisible();
    await expect(menu.getByRole('link', { name: '分公司', exact: true })).toHaveCount(0);

    await admin.goto('/authorityList?searchKey=BRANCH_READ');
    await expect(row(admin, 'BRANCH_READ')).toBeVisible();
    await admin.goto(`/roleList?searchKey=${encodeURIComponent('分公司调度员')}`);
    const setBranchRead = async () => {
      await row(admin, '分公司调度员').getByRole('button', { name: '修改 分公司调度员' }).click();
      const dialog = admin.getByRole('dialog', { name: '修改角色' });
      await expect(dialog.getByRole('textbox', { name: '角色' })).toHaveAttribute('readonly', '');
      await dialog.getByRole('combobox', { name: '权限' }).fill('BRANCH_READ');
      await admin.getByRole('option', { name: /BRANCH_READ/ }).click();
      await admin.keyboard.press('Escape');
      await dialog.getByRole('button', { name: '保存' }).click();
      await expect(dialog).toBeHidden();
    };
    await setBranchRead();
    try {
      const changedAt = Date.now();
      await expect(async () => {
        await dispatcher.reload();
        await expect(menu.getByRole('link', { name: '分公司', exact: true })).toBeVisible({ timeout: 3000 });
      }).toPass({ timeout: 15_000 });
      expect(Date.now() - changedAt).toBeLessThan(15_000);
      await menu.getByRole('link', { name: '分公司', exact: true }).click();
      await expect(dispatcher).toHaveURL(/\/branchList/);
      await expect(dispatcher.getByRole('grid', { name: '分公司列表' })).toBeVisible();
    } finally {
      await setBranchRead();
    }
    await expect(async () => {
      await dispatcher.goto('/branchList');
      await expect(dispatcher).not.toHaveURL(/\/branchList$/, { timeout: 1000 });
    }).toPass({ timeout: 15_000 });
  });

  test('[PROJ-003] [PROJ-009] [PROJ-031] a project is added, filled from pasted numbers, exported and deleted', async ({
    browser,
  }) => {
    const admin = await person(browser, 'platformAdmin');
    const { data } = await call(admin, 'equipment/query', { pageIndex: 1, pageSize: 50 });
    const [first] = data.records;
    const units = data.records.filter(({ branchCode }) => branchCode === first?.branchCode).slice(0, 2);
    expect(units).toHaveLength(2);
    const name = `批量项目${Date.now()}`;

    await admin.goto('/projectList');
    await admin.getByRole('button', { name: '新增', exact: true }).click();
    const dialog = admin.getByRole('dialog', { name: '新增项目' });
    await dialog.getByRole('combobox', { name: '所属分公司' }).fill(first?.branchName ?? '');
    await admin.getByRole('option', { name: first?.branchName }).first().click();
    await dialog.getByRole('textbox', { name: '项目名称' }).fill(name);
    await dialog.getByRole('textbox', { name: '地址' }).fill('南京西路1号');
    expect(await serious(admin)).toEqual([]);
    await dialog.getByRole('button', { name: '保存' }).click();
    await expect(dialog).toBeHidden();

    await admin.goto(`/projectList?projectName=${encodeURIComponent(name)}`);
    await rowOf(admin, name)
      .getByRole('button', { name: `${name} 的设备（0 台）` })
      .click();
    const list = admin.getByRole('dialog', { name: `${name} 的设备` });
    await expect(list.getByText('该项目还没有设备')).toBeVisible();
    await list.getByRole('button', { name: '批量添加' }).click();
    const batch = admin.getByRole('dialog', { name: '批量添加设备' });
    await batch
      .getByRole('textbox', { name: '批量数据' })
      .fill(`${units[0]?.equipmentNo ?? ''} NO-SUCH\n${units[1]?.equipmentNo ?? ''}`);
    await batch.getByRole('button', { name: '查找' }).click();
    await expect(batch.getByText('找到 2 台')).toBeVisible();
    await expect(batch.getByText('NO-SUCH', { exact: true })).toBeVisible();
    expect(await serious(admin)).toEqual([]);
    await batch.getByRole('button', { name: '添加 2 台' }).click();
    await expect(batch).toBeHidden();
    for (const { equipmentNo = '' } of units)
      await expect(list.getByRole('cell', { name: equipmentNo, exact: true })).toBeVisible();
    await list.getByRole('button', { name: '关闭' }).click();
    await expect(rowOf(admin, name).getByRole('button', { name: `${name} 的设备（2 台）` })).toBeVisible();
    await admin.reload();
    await expect(rowOf(admin, name).getByRole('button', { name: `${name} 的设备（2 台）` })).toBeVisible();

    const coming = admin.waitForEvent('download');
    await admin.getByRole('button', { name: '导出' }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(/^project-\d{14}\.xlsx$/);
    const sheet = execFileSync('unzip', ['-p', await file.path(), 'xl/worksheets/sheet1.xml'], {
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
    expect(sheet.match(/<row /g)).toHaveLength(2);
    expect(sheet).toContain(name);

    await chooseFurther(rowOf(admin, name).getByRole('button', { name: `${name} 的更多操作` }), '删除');
    await expect(admin.getByRole('alertdialog')).toContainText(name);
    await admin.getByRole('alertdialog').getByRole('button', { name: '删除' }).click();
    await expect(admin.getByText('无相关数据')).toBeVisible();
  });
});
