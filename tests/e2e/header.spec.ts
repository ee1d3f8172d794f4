import { expect } from '@playwright/test';
import type { Browser, Locator, Page } from '@playwright/test';
import { isFull } from '../support/full';
import { serious, seriousInThemes } from './support/accessibility';
import { codeSentTo, otherThan } from './support/outbox';
import { account, signIn, signInAs } from './support/stack';
import { test } from './support/test';

/** The header: focus projects, profile, password, sessions, and the frame's own words. */

const total = async (page: Page) =>
  Number(
    /\d+/.exec(
      (await page
        .getByText(/^共 \d+ 条$/)
        .first()
        .textContent()) ?? '',
    )?.[0],
  );
/** What follows a click by itself, not by the next round of a list. */
const AT_ONCE_MS = 5000;
const openFocus = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: /^关注项目，/ }).click();
  return page.getByRole('dialog');
};
const openAccount = async (page: Page, entry: string): Promise<Locator> => {
  const item = page.getByRole('menuitem', { name: entry });
  // A click before the page is awake opens nothing; a person clicks again.
  await expect(async () => {
    if (!(await item.isVisible())) await page.getByRole('button', { name: /^账户菜单/ }).click({ timeout: 3000 });
    await expect(item).toBeVisible({ timeout: 3000 });
  }).toPass();
  await item.click();
  return page.getByRole('dialog', { name: entry });
};

test('[HEAD-014] changing the focus projects refreshes the list and the wall, and survives a reload', async ({
  page,
}) => {
  // States that come by themselves draw the list anew: without them only the change itself can.
  await page.route('**/sms/equipmentExtension/statusList', () => undefined);
  await signIn(page, 'customerElite', '/equipmentlist');
  await expect(page.getByText(/^共 \d+ 条$/).first()).toBeVisible();
  const all = await total(page);
  const dialog = await openFocus(page);
  await expect(dialog.getByText('请点击右上角选择项目按钮添加关注项目')).toBeVisible();
  await dialog.getByRole('button', { name: '选择项目' }).click();
  const first = dialog.getByRole('listitem').first();
  const units = Number(/(\d+) 台设备/.exec((await first.textContent()) ?? '')?.[1]);
  await first.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: '完成选择' }).click();
  const asked = page.waitForRequest(
    (request) => request.url().includes('/sms/equipment/query') && Boolean(request.headers().projectid),
    { timeout: AT_ONCE_MS },
  );
  await dialog.getByRole('button', { name: '确定' }).click();
  const narrowed = (await asked).headers().projectid ?? '';
  expect(narrowed).toMatch(/^\d+$/);
  await expect(page.getByText(`共 ${units} 条`).first()).toBeVisible();
  expect(units).toBeLessThan(all);
  await page.reload();
  await expect(page.getByText(`共 ${units} 条`).first()).toBeVisible();

  await page.goto('/campus');
  const clear = (await openFocus(page)).getByRole('button', { name: '取消关注，显示全部' });
  await expect(clear).toBeVisible();
  const again = page.waitForRequest((request) => request.url().includes('/sms/campusview/equipmentPage'), {
    timeout: AT_ONCE_MS,
  });
  await clear.click();
  expect((await again).headers().projectid).toBeUndefined();
  await page.goto('/equipmentlist');
  // Other tests may register units meanwhile.
  await expect.poll(() => total(page)).toBeGreaterThanOrEqual(all);
});

test('[HEAD-013] no unit outside the focus is ever in what the server draws first', async ({ page }) => {
  await signInAs(page, account('customerElite'));
  await page.goto('/equipmentlist');
  const numbers = (projectId: string) =>
    page.evaluate(async (focus) => {
      const headers = { 'Content-Type': 'application/json', 'X-Session': 'cookie', ...(focus && { projectId: focus }) };
      const answer = await fetch('/sms/equipment/query', {
        method: 'POST',
        headers,
        body: JSON.stringify({ pageIndex: 1, pageSize: 200 }),
      });
      return ((await answer.json()) as { data: { records: { equipmentNo: string }[] } }).data.records.map(
        ({ equipmentNo }) => equipmentNo,
      );
    }, projectId);
  const drawn = async (path: string, of: string[]) => {
    const html = await (await page.request.get(path)).text();
    return of.filter((equipmentNo) => html.includes(equipmentNo));
  };
  const everything = await numbers('');
  expect(await drawn('/equipmentlist', everything)).not.toEqual([]);

  const dialog = await openFocus(page);
  await dialog.getByRole('button', { name: '选择项目' }).click();
  await dialog.getByRole('listitem').first().getByRole('checkbox').check();
  await dialog.getByRole('button', { name: '完成选择' }).click();
  const asked = page.waitForRequest(
    (request) => request.url().includes('/sms/equipment/query') && Boolean(request.headers().projectid),
  );
  await dialog.getByRole('button', { name: '确定' }).click();
  const focused = await numbers((await asked).headers().projectid ?? '');
  // Units in trouble are shown whatever the focus (readings 135): nobody loses sight of them.
  const troubled = await page.evaluate(async () => {
    const answer = await fetch('/sms/home/buildings', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Session': 'cookie' },
      body: JSON.stringify({ pageIndex: 1, pageSize: 50 }),
    });
    const { data } = (await answer.json()) as {
      data: { buildings: { records: { troubles: { equipmentNo: string }[] }[] } };
    };
    return data.buildings.records.flatMap(({ troubles }) => troubles.map(({ equipmentNo }) => equipmentNo));
  });
  const everyone = (await numbers('')).filter((equipmentNo) => !troubled.includes(equipmentNo));
  const others = everyone.filter((equipmentNo) => !focused.includes(equipmentNo));
  expect(others).not.toEqual([]);
  for (const path of ['/equipmentlist', '/', '/campus']) {
    expect(await drawn(path, others)).toEqual([]);
    expect(await drawn(path, focused)).not.toEqual([]);
  }
  // A browser that has not told the server: it draws no rows at all, and the list is right all the same.
  await page.context().clearCookies({ name: /^focus/ });
  for (const path of ['/equipmentlist', '/', '/campus']) expect(await drawn(path, everyone)).toEqual([]);
  await page.reload();
  await expect(page.getByText(`共 ${focused.length} 条`).first()).toBeVisible();
  expect(await drawn('/equipmentlist', focused)).not.toEqual([]);
});

test('[HEAD-008] [HEAD-009] [HEAD-010] a new phone number is proven by the code sent to it; the wait survives a reload', async ({
  page,
}) => {
  await signIn(page, 'customerEssence');
  let dialog = await openAccount(page, '个人信息');
  const phone = dialog.getByRole('textbox', { name: /^手机号/ });
  const old = await phone.inputValue();
  const next = `199${String(Date.now()).slice(-8)}`;
  await expect(dialog.getByRole('textbox', { name: /^验证码/ })).toHaveCount(0);
  await phone.fill(next);
  await dialog.getByRole('button', { name: '获取验证码' }).click();
  await expect(dialog.getByRole('button', { name: /^\d+ 秒后重试$/ })).toBeDisabled();
  await page.reload();
  dialog = await openAccount(page, '个人信息');
  await dialog.getByRole('textbox', { name: /^手机号/ }).fill(next);
  await expect(dialog.getByRole('button', { name: /^\d+ 秒后重试$/ })).toBeDisabled();
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog.getByText('请输入验证码')).toBeVisible();
  const code = await codeSentTo(next);
  await dialog.getByRole('textbox', { name: /^验证码/ }).fill(otherThan(code));
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog.getByText('验证码错误或已失效')).toBeVisible();
  await dialog.getByRole('textbox', { name: /^验证码/ }).fill(code);
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toBeHidden();
  dialog = await openAccount(page, '个人信息');
  await expect(dialog.getByRole('textbox', { name: /^手机号/ })).toHaveValue(next);
  expect(next).not.toBe(old);
});

test('another session is seen in the profile and ended there', async ({
  page,
  browser,
}: {
  page: Page;
  browser: Browser;
}) => {
  const elsewhere = await (
    await browser.newContext({
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18 Safari/605',
    })
  ).newPage();
  await signInAs(elsewhere, account('branchDispatcher'));
  await signInAs(page, account('branchDispatcher'));
  const part = (await openAccount(page, '个人信息')).getByRole('region', { name: '登录设备' });
  await expect(part.getByText('当前设备')).toHaveCount(1);
  await part
    .getByRole('button', { name: /^退出 Safari · iOS/ })
    .first()
    .click();
  await expect(part.getByRole('button', { name: /^退出 Safari · iOS/ })).toHaveCount(0);
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/login/, { timeout: 20_000 });
});

test('[NAV-006] [NAV-007] the footer shows copyright and record number; the frame is made for 1920', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await signIn(page, 'customerElite');
  await expect(page.getByRole('contentinfo')).toContainText(/© \d{4} .+版权所有/);
  await expect(page.getByRole('contentinfo')).toContainText(/ICP备\d+号/);
  await page.goto('/campus');
  await expect(page.getByRole('main')).toBeVisible();
  const [main, side] = await Promise.all([
    page.getByRole('main').boundingBox(),
    page.getByRole('complementary').first().boundingBox(),
  ]);
  expect((main?.width ?? 0) + (side?.width ?? 0)).toBeGreaterThan(1900);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(
    0,
  );
});

test('[NAV-011] the wall opens without its permission and says so itself', async ({ page }) => {
  await signIn(page, 'customerLite', '/campus');
  await expect(page).toHaveURL(/\/campus$/);
  await expect(page.getByText(/权限/).first()).toBeVisible();
});

test("the header's dialogs have no serious accessibility finding, nor a sideways scroll", async ({ page }) => {
  test.setTimeout(180_000);
  await signIn(page, 'customerElite', '/equipmentlist');
  /** The same dialog on a phone and in a wide window; the colours of a theme are the same in both. */
  const judge = async () => {
    const windows = [
      [390, 844, serious],
      [1440, 900, seriousInThemes],
    ] as const;
    // On a phone there is least room; in a full run in a wide window too.
    for (const [width, height, findings] of windows.slice(0, isFull ? 2 : 1)) {
      await page.setViewportSize({ width, height });
      expect([width, await findings(page, '[role="dialog"]')]).toEqual([width, []]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      ).toBe(0);
    }
  };
  const focus = await openFocus(page);
  await focus.getByRole('button', { name: '选择项目' }).click();
  await focus.getByRole('checkbox').first().check();
  await judge();
  await focus.getByRole('button', { name: '完成选择' }).click();
  await judge();
  await focus.getByRole('button', { name: '取消' }).click();
  await page.getByRole('button', { name: '放弃修改' }).click();
  for (const entry of ['个人信息', '修改密码']) {
    const dialog = await openAccount(page, entry);
    await expect(dialog.getByRole('button', { name: '保存' })).toBeVisible();
    await judge();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: /^账户菜单/ })).toBeFocused();
  }
});
