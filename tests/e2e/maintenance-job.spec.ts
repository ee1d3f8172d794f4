import { createHash } from 'node:crypto';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { query } from './support/ledger-boxes';
import { account, signIn } from './support/stack';
import { test } from './support/test';

/** One maintenance job from the plan to the signed document: in the machine room on a phone, at the customer's desk with the mouse. */

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 900 };

/** The next planned job of a unit that the signer sees, and how many items its kind has. */
async function plannedJob(): Promise<{ jobNo: string; equipmentNo: string; items: number }> {
  const [job] = await query<{ jobNo: string; equipmentNo: string; items: number }>(
    `SELECT j.job_no AS "jobNo", j.equipment_no AS "equipmentNo", count(i.no)::int AS items
       FROM maintenance_job j JOIN equipment e USING (equipment_no)
       JOIN maintenance_item_template i ON i.maintenance_type = j.maintenance_type AND i.display_type = e.display_type
      WHERE j.job_status = 'PLAN' AND e.deleted_at IS NULL AND EXISTS (
              SELECT 1 FROM project_equipment p JOIN user_mapping m ON m.mapping_id = p.project_id AND m.type = 1
               WHERE p.equipment_no = j.equipment_no AND m.username = $1)
      GROUP BY 1, 2 ORDER BY j.plan_date, 1 LIMIT 1`,
    [account('maintenanceSigner').username],
  );
  if (!job) throw new Error('the signer’s units have no planned job');
  return job;
}

/** A click before the page listens would be lost. */
const ready = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-ready', '');

/** A signature as a hand with a mouse draws it. */
async function drawOn(page: Page, field: ReturnType<Page['locator']>): Promise<void> {
  await field.scrollIntoViewIfNeeded();
  const box = await field.boundingBox();
  if (!box) throw new Error('the field has no place');
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
  for (const [first, ...rest] of [
    [at(0.15, 0.6), at(0.3, 0.2), at(0.45, 0.7)],
    [at(0.55, 0.5), at(0.7, 0.3), at(0.85, 0.6)],
  ]) {
    if (!first) continue;
    await page.mouse.move(...first);
    await page.mouse.down();
    for (const point of rest) await page.mouse.move(...point, { steps: 6 });
    await page.mouse.up();
  }
}

test('[MAINT-004] [MAINT-011] [MAINT-012] [MAINT-015] a technician works a job off on a phone, the customer signs it, and its document stays the same', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const { jobNo, equipmentNo, items } = await plannedJob();
  const state = async () =>
    (await query<{ s: string }>('SELECT job_status AS s FROM maintenance_job WHERE job_no = $1', [jobNo]))[0]?.s;

  const list = await (await browser.newContext({ viewport: PHONE })).newPage();
  await signIn(list, 'branchDispatcher');
  // From the wall the state is the first one.
  await list.goto(`/maintenanceList?key=${equipmentNo}&fromCampus=1`);
  await expect(list).toHaveURL(/[?&]jobStatus=PLAN(&|$)/);
  await ready(list);
  const [page] = await Promise.all([list.waitForEvent('popup'), list.getByRole('link', { name: jobNo }).click()]);
  await ready(page);
  await expect(page).toHaveURL(new RegExp(`/detail/maintenance\\?jobNo=${jobNo}`));

  await page.getByRole('button', { name: '出发并锁定' }).click();
  const item = page.locator('li[data-item]');
  await expect(item).toHaveCount(items);
  expect(await state()).toBe('LOCK');
  await page.getByRole('button', { name: '完工', exact: true }).click();
  await expect(page.getByText('第1项未填写结果')).toBeVisible();
  for (let index = 0; index < items - 1; index += 1)
    await item.nth(index).getByRole('button', { name: '正常', exact: true }).click();
  await item.last().getByRole('button', { name: '更换', exact: true }).click();
  await item
    .last()
    .getByRole('textbox', { name: `第${items}项说明` })
    .fill('门滑块已更换');
  await expect(page.getByText(`已填写 ${items}/${items} 项`).first()).toBeVisible();
  // Nothing is wider than the phone.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  await expect(page.getByText('尚未上传')).toHaveCount(0);
  await page.getByRole('button', { name: '完工', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '完工' });
  await dialog.getByRole('button', { name: '完工', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('region', { name: '签字与报告' }).getByText('待签字')).toBeVisible();
  await expect(page.getByText('门滑块已更换')).toBeVisible();
  expect(await state()).toBe('DONE');
  // What cannot be loaded leaves an empty detail.
  await list.goto('/detail/maintenance?jobNo=M-0');
  await expect(list.getByText('数据不存在')).toBeVisible();
  await expect(list.getByRole('button', { name: '出发并锁定' })).toHaveCount(0);

  const customer = await (await browser.newContext({ viewport: DESK })).newPage();
  await signIn(customer, 'maintenanceSigner', `/detail/maintenance?jobNo=${jobNo}`);
  await ready(customer);
  await customer.getByRole('button', { name: '客户签字' }).click();
  const paper = customer.getByRole('dialog', { name: '客户签字' });
  await paper.getByRole('textbox', { name: /签字人姓名/ }).fill('赵丽');
  await drawOn(customer, paper.getByRole('img', { name: '签字区' }));
  await paper.getByRole('button', { name: '确认签字' }).click();
  await expect(customer.getByRole('img', { name: '赵丽 的签字' })).toBeVisible();
  expect(await state()).toBe('CONFIRM');

  // The document is made within the next minute, once; whoever asks later gets the same bytes.
  const report = async () =>
    (await query<{ s: string }>('SELECT status AS s FROM maintenance_report WHERE job_no = $1', [jobNo]))[0]?.s;
  await expect.poll(report, { timeout: 100_000, intervals: [1000] }).toBe('1');
  const hashOfDownload = async () => {
    const response = await customer.request.get(`/sms/paperless/mnt/getFile/${jobNo}?download=1`);
    expect(response.headers()['content-type']).toBe('application/pdf');
    return createHash('sha256')
      .update(await response.body())
      .digest('hex');
  };
  expect(await hashOfDownload()).toBe(await hashOfDownload());
  await customer.reload();
  await expect(customer.getByRole('link', { name: '下载文档' })).toBeVisible();
});
