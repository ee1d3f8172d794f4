import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { signIn } from './support/stack';

/** The administration screens: what a customer sends reaches head office, and what is changed can be found. */

const openFeedback = async (page: Page) => {
  await page.getByRole('button', { name: /^账户菜单/ }).click();
  await page.getByRole('menuitem', { name: '意见反馈' }).click();
  return page.getByRole('dialog', { name: '意见反馈' });
};

test('[MISC-011] a feedback is sent from the header, answered by head office, and the answer is read by its author', async ({ browser }) => {
  const words = `大堂2号梯开门时有异响 ${Date.now()}`;
  const customer = await (await browser.newContext()).newPage();
  await signIn(customer, 'customerElite');
  const dialog = await openFeedback(customer);
  await dialog.getByRole('combobox', { name: /^反馈类型/ }).click();
  await customer.getByRole('option', { name: '问题反馈' }).click();
  await dialog.getByRole('textbox', { name: /^反馈内容/ }).fill(words);
  await dialog.getByRole('button', { name: '提交' }).click();
  await expect(dialog.getByRole('button', { name: `查看反馈：${words}` })).toBeVisible();

  const office = await (await browser.newContext()).newPage();
  await signIn(office, 'platformAdmin');
  await office.goto(`/userFeedbackList?key=${encodeURIComponent(words)}`);
  await office.getByRole('button', { name: `回复：${words}` }).click();
  const reply = office.getByRole('dialog', { name: '回复反馈' });
  await reply.getByRole('textbox', { name: /^回复内容/ }).fill('已安排技师检查门机');
  await reply.getByRole('button', { name: '回复' }).click();
  await expect(office.getByText(/ · 已回复 · /)).toBeVisible();

  await customer.reload();
  const again = await openFeedback(customer);
  await again.getByRole('tab', { name: '我的反馈' }).click();
  await again.getByRole('button', { name: `查看反馈：${words}` }).click();
  await expect(again.getByText('已安排技师检查门机')).toBeVisible();
});

test('[MISC-012] a change is found in the audit log with what it was before', async ({ page }) => {
  await signIn(page, 'platformAdmin');
  await page.goto('/userStrategy');
  await page.getByRole('button', { name: '启用：Lite 客户' }).click();
  await expect(page.getByRole('button', { name: '停用：Lite 客户' })).toBeVisible();
  await page.getByRole('button', { name: '停用：Lite 客户' }).click();
  await expect(page.getByRole('button', { name: '启用：Lite 客户' })).toBeVisible();
  await expect(async () => {
    await page.goto('/apiaccesslog?action=update&path=user%2Fstrategy');
    await page.getByRole('button', { name: /user\/strategy\/saveOrUpdate 的详情$/ }).first().click({ timeout: 3000 });
    // The lines are written behind the answers: the newest may still be the first of the two changes.
    const row = page.getByRole('dialog', { name: '审计详情' }).getByRole('row', { name: /^enabled/ });
    await expect(row.getByRole('cell')).toHaveText(['true', 'false'], { timeout: 2000 });
  }).toPass({ timeout: 30_000 });
});
