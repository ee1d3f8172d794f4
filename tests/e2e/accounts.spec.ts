import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { isFull } from '../support/full';
import { serious } from './support/accessibility';
import { query } from './support/ledger-boxes';
import { codeSentTo } from './support/outbox';
import { chooseFurther } from './support/row-menu';
import { account, signIn } from './support/stack';
import { test } from './support/test';

/** An account's whole life: made by a branch, used by its customer, narrowed while in use, deleted. The running portal, a real browser. */

const MANAGER = 'branchManager';
const PASSWORD = 'Lift-Portal-9';
const phones: string[] = [];

interface OwnProject {
  projectName: string;
  units: string[];
}

const rowOf = (page: Page, text: string) => page.locator('[role="row"][data-id]').filter({ hasText: text });
const shownUnits = (page: Page) =>
  page.locator('[role="row"][data-id]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-id')).sort());

/** A phone that no account has. */
function freshPhone(): string {
  const phone = `137${String(randomBytes(4).readUInt32BE() % 100_000_000).padStart(8, '0')}`;
  phones.push(phone);
  return phone;
}

/** The two smallest projects with units in the manager's own branch, each alone under its name. */
async function twoProjects(): Promise<[OwnProject, OwnProject]> {
  const [first, second] = await query<{ name: string; units: string[] }>(
    `SELECT p.project_name AS name, array_agg(e.equipment_no ORDER BY e.equipment_no) AS units
     FROM project p JOIN project_equipment pe USING (project_id) JOIN equipment e ON e.equipment_no = pe.equipment_no AND e.deleted_at IS NULL
     WHERE p.deleted_at IS NULL AND p.branch_code = (SELECT branch_code FROM users WHERE username = $1)
       AND NOT EXISTS (SELECT 1 FROM project other WHERE other.project_id <> p.project_id AND other.deleted_at IS NULL AND strpos(other.project_name, p.project_name) > 0)
     GROUP BY p.project_id ORDER BY count(*), p.project_id LIMIT 2`,
    [account(MANAGER).username],
  );
  if (!first || !second) throw new Error('the branch has no two projects with units');
  return [
    { projectName: first.name, units: first.units },
    { projectName: second.name, units: second.units },
  ];
}

const branchOf = async (persona: string) =>
  (
    await query<{ name: string }>(
      'SELECT b.branch_name AS name FROM users u JOIN branch b USING (branch_code) WHERE u.username = $1',
      [account(persona).username],
    )
  )[0]?.name ?? '';

async function pick(dialog: Locator, field: string | RegExp, option: string): Promise<void> {
  const input = dialog.getByRole('combobox', { name: field });
  await input.fill(option);
  await dialog
    .page()
    .getByRole('option', { name: new RegExp(`^${option}`) })
    .first()
    .click();
  // Several can be chosen: the list stays open.
  if ((await input.getAttribute('aria-expanded')) === 'true') await input.press('Escape');
}

/** Fills the first step of the branch dialog. @returns the name that the dialog made */
async function fillAccount(dialog: Locator, phone: string): Promise<string> {
  await dialog.getByRole('combobox', { name: '用户类型' }).click();
  await dialog.page().getByRole('option', { name: 'Lite', exact: true }).click();
  await pick(dialog, '所属分公司', await branchOf(MANAGER));
  await dialog.locator('input[name="user.phone"]').fill(phone);
  await dialog.locator('input[name="user.password"]').fill(PASSWORD);
  await dialog.locator('input[name="confirm"]').fill(PASSWORD);
  await pick(dialog, /^角色/, 'LITE角色');
  const name = dialog.locator('input[name="user.username"]');
  // One name in a hundred thousand: a stranger may have it.
  while ((await query('SELECT 1 FROM users WHERE username_lower = $1', [await name.inputValue()])).length > 0)
    await dialog.getByRole('button', { name: '重新生成用户名' }).click();
  return name.inputValue();
}

async function chooseProject(dialog: Locator, name: string): Promise<void> {
  await dialog.getByRole('textbox', { name: 'SAP项目名称' }).fill(name);
  await dialog.getByRole('textbox', { name: 'SAP项目名称' }).press('Enter');
  const results = dialog.getByRole('list', { name: '查询结果' });
  await expect(results.getByRole('listitem')).toHaveCount(1);
  await results
    .getByRole('checkbox', { name: new RegExp(`^选择 ${name.replace(/[^\p{L}\p{N}]/gu, '\\$&')}`, 'u') })
    .check();
}

async function signInByCode(page: Page, phone: string): Promise<void> {
  await page.getByRole('tab', { name: '验证码登录' }).click();
  await page.getByLabel('手机号码', { exact: true }).fill(phone);
  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect(page.getByText(/验证码将发送至 137/)).toBeVisible();
  let code = '';
  await expect(async () => {
    code = await codeSentTo(phone);
  }).toPass({ timeout: 30_000 });
  await page.getByLabel('验证码', { exact: true }).fill(code);
  await page.keyboard.press('Enter');
}

test.afterAll(async () => {
  await query('DELETE FROM verify_code WHERE phone = ANY($1)', [phones]);
  await query('DELETE FROM sms_log WHERE phone = ANY($1)', [phones]);
  await query('DELETE FROM users WHERE phone = ANY($1)', [phones]);
});

test('[USER-024] [USER-027] [USER-048] a branch makes a customer, who sees the units of the chosen projects only, loses a right while at work, and is deleted', async ({
  page: manager,
  browser,
}) => {
  const [first, second] = await twoProjects();
  const units = [...new Set([...first.units, ...second.units])].sort();
  const phone = freshPhone();
  const nickName = `新客户${randomBytes(3).toString('hex')}`;

  await signIn(manager, MANAGER, '/userList');
  await manager.getByRole('button', { name: '新增用户' }).click();
  const dialog = manager.getByRole('dialog', { name: '新增用户' });
  const username = await fillAccount(dialog, phone);
  expect(username).toMatch(/^cn\d{5}$/);
  await dialog.getByRole('button', { name: '下一步' }).click();
  await chooseProject(dialog, first.projectName);
  const shownName = dialog.getByRole('textbox', { name: '显示名称' });
  await expect(shownName).toHaveValue(first.projectName.replace(/[^A-Za-z0-9_\u4e00-\u9fa5]/g, ''));
  await chooseProject(dialog, second.projectName);
  await expect(dialog.getByText('已选 2 个项目')).toBeVisible();
  await shownName.fill(nickName);
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toBeHidden();
  await manager.goto(`/userList?keyword=${username}`);
  await expect(rowOf(manager, username)).toContainText('外部Lite');
  await expect(
    rowOf(manager, username).getByRole('button', { name: `查看 ${nickName} 的 ${units.length} 台设备` }),
  ).toBeVisible();

  const context = await browser.newContext({
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
  });
  const customer = await context.newPage();
  await customer.goto('/equipmentlist');
  await expect(customer).toHaveURL(/\/login\?to=/);
  await signInByCode(customer, phone);
  await expect(customer).toHaveURL(/\/equipmentlist$/, { timeout: 20_000 });
  await expect(customer.getByText(`共 ${units.length} 条`).first()).toBeVisible();
  await expect.poll(() => shownUnits(customer)).toEqual(units);

  // The branch takes the tier away and leaves the right to maintenance reports.
  await rowOf(manager, username)
    .getByRole('button', { name: `修改 ${nickName}` })
    .click();
  const update = manager.getByRole('dialog', { name: '修改用户' });
  await pick(update, /^角色/, '保养报告下载');
  await pick(update, /^角色/, 'LITE角色');
  await update.getByRole('button', { name: '下一步' }).click();
  await expect(update.getByText('已选 2 个项目')).toBeVisible();
  await update.getByRole('button', { name: '保存' }).click();
  await expect(update).toBeHidden();
  expect(await query('SELECT role FROM user_role WHERE username = $1', [username])).toEqual([{ role: '保养报告下载' }]);
  await customer.getByRole('textbox', { name: '设备号 / 设备名称' }).fill(units[0] ?? '');
  await customer.getByRole('button', { name: '查询' }).click();
  await expect(customer.getByText('没有权限', { exact: true })).toBeVisible();
  await expect(customer.locator('[role="row"][data-id]')).toHaveCount(0);
  const tab = await context.newPage();
  await tab.goto('/equipmentlist');
  await expect(tab.getByText('抱歉，您没有权限访问该页面').first()).toBeVisible();
  await expect(tab.getByText(/^共 \d+ 条$/)).toHaveCount(0);

  await chooseFurther(rowOf(manager, username).getByRole('button', { name: `${nickName} 的更多操作` }), '删除');
  const question = manager.getByRole('alertdialog');
  await expect(question).toContainText(`确定删除“用户 ${nickName}（${username}）”吗？`);
  await question.getByRole('button', { name: '删除' }).click();
  await expect(question).toBeHidden();
  await expect(rowOf(manager, username)).toHaveCount(0);
  await customer.getByRole('button', { name: '查询' }).click();
  await expect(customer.getByText('登录已过期，请重新登录').first()).toBeVisible();
  await expect(customer).toHaveURL(/\/login\?/, { timeout: 15_000 });
  // Nothing opens it again.
  await customer.getByRole('tab', { name: '密码登录' }).click();
  await customer.locator('input[name="username"]').fill(username);
  await customer.locator('input[name="password"]').fill(PASSWORD);
  await customer.keyboard.press('Enter');
  await expect(customer.getByText('账号已停用，请联系管理员')).toBeVisible();
  await expect(customer).toHaveURL(/\/login\?/);
  await context.close();
});

test('both steps of the branch dialog have no serious accessibility finding by day, nor a sideways scroll', async ({
  page,
  context,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const [{ projectName }] = await twoProjects();
  const sideways = () =>
    page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll('html, .MuiDialogContent-root')].map(
          ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
        ),
      ),
    );
  const judge = async () => {
    const windows = [
      [390, 844],
      [1440, 900],
    ] as const;
    // On a phone there is least room; in a full run in a wide window too.
    for (const [width, height] of windows.slice(0, isFull ? 2 : 1)) {
      await page.setViewportSize({ width, height });
      expect([width, await serious(page), await sideways()]).toEqual([width, [], 0]);
    }
  };
  await context.addCookies([{ name: 'theme', value: 'dayTheme', url: baseURL ?? '' }]);
  await signIn(page, MANAGER, '/userList');
  await page.getByRole('button', { name: '新增用户' }).click();
  const dialog = page.getByRole('dialog', { name: '新增用户' });
  await fillAccount(dialog, freshPhone());
  await judge();
  await dialog.getByRole('button', { name: '下一步' }).click();
  await chooseProject(dialog, projectName);
  await judge();
  await dialog.getByRole('button', { name: '取消' }).click();
  await page.getByRole('button', { name: '放弃修改' }).click();
  await expect(dialog).toBeHidden();
});
