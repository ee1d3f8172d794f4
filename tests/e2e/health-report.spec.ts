import { expect } from '@playwright/test';
import { query } from './support/ledger-boxes';
import { chooseFurther } from './support/row-menu';
import { signIn } from './support/stack';
import { test } from './support/test';

/** Reports on projects: from the list to the page, into the outbox, and sent by themselves from then on. */

test('[NAV-026] [NAV-054] [HEALTH-009] a report is looked at, sent with its PDF, and subscribed to', async ({
  page,
}) => {
  const address = `board${Date.now()}@example.com`;
  await signIn(page, 'platformAdmin');
  await page.goto('/healthProjectList');
  await expect(page.getByRole('heading', { name: '项目列表(可多选)' })).toBeVisible();

  // Two projects by the menu: one page in a new tab.
  const boxes = page.getByRole('checkbox', { name: /^选择 / }).and(page.locator(':not([aria-label="选择本页全部"])'));
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  const bar = page.getByRole('group', { name: '已选数据' });
  const opening = page.waitForEvent('popup');
  await bar.getByRole('button', { name: '所选报告' }).click();
  await page.getByRole('menuitem', { name: '预览' }).click();
  const report = await opening;
  await expect(report.getByRole('heading', { level: 1, name: '项目运行报告' })).toBeVisible();
  for (const section of ['项目基本信息', '关键指标', '运行强度分布', '诊断与建议', '设备运行与故障明细', '说明'])
    await expect(report.getByRole('heading', { name: section })).toBeVisible();
  await report.close();

  // The same two by e-mail.
  await bar.getByRole('button', { name: '所选报告' }).click();
  await page.getByRole('menuitem', { name: '发送邮件' }).click();
  const mail = page.getByRole('dialog', { name: '发送报告' });
  await mail.getByRole('textbox', { name: /^邮箱/ }).fill(address);
  await mail.getByRole('button', { name: '发送' }).click();
  await expect(page.getByText('发送成功')).toBeVisible();
  await expect
    .poll(() =>
      query<{ state: string; file: string }>(
        `SELECT m.state::text AS state, f.mime || ' ' || f.name AS file FROM mail_log m, jsonb_array_elements(m.attachments) a
           JOIN stored_file f ON f.path = a->>'path' AND f.kind = 'mailedReport' WHERE m.to_address = $1`,
        [address],
      ),
    )
    .toEqual([{ state: 'SENT', file: expect.stringMatching(/^application\/pdf .+等项目运行报告\.pdf$/) }]);

  // And every month from now on.
  await page.getByRole('button', { name: '报告订阅' }).click();
  const list = page.getByRole('dialog', { name: '报告订阅' });
  await expect(list.getByText('被拒收').first()).toBeVisible();
  await list.getByRole('button', { name: '新增订阅' }).click();
  const form = page.getByRole('dialog', { name: '新增订阅' });
  await form.getByRole('textbox', { name: /^邮箱/ }).fill(address);
  await form.getByRole('button', { name: '保存' }).click();
  const row = list.getByRole('row', { name: new RegExp(address) });
  await expect(row).toContainText('每月5日');
  await expect(row).toContainText(/\d{4}-\d\d-05/);
  await page.reload();
  await page.getByRole('button', { name: '报告订阅' }).click();
  await expect(row).toBeVisible();
  await chooseFurther(row.getByRole('button', { name: /的更多操作$/ }), '删除');
  await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click();
  await expect(row).toHaveCount(0);
});
