import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import type { Browser, Download, Locator, Page } from '@playwright/test';
import { PDF, POLYGLOTS } from '../support/sample-files';
import { serious } from './support/accessibility';
import { query } from './support/ledger-boxes';
import { account, signIn, signInAs } from './support/stack';
import { test } from './support/test';

/** What somebody asks for and somebody else grants, through the screens of both: the wall, and the invoice role with its paper. */

const RUN = randomBytes(3).toString('hex');
const APPLICANT = `wish_${RUN}`;
const PHONE = `136${String(randomBytes(4).readUInt32BE() % 100_000_000).padStart(8, '0')}`;
const TAX_ID = `TAX-${RUN}`;
const CUSTOMER = `发票客户${RUN}`;
const { username: lite, password } = account('customerLite');

const rowOf = (page: Page, text: string) => page.locator('[role="row"][data-id]').filter({ hasText: text });
const personIn = async (browser: Browser, persona: string): Promise<Page> => {
  const page = await (
    await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai', viewport: { width: 1440, height: 900 } })
  ).newPage();
  await signIn(page, persona);
  return page;
};

test.beforeAll(async () => {
  await query(
    `INSERT INTO users (username, username_lower, nick_name, phone, password_hash, password_at, user_type, customer_type, tier, projectbranch_type, branch_code, update_date)
     SELECT $1::text, lower($1::text), $3, $4, password_hash, now(), user_type, customer_type, tier, projectbranch_type, branch_code, now() FROM users WHERE username = $2`,
    [APPLICANT, lite, `申请人${RUN}`, PHONE],
  );
  await query('INSERT INTO user_role (username, role) SELECT $1::text, role FROM user_role WHERE username = $2', [
    APPLICANT,
    lite,
  ]);
  await query(
    'INSERT INTO user_mapping (username, type, mapping_id) SELECT $1::text, type, mapping_id FROM user_mapping WHERE username = $2',
    [APPLICANT, lite],
  );
  // A wall that waits for its owner's right to see it.
  await query(`INSERT INTO campus_view (username, title, update_date) VALUES ($1, $2, now())`, [
    APPLICANT,
    `大屏${RUN}`,
  ]);
  await query(
    `INSERT INTO campus_view_equipment (username, equipment_no, position)
     SELECT DISTINCT $1::text, e.equipment_no, 0 FROM user_mapping m JOIN project_equipment p ON p.project_id = m.mapping_id JOIN equipment e ON e.equipment_no = p.equipment_no AND e.deleted_at IS NULL AND e.display_type <> 'OTHER' WHERE m.username = $1 AND m.type = 1`,
    [APPLICANT],
  );
});
test.afterAll(async () => {
  await query('DELETE FROM sms_log WHERE phone = $1', [PHONE]);
  await query('DELETE FROM invoice_customer WHERE tax_id = $1', [TAX_ID]);
  for (const table of ['user_approval', 'stored_file', 'users'])
    await query(
      `DELETE FROM ${table} WHERE username = $1 OR username IN (SELECT username FROM users WHERE phone = $2)`,
      [APPLICANT, PHONE],
    );
});

test('[CAMP-002] [CAMP-010] [CAMP-064] [CAMP-066] [CAMP-071] the wall is applied for on its cover, opened by head office, and opens for who applied without signing in again', async ({
  page: applicant,
  browser,
}) => {
  await signInAs(applicant, { username: APPLICANT, password });
  await applicant.goto('/campus');
  await expect(applicant.getByText('您没有综合监控的查看权限')).toBeVisible();
  await expect(applicant.locator('[data-unit]')).toHaveCount(0);
  await applicant.getByRole('button', { name: '在线申请' }).click();
  const form = applicant.getByRole('dialog', { name: '申请开通综合监控大屏功能' });
  await expect(form.getByRole('textbox', { name: '联系电话' })).toHaveValue(PHONE);
  await expect(form.getByRole('textbox', { name: '申请说明' })).toHaveValue('申请开通综合监控功能');
  expect(await serious(applicant)).toEqual([]);
  await form.getByRole('button', { name: '提交申请' }).click();
  await expect(form.getByText('提交人不能为空')).toBeVisible();
  await form.getByRole('textbox', { name: '提交人' }).fill(`李强${RUN}`);
  await form.getByRole('button', { name: '提交申请' }).click();
  await expect(form).toBeHidden();
  await expect(applicant.getByText('申请处理中')).toBeVisible();
  await expect(applicant.getByRole('button', { name: '在线申请' })).toHaveCount(0);

  // The branch telephones; opening is the head office's.
  const manager = await personIn(browser, 'branchManager');
  await manager.goto(`/campusVipAppList?key=${APPLICANT}`);
  await expect(rowOf(manager, APPLICANT).getByRole('button', { name: /^开通/ })).toHaveCount(0);
  await rowOf(manager, APPLICANT)
    .getByRole('button', { name: `已联系：李强${RUN}` })
    .click();
  await manager.getByRole('dialog', { name: '标记为已联系' }).getByRole('button', { name: '已联系' }).click();
  await expect(rowOf(manager, APPLICANT)).toContainText('已联系');

  const office = await personIn(browser, 'platformAdmin');
  await office.goto(`/campusVipAppList?key=${APPLICANT}`);
  await rowOf(office, APPLICANT)
    .getByRole('button', { name: `开通：李强${RUN}` })
    .click();
  const decision = office.getByRole('dialog', { name: '开通综合监控' });
  for (const tab of ['服务提醒', '其他公告']) await decision.getByRole('checkbox', { name: tab }).uncheck();
  expect(await serious(office)).toEqual([]);
  await decision.getByRole('button', { name: '开通' }).click();
  await expect(decision).toBeHidden();
  await expect(rowOf(office, APPLICANT)).toContainText('已开通');
  expect(await query('SELECT tabs FROM campus_apply WHERE username = $1', [APPLICANT])).toEqual([
    { tabs: ['callback', 'equipment'] },
  ]);

  const cookie = async () => (await applicant.context().cookies()).some(({ name }) => name.startsWith('sms_session'));
  expect(await cookie()).toBe(true);
  await expect(async () => {
    await applicant.goto('/campus');
    await expect(applicant.locator('[data-unit]').first()).toBeVisible({ timeout: 4000 });
  }).toPass({ timeout: 20_000 });
  await expect(applicant.getByText('您没有综合监控的查看权限')).toHaveCount(0);
  await expect(applicant.getByRole('tab', { name: '诊断处理' })).toBeVisible();
  await expect(applicant.getByRole('tab', { name: '设备事件' })).toBeVisible();
  await expect(applicant.getByRole('tab', { name: '服务提醒' })).toHaveCount(0);

  // And closes again when head office says so.
  await rowOf(office, APPLICANT)
    .getByRole('button', { name: `停用：李强${RUN}` })
    .click();
  await office.getByRole('dialog', { name: '停用综合监控' }).getByRole('button', { name: '停用' }).click();
  await expect(rowOf(office, APPLICANT)).toContainText('已到期');
  await expect(async () => {
    await applicant.goto('/campus');
    await expect(applicant.getByText('您没有综合监控的查看权限')).toBeVisible({ timeout: 4000 });
  }).toPass({ timeout: 20_000 });
  await expect(applicant.locator('[data-unit]')).toHaveCount(0);
});

async function pick(dialog: Locator, field: string | RegExp, option: string): Promise<void> {
  const input = dialog.getByRole('combobox', { name: field });
  await input.fill(option);
  await dialog
    .page()
    .getByRole('option', { name: new RegExp(`^${option}`) })
    .first()
    .click();
  if ((await input.getAttribute('aria-expanded')) === 'true') await input.press('Escape');
}

async function downloadBy(page: Page, button: Locator): Promise<Download> {
  const coming = page.waitForEvent('download');
  await button.click();
  return coming;
}

test('[USER-050] [USER-051] the invoice role is asked for with its paper, which head office reads before it grants the role with the customer asked for', async ({
  browser,
}) => {
  const [project] = await query<{ project_id: string; project_name: string }>(
    `SELECT p.project_id, p.project_name FROM project p JOIN user_mapping m ON m.mapping_id = p.project_id AND m.type = 1 WHERE m.username = $1 AND p.deleted_at IS NULL LIMIT 1`,
    [APPLICANT],
  );
  await query('INSERT INTO invoice_customer (tax_id, project_id, customer_name) VALUES ($1, $2, $3)', [
    TAX_ID,
    project?.project_id,
    CUSTOMER,
  ]);

  const manager = await personIn(browser, 'branchManager');
  await manager.goto(`/userList?keyword=${APPLICANT}`);
  await rowOf(manager, APPLICANT)
    .getByRole('button', { name: `修改 申请人${RUN}` })
    .click();
  const dialog = manager.getByRole('dialog', { name: '修改用户' });
  await pick(dialog, /^角色/, '保养电子发票');
  await dialog.getByRole('button', { name: '下一步' }).click();
  await expect(dialog.getByRole('group', { name: '保养电子发票' })).toBeVisible();
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog.getByText('保养电子发票 必须上传审批附件')).toBeVisible();
  // A page that calls itself a paper is no paper.
  const file = dialog.locator('input[type=file]');
  const fake = POLYGLOTS['a PDF that begins as a page'];
  await file.setInputFiles({
    name: '审批单.pdf',
    mimeType: 'application/pdf',
    buffer: fake?.content ?? Buffer.alloc(0),
  });
  await expect(manager.getByText('所选文件格式不正确，请重新选择')).toBeVisible();
  await expect(dialog.getByRole('button', { name: '审批单.pdf' })).toHaveCount(0);
  await file.setInputFiles({ name: '审批单.pdf', mimeType: 'application/pdf', buffer: PDF });
  await expect(dialog.getByRole('button', { name: '审批单.pdf' })).toBeVisible();
  await pick(dialog, '客户名称', CUSTOMER);
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toBeHidden();
  const held = async () =>
    (await query<{ role: string }>('SELECT role FROM user_role WHERE username = $1 ORDER BY role', [APPLICANT])).map(
      ({ role }) => role,
    );
  expect(await held()).not.toContain('保养电子发票');

  // It waits for the head office: who asked can take it back, not grant it.
  await manager.goto(`/userApprovalList?key=${APPLICANT}&state=PENDING`);
  await expect(rowOf(manager, APPLICANT)).toContainText('发票权限');
  await expect(rowOf(manager, APPLICANT).getByRole('button', { name: `撤回：${APPLICANT}` })).toBeVisible();
  await expect(rowOf(manager, APPLICANT).getByRole('button', { name: /^通过/ })).toHaveCount(0);

  const office = await personIn(browser, 'platformAdmin');
  await office.goto(`/userApprovalList?key=${APPLICANT}&state=PENDING`);
  await rowOf(office, APPLICANT)
    .getByRole('button', { name: `查看：${APPLICANT}` })
    .click();
  const detail = office.getByRole('dialog', { name: '申请详情' });
  await expect(detail.getByText(`${CUSTOMER} (${TAX_ID})`)).toBeVisible();
  await expect(detail.getByText(project?.project_name ?? '', { exact: true })).toBeVisible();
  const paper = await downloadBy(office, detail.getByRole('button', { name: '打开附件 审批单.pdf' }));
  expect(paper.suggestedFilename()).toBe('审批单.pdf');
  expect(readFileSync(await paper.path())).toEqual(PDF);
  expect(await serious(office)).toEqual([]);
  await detail.getByRole('button', { name: '关闭' }).click();
  await rowOf(office, APPLICANT)
    .getByRole('button', { name: `通过：${APPLICANT}` })
    .click();
  const decision = office.getByRole('dialog', { name: '通过申请' });
  await expect(decision).toContainText('保养电子发票');
  await decision.getByRole('button', { name: '通过' }).click();
  await expect(decision).toBeHidden();
  await expect(rowOf(office, APPLICANT)).toHaveCount(0);
  await office.goto(`/userApprovalList?key=${APPLICANT}&state=APPROVED`);
  await expect(rowOf(office, APPLICANT)).toContainText('已通过');
  await expect(rowOf(office, APPLICANT).getByRole('button', { name: /^(通过|驳回)/ })).toHaveCount(0);
  expect(await held()).toContain('保养电子发票');
  expect(await query('SELECT tax_id, customer_name FROM user_invoice WHERE username = $1', [APPLICANT])).toEqual([
    { tax_id: TAX_ID, customer_name: CUSTOMER },
  ]);

  // The branch that asked finds the role, the customer and the paper on the account.
  await manager.goto(`/userList?keyword=${APPLICANT}`);
  await rowOf(manager, APPLICANT)
    .getByRole('button', { name: `修改 申请人${RUN}` })
    .click();
  await expect(dialog.getByRole('button', { name: '保养电子发票', exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: '下一步' }).click();
  await expect(
    dialog.getByRole('group', { name: '保养电子发票' }).getByRole('button', { name: CUSTOMER, exact: true }),
  ).toBeVisible();
  expect(
    readFileSync(await (await downloadBy(manager, dialog.getByRole('button', { name: '下载附件' }))).path()),
  ).toEqual(PDF);
});
