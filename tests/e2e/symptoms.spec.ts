import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { openedBy } from './support/awake';
import { signIn } from './support/stack';
import { test } from './support/test';

/** The desk's work with what was detected: a symptom becomes a call-out, faults are judged. */

/** A link that opens a tab of its own. */
const openTab = (page: Page, link: Locator): Promise<Page> => openedBy(page.context(), () => link.click());

test('[SYMP-003] [SYMP-006] a symptom of the list is accepted on its page and made a call-out, which names it', async ({
  page,
}) => {
  await signIn(page, 'branchDispatcher', '/symptomList?symptomStateList=INIT%2CNOT_PROCESSED');
  const symptomId = (await page.getByRole('row').nth(1).getByRole('link').first().textContent()) ?? '';
  // By its name: the fleet lives, and another may have come before it.
  const detail = await openTab(page, page.getByRole('row').getByRole('link').filter({ hasText: symptomId }).first());
  await detail.getByRole('button', { name: '受理' }).click();
  await expect(detail.getByText('待处理').first()).toBeVisible();
  await expect(detail.getByRole('button', { name: '受理' })).toHaveCount(0);

  await detail.getByRole('button', { name: '转召修' }).click();
  const dialog = detail.getByRole('dialog', { name: '新建召修' });
  await dialog.getByRole('textbox', { name: '报修人' }).fill('值班室');
  await dialog.getByRole('button', { name: '提交' }).click();
  // The unit of the demo may have a call-out already.
  const attach = dialog.getByRole('button', { name: '关联到该召修' });
  await expect(attach.or(detail.getByText(/召修已创建|已并入/))).toBeVisible();
  if (await attach.isVisible()) await attach.click();
  await expect(dialog).toBeHidden();
  const callOut = await openTab(detail, detail.locator('a[href*="/detail/callback"]'));
  await callOut.getByRole('tab', { name: '故障征兆' }).click();
  await expect(callOut.getByText(symptomId)).toBeVisible();

  await page.reload();
  await page.goto(`/symptomList?key=${symptomId}`);
  await expect(page.getByRole('row', { name: new RegExp(symptomId) })).toContainText('待处理');
});

test('three faults of one code are judged together, and the page of one says by whom', async ({ page }) => {
  await signIn(page, 'branchManager');
  const day = (back: number) => new Date(Date.now() + 8 * 3_600_000 - back * 86_400_000).toISOString().slice(0, 10);
  const list = `/errorInspection?startDate=${day(59)}&endDate=${day(0)}&results=PENDING%2CWATCH&size=200`;
  const codesOf = async () => {
    const answer = await page.evaluate(
      async (range) => {
        const response = await fetch('/sms/errorInspection/query', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-Session': 'cookie' },
          body: JSON.stringify({ ...range, results: ['PENDING', 'WATCH'], pageSize: 200 }),
        });
        return (await response.json()) as { data: { records: { gbCode: string }[] } };
      },
      { startDate: day(59), endDate: day(0) },
    );
    return answer.data.records.map(({ gbCode }) => gbCode);
  };
  const codes = await codesOf();
  const code = codes.find((one) => codes.filter((other) => other === one).length >= 3);
  expect(code).toBeDefined();
  await page.goto(`${list}&gbCode=${code}`);
  const rows = page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: /^选择 / }) });
  await expect(rows.nth(2)).toBeVisible();
  const errorId = (await rows.first().getByRole('link').first().textContent()) ?? '';
  for (const index of [0, 1, 2]) await rows.nth(index).getByRole('checkbox').click();
  await page.getByRole('button', { name: '排查', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '排查（3条）' });
  await dialog.getByRole('combobox', { name: /^排查结果/ }).click();
  await page.getByRole('option', { name: '误报' }).click();
  await dialog.getByRole('textbox', { name: /^排查说明/ }).fill('门光幕受阳光干扰');
  await dialog.getByRole('button', { name: '排查' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('link', { name: errorId })).toHaveCount(0);

  await page.goto(`/detail/errorInspection?errorId=${errorId}`);
  await expect(page.getByRole('list', { name: '排查记录' })).toContainText('门光幕受阳光干扰');
  await expect(page.getByText('误报').first()).toBeVisible();
});
