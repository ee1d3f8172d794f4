import { expect } from '@playwright/test';
import { signIn } from './support/stack';
import { test } from './support/test';

/** Reports on one unit: from their lists to the page, and several as an archive. */

test('[NAV-027] [NAV-039] [BIWK-001] [BIWK-003] [MONTH-001] [MONTH-003] [MONTH-007] reports on a unit are looked at and downloaded', async ({
  page,
}) => {
  await signIn(page, 'platformAdmin');
  await page.goto('/healthBiweeklyList');
  await expect(page.getByRole('heading', { name: '双周报列表' })).toBeVisible();
  await page.getByRole('button', { name: '合并下载' }).click();
  await expect(page.getByText('请选择周报')).toBeVisible();
  const boxes = page.getByRole('checkbox', { name: /^选择 / }).and(page.locator(':not([aria-label="选择本页全部"])'));
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  const archive = page.waitForEvent('download');
  await page.getByRole('group', { name: '已选数据' }).getByRole('button', { name: '合并下载' }).click();
  expect((await archive).suggestedFilename()).toMatch(/^设备双周监测报告.+至.+\.zip$/);

  const opening = page.waitForEvent('popup');
  await page
    .getByRole('link', { name: /^预览：/ })
    .first()
    .click();
  const biweekly = await opening;
  await expect(biweekly).toHaveURL(/\/detail\/HealthBiweeklyReport\?equipNo=.+&createDateRange=\d{4}-\d\d-\d\d/);
  for (const section of ['设备信息', '召修情况', '最近一次维保', '运行数据', '诊断建议', '使用建议'])
    await expect(biweekly.getByRole('heading', { name: section, exact: true })).toBeVisible();
  await biweekly.close();

  await page.goto('/healthEquipmentList');
  await expect(page.getByRole('heading', { name: '设备报告' })).toBeVisible();
  const second = page.waitForEvent('popup');
  await page
    .getByRole('link', { name: /^预览：/ })
    .first()
    .click();
  const monthly = await second;
  await expect(monthly).toHaveURL(/\/detail\/healthReportEquipment\?equipNo=.+&month=\d{4}-\d\d/);
  for (const section of ['月度关键指标', '召修情况', '维保情况', '运行数据', '说明'])
    await expect(monthly.getByRole('heading', { name: section, exact: true })).toBeVisible();
  const file = monthly.waitForEvent('download');
  await monthly.getByRole('button', { name: '下载 PDF' }).click();
  expect((await file).suggestedFilename()).toMatch(/^设备月报.+\d{8}\.pdf$/);
});
