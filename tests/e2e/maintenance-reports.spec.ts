import { expect } from '@playwright/test';
import { query } from './support/ledger-boxes';
import { account, signInAs } from './support/stack';
import { test } from './support/test';

/** Documents of maintenance: who signs them lands there, sees one, keeps one, and keeps several in one archive. */

test('[MREP-001] [MREP-003] [MREP-013] a signer lands on the reports, looks at a document and downloads several as one archive', async ({
  page,
}) => {
  const signer = account('maintenanceSigner');
  await signInAs(page, signer);
  await expect(page).toHaveURL(/\/maintenanceReport/);
  await expect(page.getByRole('heading', { name: '保养报告' })).toBeVisible();
  await page.goto('/');
  await expect(page).toHaveURL(/\/maintenanceReport/);

  await page.getByRole('tab', { name: '按设备清单' }).click();
  await expect(page).toHaveURL(/mode=equipment/);
  const preview = page.getByRole('link', { name: /^预览：/ });
  await expect(preview.first()).toBeVisible();

  // What stands in the list is what the database has of the signer's units.
  const [job] = await query<{ job_no: string }>(
    `SELECT r.job_no FROM maintenance_report r JOIN project_equipment USING (equipment_no)
       JOIN user_mapping m ON m.mapping_id = project_id AND m.type = 1
      WHERE m.username = $1 AND r.status = '1' ORDER BY r.mnt_date DESC, r.job_no DESC LIMIT 1`,
    [signer.username],
  );
  await expect(page.locator(`a[href="/sms/paperless/mnt/getFile/${job?.job_no}"]`)).toBeVisible();
  const shown = await page.request.get(`/sms/paperless/mnt/getFile/${job?.job_no}`);
  expect(shown.headers()['content-type']).toBe('application/pdf');
  expect(shown.headers()['content-disposition']).toContain('inline');
  const again = await page.request.get(`/sms/paperless/mnt/getFile/${job?.job_no}`);
  expect((await again.body()).equals(await shown.body())).toBe(true);

  const boxes = page.getByRole('checkbox', { name: /^选择 / });
  const free = boxes.and(page.locator(':enabled')).and(page.locator(':not([aria-label="选择本页全部"])'));
  await free.nth(0).check();
  await free.nth(1).check();
  const arriving = page.waitForEvent('download');
  await page.getByRole('group', { name: '已选数据' }).getByRole('button', { name: '合并下载' }).click();
  expect((await arriving).suggestedFilename()).toMatch(/^维保记录\d{4}-\d\d-\d\d至\d{4}-\d\d-\d\d\.zip$/);
});
