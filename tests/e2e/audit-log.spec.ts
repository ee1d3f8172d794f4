import { expect } from '@playwright/test';
import { signIn } from './support/stack';
import { test } from './support/test';

/** What the audit log keeps of a change that everybody feels: the data strategy of the Lite customers. */

test('[MISC-012] a change is found in the audit log with what it was before', async ({ page }) => {
  await signIn(page, 'platformAdmin', '/userStrategy');
  await page.getByRole('button', { name: '启用：Lite 客户' }).click();
  await expect(page.getByRole('button', { name: '停用：Lite 客户' })).toBeVisible();
  await page.getByRole('button', { name: '停用：Lite 客户' }).click();
  await expect(page.getByRole('button', { name: '启用：Lite 客户' })).toBeVisible();
  const detail = page.getByRole('button', { name: /user\/strategy\/saveOrUpdate 的详情$/ }).first();
  const openLog = async () => {
    await page.goto('/apiaccesslog?action=update&path=user%2Fstrategy');
    // The list does not fill itself: without a row it is asked again.
    await expect(page.getByRole('row').nth(1)).toBeVisible({ timeout: 3000 });
  };
  // The lines are written behind the answers: the newest may still be the first of the two changes, or none.
  await expect(async () => {
    await openLog();
    await expect(detail).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(async () => {
    await openLog();
    await detail.click();
    const row = page.getByRole('dialog', { name: '审计详情' }).getByRole('row', { name: /^enabled/ });
    await row.waitFor({ timeout: 3000 });
    expect(await row.getByRole('cell').allTextContents()).toEqual(['true', 'false']);
  }).toPass();
});
