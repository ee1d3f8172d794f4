import { execFileSync } from 'node:child_process';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { seriousInThemes } from './support/accessibility';
import { signIn } from './support/stack';
import { test } from './support/test';

/** What units did and what they took: the operation report and energy saving. */

const grid = (page: Page) => page.locator('.MuiDataGrid-row').first();

async function sheetOf(page: Page): Promise<{ name: string; rows: string[] }> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出' }).click();
  const file = await coming;
  const path = await file.path();
  expect(execFileSync('unzip', ['-t', path], { encoding: 'utf8' })).toContain('No errors');
  const sheet = execFileSync('unzip', ['-p', path, 'xl/worksheets/sheet1.xml'], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return { name: file.suggestedFilename(), rows: sheet.match(/<row .*?<\/row>/g) ?? [] };
}
const total = async (page: Page) =>
  Number(/共 ([\d,]+) 条/.exec((await page.locator('main').textContent()) ?? '')?.[1]?.replaceAll(',', ''));

/** Opens the days of the first number of a column; the sum of the days is the number. */
async function opensItsDays(page: Page, field: string): Promise<void> {
  const number = page.locator(`.MuiDataGrid-row [data-field="${field}"] button`).first();
  const value = (await number.textContent()) ?? '';
  await number.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /的每日数据/ });
  await expect(dialog.locator(`[data-sum="${field}"]`)).toHaveText(value);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

test('[OPER-003] [OPER-004] [OPER-005] [OPER-009] the operation report is narrowed, sorted by a sum from the keyboard, and exported', async ({
  page,
}) => {
  await signIn(page, 'platformAdmin');
  await page.goto('/operationReportReport');
  await expect(grid(page)).toBeVisible();
  const all = await total(page);
  expect(await seriousInThemes(page)).toEqual([]);

  await page.getByRole('combobox', { name: '设备类型' }).click();
  await page.getByRole('option', { name: '扶梯' }).click();
  await page.getByRole('button', { name: /查询|搜索/ }).click();
  await expect(page).toHaveURL(/equipmentType=1/);
  await expect(grid(page)).toContainText('扶梯');
  await expect.poll(() => total(page)).toBeLessThan(all);
  const some = await total(page);
  expect(some).toBeGreaterThan(0);

  const head = page.getByRole('columnheader', { name: /客流量/ });
  await head.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/sort=passengersCount/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/order=desc/);
  // The rows of the order before stand there until the new ones come.
  await expect
    .poll(async () => {
      const cells = await page.locator('.MuiDataGrid-row [data-field="passengersCount"]').allTextContents();
      const numbers = cells.map((text) => Number(text.replaceAll(',', '')));
      return numbers.length > 1 && numbers.every((number, index) => index === 0 || number <= (numbers[index - 1] ?? 0));
    })
    .toBe(true);

  for (const field of ['passengersCount', 'normalTimeCount']) await opensItsDays(page, field);
  const { name, rows } = await sheetOf(page);
  expect(name).toMatch(/^客流统计表\d{8}\.xlsx$/);
  expect(rows).toHaveLength(some + 1);
  await expect(grid(page).locator('[data-field="equipmentName"] a')).toHaveAttribute('href', /\/detail\/equipment/);
});

test('[MISC-010] energy saving shows its sums, the days of a unit and its parameters', async ({ page }) => {
  await signIn(page, 'branchManager');
  await page.goto('/energySave?equipmentType=2');
  await expect(grid(page)).toBeVisible();
  await expect(page.locator('[data-total="energyCount"]')).toContainText('kWh');
  expect(await seriousInThemes(page)).toEqual([]);
  const units = await total(page);
  const { name, rows } = await sheetOf(page);
  expect(name).toMatch(/^energySave-\d{14}\.xlsx$/);
  expect(rows).toHaveLength(units + 1);

  for (const field of ['energyCount', 'standbyHours']) await opensItsDays(page, field);
  await grid(page)
    .getByRole('button', { name: /能耗曲线/ })
    .focus();
  await page.keyboard.press('Enter');
  const chart = page.getByRole('dialog', { name: /能耗曲线/ });
  await expect(chart.locator('svg.recharts-surface').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(chart).toHaveCount(0);

  await grid(page)
    .getByRole('button', { name: /能耗参数/ })
    .click();
  const dialog = page.getByRole('dialog', { name: /能耗参数/ });
  const rated = dialog.getByRole('textbox', { name: /额定功率/ });
  const before = await rated.inputValue();
  await rated.fill('201');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toContainText('功率范围为 0 至 200 kW');
  await rated.fill('19.5');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await grid(page)
    .getByRole('button', { name: /能耗参数/ })
    .click();
  await expect(rated).toHaveValue('19.5');
  await rated.fill(before || '19.5');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toHaveCount(0);
});
