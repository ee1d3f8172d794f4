import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { openedBy } from './support/awake';
import { query } from './support/ledger-boxes';
import { signIn } from './support/stack';
import { test } from './support/test';

/** The page of one unit as people use it: the whole running portal, a real browser. */

interface Unit {
  equipment_no: string;
  equipment_name: string;
}
/** An elevator of the demo with call-outs, log and facts of these weeks. */
async function busyElevator(): Promise<Unit> {
  const [unit] = await query<Unit>(
    `SELECT e.equipment_no, e.equipment_name FROM equipment e
      JOIN equipment_status s USING (equipment_no)
      WHERE e.display_type = 'EV' AND e.deleted_at IS NULL AND s.online_status = 1
        AND EXISTS (SELECT 1 FROM equipment_log l WHERE l.equipment_no = e.equipment_no AND l.topic = 1)
        AND EXISTS (SELECT 1 FROM symptom y WHERE y.equipment_no = e.equipment_no)
        AND EXISTS (SELECT 1 FROM equipment_day d WHERE d.equipment_no = e.equipment_no)
      ORDER BY s.last_data_at > now() - interval '3 minutes' DESC, (SELECT count(*) FROM callback c WHERE c.equipment_no = e.equipment_no AND c.create_date > now() - interval '80 days') DESC, 1 LIMIT 1`,
  );
  if (!unit) throw new Error('no elevator with a past');
  return unit;
}
const tab = (page: Page, name: string) => page.getByRole('tab', { name });

test.describe('the page of one unit', () => {
  test('[DETAIL-001] [DETAIL-002] [DETAIL-009] [DETAIL-012] [NAV-014] from the list to the unit, through its tabs and on to its live page', async ({
    page,
    context,
  }) => {
    const { equipment_no: no, equipment_name: name } = await busyElevator();
    await signIn(page, 'platformAdmin', `/equipmentlist?key=${no}`);
    const unit = await openedBy(context, () =>
      page.locator(`[role="row"][data-id="${no}"]`).getByRole('link', { name }).first().click(),
    );
    await expect(unit).toHaveURL(`/detail/equipment?equipmentNo=${no}`);
    await expect(unit.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(
      unit
        .getByRole('definition')
        .filter({ hasText: /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}/ })
        .first(),
    ).toBeVisible();
    await expect(unit.locator('[data-status="online"]').first()).toBeVisible();
    await expect(unit.locator('svg[data-picture]')).toBeVisible();

    // A click before the page listens is lost.
    await expect(unit.locator('html')).toHaveAttribute('data-ready', '');
    await tab(unit, '召修').click();
    await expect(unit).toHaveURL(/tab=callbacks/);
    await expect(unit.getByRole('grid', { name: '该设备的召修' }).getByRole('row').nth(1)).toBeVisible();
    await tab(unit, '故障征兆').click();
    await expect(unit.getByRole('grid', { name: '该设备的故障征兆' }).getByRole('row').nth(1)).toBeVisible();

    await tab(unit, '设备日志').click();
    const rows = unit.getByRole('grid', { name: '设备日志' }).getByRole('row');
    await expect(rows.nth(1)).toBeVisible();
    await unit.getByRole('combobox', { name: /^类型/ }).click();
    await unit.getByRole('option', { name: '故障与事件' }).click();
    await unit.keyboard.press('Escape');
    await unit.getByRole('button', { name: '查询' }).click();
    await expect(unit).toHaveURL(/topics=1/);
    await expect(rows.nth(1)).toContainText('故障与事件');
    await rows
      .nth(1)
      .getByRole('button', { name: /的详细内容$/ })
      .click();
    await expect(unit.getByRole('dialog').getByLabel('日志内容')).toContainText('"code"');
    await unit.keyboard.press('Escape');

    await unit.reload();
    await expect(tab(unit, '设备日志')).toHaveAttribute('aria-selected', 'true');
    await expect(rows.nth(1)).toContainText('故障与事件');
    await tab(unit, '动态').click();
    await expect(unit).not.toHaveURL(/topics/);
    await expect(unit.getByRole('grid', { name: '设备动态' })).toBeVisible();

    const live = await openedBy(context, () => unit.getByRole('link', { name: '实时监控' }).click());
    await expect(live).toHaveURL(`/monitor/elevator?equipmentNo=${no}`);
    const back = await openedBy(context, () => live.getByRole('link', { name: '设备详情' }).click());
    await expect(back).toHaveURL(`/detail/equipment?equipmentNo=${no}`);
  });

  test('a mark of the strip opens its rows, by keyboard too; the strip is there as figures', async ({ page }) => {
    const { equipment_no: no } = await busyElevator();
    await signIn(page, 'platformAdmin', `/detail/equipment?equipmentNo=${no}`);
    const mark = page.getByRole('link', { name: /(已完成|进行中|已取消)召修|困人/ }).last();
    const day = (/^\d{4}-\d{2}-\d{2}/.exec((await mark.getAttribute('aria-label')) ?? '') ?? [''])[0];
    await mark.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`tab=callbacks&startCreateDate=${day}&endCreateDate=${day}`));
    await expect(page.getByText(`仅 ${day} 至 ${day} 的召修`)).toBeVisible();
    await expect(page.getByRole('grid', { name: '该设备的召修' }).getByRole('row').nth(1)).toContainText(day);
    await page.getByRole('button', { name: '显示全部' }).click();
    await expect(page).not.toHaveURL(/startCreateDate/);

    const slider = page.getByRole('slider', { name: /日期/ });
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(slider).toHaveAttribute('aria-valuetext', /^\d{4}-\d{2}-\d{2}, 运行/);
    await page.getByRole('button', { name: '看数据表' }).click();
    await expect(page.getByRole('region', { name: '最近 90 天的数据' }).getByRole('row').nth(5)).toBeVisible();
  });

  test('the code on paper stands alone, leads to this page and says whom it is for', async ({ page }) => {
    const { equipment_no: no, equipment_name: name } = await busyElevator();
    await signIn(page, 'platformAdmin', `/detail/equipment?equipmentNo=${no}`);
    await page.getByRole('button', { name: '打印二维码' }).click();
    const plate = page.getByRole('region', { name: '机房铭牌' });
    await expect(plate).toContainText('维保人员扫码；被困请按报警按钮');
    await expect(plate).toContainText(name);
    await page.emulateMedia({ media: 'print' });
    await expect(plate).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
    await expect(page.getByRole('button', { name: '打印', exact: true })).toBeHidden();
    const box = await plate.boundingBox();
    // 180 mm wide at 96 px an inch.
    expect(Math.round(box?.width ?? 0)).toBeCloseTo(680, -1);
  });

  test("somebody else's unit is refused in words, and an unknown number is unknown", async ({ page }) => {
    await signIn(page, 'customerLite');
    const [foreign] = await query<Unit>(
      `SELECT equipment_no, equipment_name FROM equipment e WHERE deleted_at IS NULL AND NOT EXISTS (
         SELECT 1 FROM project_equipment p JOIN user_mapping m ON m.mapping_id = p.project_id AND m.type = 1
          WHERE p.equipment_no = e.equipment_no) LIMIT 1`,
    );
    await page.goto(`/detail/equipment?equipmentNo=${foreign?.equipment_no}`);
    await expect(page.getByText('您没有权限查看该设备')).toBeVisible();
    await page.goto('/detail/equipment?equipmentNo=NOBODY-1');
    await expect(page.locator('[data-problem="notFound"]')).toBeVisible();
    await page.goto('/detail/equipment');
    await expect(page.locator('[data-problem="missing"]')).toBeVisible();
  });
});
