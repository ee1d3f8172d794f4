import { expect } from '@playwright/test';
import { call, save } from './support/announcements';
import { openedBy } from './support/awake';
import { account, signIn, signInAs } from './support/stack';
import { test } from './support/test';

/** Announcements from the editor to the reader (silent-screens C, readings 104). */

const inMinutes = (minutes: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' })
    .format(Date.now() + minutes * 60_000)
    .replace(' ', 'T');

test('[ANN-001] [ANN-003] an announcement is written, planned, published, heard, read, and its editor sees by whom', async ({
  browser,
}) => {
  const title = `电梯年检提醒 ${Date.now()}`;
  const office = await (await browser.newContext()).newPage();
  await signIn(office, 'platformAdmin', '/announcement?tab=manage');
  await office.getByRole('button', { name: '新建公告' }).click();
  const dialog = office.getByRole('dialog', { name: '新建公告' });
  await dialog.getByRole('textbox', { name: /^标题/ }).fill(title);
  const editor = dialog.getByRole('textbox', { name: /^内容/ });
  await editor.click();
  const bold = dialog.getByRole('button', { name: '加粗' });
  await office.keyboard.type('请提前');
  await bold.click();
  await expect(bold).toHaveAttribute('aria-pressed', 'true');
  await office.keyboard.type('30天');
  await expect(editor).toHaveText('请提前30天');
  await bold.click();
  await expect(bold).toHaveAttribute('aria-pressed', 'false');
  await office.keyboard.type('预约');
  await expect(editor).toHaveText('请提前30天预约');
  await dialog.getByRole('button', { name: '插入表格' }).click();
  await office.keyboard.type('设备');
  await dialog.getByRole('combobox', { name: /^接收对象/ }).click();
  await office.getByRole('option', { name: '按用户类型' }).click();
  await dialog.getByRole('combobox', { name: /^用户类型/ }).click();
  await office.getByRole('option', { name: '项目用户' }).click();
  await office.keyboard.press('Escape');
  await dialog.getByRole('button', { name: '保存并发布…' }).click();

  const plan = office.getByRole('dialog', { name: '发布公告' });
  await plan.getByRole('combobox', { name: /^发布时间/ }).click();
  await office.getByRole('option', { name: '定时发布' }).click();
  await plan.getByLabel(/^计划发布时间/).fill(inMinutes(2));
  await plan.getByRole('button', { name: '发布', exact: true }).click();
  await expect(plan.getByText('发布时间须晚于当前时间5分钟')).toBeVisible();
  await plan.getByLabel(/^计划发布时间/).fill(inMinutes(30));
  await plan.getByRole('button', { name: '发布', exact: true }).click();
  const row = office.getByRole('row').filter({ hasText: title });
  await expect(row.getByText('待发布')).toBeVisible();

  // The reader looks at the list when it is published.
  const reader = await (await browser.newContext()).newPage();
  await signIn(reader, 'customerElite', '/announcement');
  await expect(reader.getByRole('heading', { name: '公告中心' })).toBeVisible();
  await expect(reader.getByText(title)).toHaveCount(0);
  await row.getByRole('button', { name: `发布：${title}` }).click();
  await plan.getByRole('combobox', { name: /^发布时间/ }).click();
  await office.getByRole('option', { name: '立即发布' }).click();
  await plan.getByRole('button', { name: '发布', exact: true }).click();
  await expect(reader.getByText(`新公告：${title}`)).toBeVisible();
  const line = reader.getByRole('row').filter({ hasText: title });
  await expect(line.getByText('未读')).toBeVisible();
  const opened = await openedBy(reader.context(), () => line.getByRole('link', { name: `查看：${title}` }).click());
  await expect(opened.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const text = opened.getByTestId('announcement-text');
  await expect(text.locator('strong')).toHaveText('30天');
  await expect(text.getByRole('table')).toContainText('设备');
  await opened.close();
  await reader.reload();
  await expect(line.getByText('已读')).toBeVisible();

  await office.reload();
  await row.getByRole('button', { name: `阅读明细：${title}` }).click();
  const readers = office.getByRole('dialog', { name: `阅读明细：${title}` });
  await expect(readers.getByRole('cell', { name: account('customerElite').username, exact: true })).toBeVisible();
  await readers.getByRole('button', { name: '关闭' }).click();
  const { data } = await call<{ records: { id: string }[] }>(office, 'POST', 'announcement/query', { key: title });
  expect((await call(office, 'POST', 'announcement/withdraw', { id: data.records[0]?.id })).code).toBe(200);
  await reader.goto(`/announcement?id=${data.records[0]?.id}`);
  await expect(reader.getByText('公告不存在或已撤回')).toBeVisible();
});

test('what has to be read opens once after the sign-in', async ({ browser }) => {
  const title = `必读 ${Date.now()}`;
  const office = await (await browser.newContext()).newPage();
  await signIn(office, 'platformAdmin');
  const id = await save(office, {
    title,
    mustRead: true,
    message: '<p>请确认联系人</p>',
    audience: { kind: 'userType', values: ['1'] },
  });
  expect((await call(office, 'POST', 'announcement/publish', { id })).code).toBe(200);
  try {
    const reader = await (await browser.newContext()).newPage();
    await signInAs(reader, account('customerEssence'));
    const dialog = reader.getByRole('dialog', { name: title });
    await expect(dialog.getByText('请确认联系人')).toBeVisible();
    await dialog.getByRole('button', { name: '关闭' }).click();
    const again = await (await browser.newContext()).newPage();
    await signInAs(again, account('customerEssence'));
    const asked = again.waitForResponse((response) => response.url().endsWith('/notification/webAnnouncementSearch'));
    await again.goto('/announcement');
    await asked;
    await expect(again.getByRole('row').filter({ hasText: title }).getByText('已读')).toBeVisible();
    await expect(again.getByRole('dialog')).toHaveCount(0);
  } finally {
    await call(office, 'POST', 'announcement/withdraw', { id });
  }
});
