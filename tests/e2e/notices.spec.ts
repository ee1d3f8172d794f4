import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { serious } from './support/accessibility';
import { query } from './support/ledger-boxes';
import { account, signIn } from './support/stack';
import { test } from './support/test';

/** Messages, rules and jobs of a person's day: what is told is counted, read once, chosen, tried and repeated. */

/** A message to the account itself, as a feature writes it. */
const tell = (username: string, title: string) =>
  query(
    `INSERT INTO notification (notification_type, sub_type, username, title, message, guid, notification_date)
     VALUES ('callback', 'account', $1, $2, $2, $3, now())`,
    [username, title, `e2e-${randomUUID()}`],
  );
const bellOf = (page: Page) => page.getByRole('button', { name: /^我的消息/ });
const counts = async (page: Page) =>
  Number(/\d+$/.exec((await bellOf(page).getAttribute('aria-label')) ?? '')?.[0] ?? 0);
const pageOf = async (context: BrowserContext, persona: string) => {
  const page = await context.newPage();
  await signIn(page, persona);
  return page;
};

test('the bell counts what comes; read in one tab it is read in the other, and in another browser', async ({
  browser,
}) => {
  const { username } = account('customerEssence');
  const [here, elsewhere] = [await browser.newContext(), await browser.newContext()];
  const first = await pageOf(here, 'customerEssence');
  const second = await pageOf(here, 'customerEssence');
  const third = await pageOf(elsewhere, 'customerEssence');
  const all = [first, second, third];
  const title = `账号消息 ${randomUUID().slice(0, 8)}`;
  await Promise.all(all.map((page) => expect(bellOf(page)).toBeVisible()));
  const before = await counts(first);
  await tell(username, title);
  for (const page of all) await expect.poll(() => counts(page)).toBeGreaterThan(before);

  await bellOf(first).click();
  const dialog = first.getByRole('dialog', { name: '我的消息' });
  const row = dialog.getByRole('listitem').filter({ hasText: title });
  await expect(row.getByRole('img', { name: '未读' })).toBeVisible();
  expect(await serious(first)).toEqual([]);
  // What is open hides the bell behind it.
  await first.keyboard.press('Escape');
  for (const page of all) await expect.poll(() => counts(page)).toBe(0);
  await first.reload();
  await expect.poll(() => counts(first)).toBe(0);
  await here.close();
  await elsewhere.close();
});

test('[NOTI-016] [NOTI-017] a switch and the delay are kept, and a browser is asked before it shows anything outside', async ({
  browser,
}) => {
  const context = await browser.newContext();
  // A browser without windows has nobody to ask: this one is asked, and says yes.
  await context.addInitScript(() => {
    const asked = () => sessionStorage.getItem('asked') === 'yes';
    Object.defineProperty(Notification, 'permission', { get: () => (asked() ? 'granted' : 'default') });
    Notification.requestPermission = () => {
      sessionStorage.setItem('asked', 'yes');
      return Promise.resolve('granted');
    };
  });
  const page = await pageOf(context, 'customerEssence');
  const open = async () => {
    await bellOf(page).click();
    await page.getByRole('dialog', { name: '我的消息' }).getByRole('button', { name: '消息设置' }).click();
    return page.getByRole('dialog', { name: '消息设置' });
  };
  let settings = await open();
  const contracts = settings.getByRole('switch', { name: '合同' });
  const wasOn = await contracts.isChecked();
  await contracts.click();
  await expect(contracts).toBeChecked({ checked: !wasOn });
  await settings.getByRole('combobox').click();
  await page.getByRole('option', { name: '5 分钟' }).click();
  await expect(settings.getByRole('combobox')).toHaveText('5 分钟');
  const outside = settings.getByRole('switch', { name: '浏览器通知' });
  await expect(outside).not.toBeChecked();
  expect(await page.evaluate(() => Notification.permission)).toBe('default');
  await outside.click();
  await expect.poll(() => page.evaluate(() => Notification.permission)).toBe('granted');
  await expect(outside).toBeChecked();
  expect(await serious(page)).toEqual([]);

  await page.reload();
  settings = await open();
  await expect(settings.getByRole('switch', { name: '合同' })).toBeChecked({ checked: !wasOn });
  await expect(settings.getByRole('combobox')).toHaveText('5 分钟');
  await expect(settings.getByRole('switch', { name: '浏览器通知' })).toBeChecked();

  // As it was, for whoever comes next.
  await settings.getByRole('switch', { name: '合同' }).click();
  await expect(settings.getByRole('switch', { name: '合同' })).toBeChecked({ checked: wasOn });
  await settings.getByRole('combobox').click();
  await page.getByRole('option', { name: '实时' }).click();
  await expect(settings.getByRole('combobox')).toHaveText('实时');
  await context.close();
});

test('a rule is tried on what is kept of the last days, and nothing is written', async ({ page }) => {
  await signIn(page, 'platformAdmin', '/symptomList');
  await page.getByRole('tab', { name: '规则' }).click();
  const rule = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^C03 / }) });
  await expect(rule).toContainText('实时');
  await expect(page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^B05 / }) })).toContainText(
    '每小时',
  );
  expect(await serious(page)).toEqual([]);
  const symptoms = async () =>
    (await query<{ count: string }>('SELECT count(*) FROM symptom WHERE symptom_definition_id = $1', ['D12']))[0]
      ?.count;
  const tried = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^D12 / }) });
  const before = await symptoms();
  await tried.getByRole('button', { name: '试运行' }).click();
  const dialog = page.getByRole('dialog', { name: /^试运行 D12/ });
  await dialog.getByRole('textbox', { name: /^最近天数/ }).fill('1');
  await dialog.getByRole('textbox', { name: '产品线' }).fill('STELA E');
  await dialog.getByRole('button', { name: '试运行' }).click();
  await expect(dialog.getByRole('status')).toContainText(/\d+台设备中\d+台有记录，命中\d+次/, { timeout: 30_000 });
  expect(await symptoms()).toBe(before);
});

test('a job that was given up is seen with its error, and repeated when its cause is gone', async ({ page }) => {
  // A job of the portal's own that cannot read what it was given fails for good at its only try.
  const [made] = await query<{ id: string }>(
    `SELECT id::text FROM graphile_worker.add_job('dictionaries', payload => '{"due":"never"}'::json, queue_name => 'dictionaries', max_attempts => 1)`,
  );
  const id = made?.id ?? '';
  const stateOf = async () =>
    (
      await query<{ state: string }>(
        `SELECT CASE WHEN locked_at IS NULL THEN 'tried ' || attempts ELSE 'running' END AS state FROM graphile_worker.jobs WHERE id = $1`,
        [id],
      )
    )[0]?.state;
  await expect.poll(stateOf, { timeout: 30_000 }).toBe('tried 1');

  await signIn(page, 'platformAdmin', '/jobList?state=DEAD');
  const row = page
    .getByRole('row', { name: /数据字典/ })
    .filter({ hasText: '已放弃' })
    .first();
  await expect(row).toContainText('1 / 1');
  await expect(row).toContainText('due');
  expect(await serious(page)).toEqual([]);

  await query(`UPDATE graphile_worker._private_jobs SET payload = $2::json WHERE id = $1`, [
    id,
    JSON.stringify({ due: new Date().toISOString() }),
  ]);
  await row.getByRole('button', { name: '重新执行：数据字典' }).click();
  await page.getByRole('alertdialog', { name: '重新执行任务' }).getByRole('button', { name: '重新执行' }).click();
  await expect(page.getByText('操作成功')).toBeVisible();
  await expect.poll(stateOf, { timeout: 30_000 }).toBeUndefined();
  await page.reload();
  await expect(page.getByRole('row', { name: /数据字典/ })).toHaveCount(0);
});
