import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { serious, seriousInThemes } from './support/accessibility';
import { textSentTo } from './support/outbox';
import { person } from './support/people';
import { signIn } from './support/stack';
import { test } from './support/test';

/** The dispatch desk: one hand on a phone, and two people on one call-out. */

const PHONE = { width: 390, height: 844 };

/** A new call-out on the first unit that has none, reported by whoever is signed in. */
async function report(
  page: Page,
  jobDescription: string,
  persons: { personTrapped?: true; trappedCount?: number } = {},
): Promise<string> {
  return page.evaluate(
    async (what) => {
      const ask = async (method: string, path: string, body: object) => {
        const response = await fetch(`/sms/${path}`, {
          method,
          headers: {
            'content-type': 'application/json',
            'x-session': 'cookie',
          },
          body: JSON.stringify(body),
        });
        return (await response.json()) as {
          code: number;
          data: { callbackId?: string; records?: { equipmentNo: string }[] };
        };
      };
      const { data } = await ask('POST', 'equipment/query', { pageSize: 50 });
      for (const { equipmentNo } of data.records ?? []) {
        // Units that another test has made for itself (ledger-boxes.ts).
        if (equipmentNo.startsWith('LU')) continue;
        const made = await ask('PUT', 'callback', { equipmentNo, jobDescription: what.jobDescription });
        if (made.code !== 200 || !made.data.callbackId) continue;
        // With persons it would have joined another test's open call-out; a second call says it of this one.
        if (what.personTrapped) await ask('PUT', 'callback', { equipmentNo, ...what });
        return made.data.callbackId;
      }
      throw new Error('every unit has an open call-out');
    },
    { jobDescription, ...persons },
  );
}

const act = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const state = (page: Page, word: string) => expect(page.locator('header').getByText(word)).toBeVisible();

test('a dispatcher works through a call-out on a phone: list, call-out, assign, close', async ({ browser }) => {
  const page = await person(browser, 'branchDispatcher', { viewport: PHONE });
  const words = `大堂客梯不关门 ${Date.now()}`;
  const id = await report(page, words);

  await page.goto('/callbacklist?fromCampus=1');
  // The first five states, and nothing else, are asked for.
  await expect(page).toHaveURL(/jobStatus=INIT(,|%2C)REQU(,|%2C)PAGE(,|%2C)DISP(,|%2C)SITE/);
  const link = page.getByRole('link', { name: id });
  await expect(link).toBeVisible();
  const [detail] = await Promise.all([page.waitForEvent('popup'), link.click()]);
  await state(detail, '召修通知');
  expect(await serious(detail)).toEqual([]);

  await act(detail, '派工');
  const assign = detail.getByRole('dialog', { name: '派技术员' });
  await assign
    .getByRole('region', { name: '可选技术员，空闲的在前' })
    .getByRole('listitem')
    .first()
    .getByRole('button')
    .click();
  await assign.getByRole('button', { name: '派工', exact: true }).click();
  await state(detail, '已派技术员');
  for (const [action, title, word] of [
    ['出发', '技术员出发', '技术员出发'],
    ['到场', '技术员到场', '技术员到场'],
  ] as const) {
    await act(detail, action);
    await detail.getByRole('dialog', { name: title }).getByRole('button', { name: action }).click();
    await state(detail, word);
  }

  await act(detail, '关闭召修');
  const close = detail.getByRole('dialog', { name: '关闭召修' });
  await close.getByRole('button', { name: '关闭召修' }).click();
  await expect(close.getByText('请选择关闭原因')).toBeVisible();
  await close.getByRole('combobox', { name: /^关闭原因/ }).click();
  await detail.getByRole('option', { name: '设备问题' }).click();
  await close.getByRole('combobox', { name: /^设备问题部位/ }).click();
  await detail.getByRole('option', { name: '门系统' }).click();
  await close.getByRole('textbox', { name: /^处理情况/ }).fill('清理地坎，试运行正常');
  await close.getByRole('combobox', { name: /^设备是否恢复运行/ }).click();
  await detail.getByRole('option', { name: '已恢复运行' }).click();
  await close.getByRole('button', { name: '关闭召修' }).click();
  await state(detail, '召修关闭');
  await expect(detail.getByRole('region', { name: '处理结果' }).getByText('清理地坎，试运行正常')).toBeVisible();
  // Nothing is wider than the phone.
  expect(await detail.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);

  await page.goto(`/callbacklist?key=${id}`);
  await expect(page.getByText('召修关闭').first()).toBeVisible();
});

test('of two dispatchers on one call-out the later one hears it and sees the new state without a reload', async ({
  browser,
}) => {
  const [first, second] = await Promise.all([person(browser, 'branchDispatcher'), person(browser, 'branchManager')]);
  const id = await report(first, `轿厢异响 ${Date.now()}`);
  for (const page of [first, second]) {
    await page.goto(`/detail/callback?callbackId=${id}`);
    await state(page, '召修通知');
  }
  // A page that is loaded anew would not have it.
  await second.evaluate(() => document.body.setAttribute('data-kept', 'yes'));
  await act(second, '取消召修');
  const cancel = second.getByRole('dialog', { name: '取消召修' });
  await cancel.getByRole('textbox', { name: /^原因/ }).fill('客户自行恢复');

  await act(first, '派工');
  const assign = first.getByRole('dialog', { name: '派技术员' });
  await assign.getByRole('textbox', { name: /^技术员姓名/ }).fill('周师傅');
  await assign.getByRole('textbox', { name: /^技术员电话/ }).fill('13900000099');
  await assign.getByRole('button', { name: '派工', exact: true }).click();
  await state(first, '已派技术员');

  await cancel.getByRole('button', { name: '取消召修' }).click();
  await expect(second.getByText('状态已变更，请刷新')).toBeVisible();
  // Sooner than the page would have asked by itself.
  await expect(second.locator('header').getByText('已派技术员')).toBeVisible({
    timeout: 5000,
  });
  await expect(second.getByText('周师傅').first()).toBeVisible();
  await expect(second.locator('body')).toHaveAttribute('data-kept', 'yes');
});

test('the technician who is sent accepts, drives, arrives, frees and closes by the link of the text message, without an account', async ({
  browser,
}) => {
  const desk = await person(browser, 'branchDispatcher');
  const id = await report(desk, `轿厢停在层间 ${Date.now()}`, {
    personTrapped: true,
    trappedCount: 2,
  });
  await desk.goto(`/detail/callback?callbackId=${id}`);
  const phone = `139${String(Date.now()).slice(-8)}`;
  await act(desk, '派工');
  const assign = desk.getByRole('dialog', { name: '派技术员' });
  await assign.getByRole('textbox', { name: /^技术员姓名/ }).fill('于志强');
  await assign.getByRole('textbox', { name: /^技术员电话/ }).fill(phone);
  await assign.getByRole('button', { name: '派工', exact: true }).click();
  await state(desk, '已派技术员');
  await expect.poll(() => textSentTo(phone)).toContain('有人被困');
  const link = /https?:\/\/\S+\/(assignment\?k=[\w-]+)/.exec(await textSentTo(phone))?.[1] ?? '';

  const hand = await (await browser.newContext({ viewport: PHONE })).newPage();
  await hand.goto(`/${link}`);
  await expect(hand.getByRole('region', { name: '困人 2 人' })).toBeVisible();
  await expect(hand.getByRole('list', { name: '处理进度' }).locator('[aria-current]')).toContainText('派工');
  await expect(hand.getByRole('timer').first()).toBeVisible();
  expect(await seriousInThemes(hand)).toEqual([]);
  expect(await hand.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  for (const [step, next] of [
    ['接单', '我已出发'],
    ['我已出发', '我已到场'],
    ['我已到场', '人员已解困'],
    ['人员已解困', '完成召修'],
  ] as const) {
    await act(hand, step);
    await expect(hand.getByRole('button', { name: next, exact: true })).toBeVisible();
  }
  await expect(hand.getByRole('region', { name: '已解困' })).toBeVisible();
  await act(hand, '完成召修');
  const close = hand.getByRole('form', { name: '完成召修' });
  await close.getByRole('combobox', { name: /^关闭原因/ }).click();
  await hand.getByRole('option', { name: '设备问题' }).click();
  await close.getByRole('combobox', { name: /^设备问题部位/ }).click();
  await hand.getByRole('option', { name: '门系统' }).click();
  await close.getByRole('textbox', { name: /^处理情况/ }).fill('更换门锁触点');
  await close.getByRole('combobox', { name: /^设备是否恢复运行/ }).click();
  await hand.getByRole('option', { name: '已恢复运行' }).click();
  await close.getByRole('button', { name: '完成召修' }).click();
  await expect(hand.getByText('召修已完成，谢谢。')).toBeVisible();
  await hand.reload();
  await expect(hand.getByText('本链接已失效')).toBeVisible();
  await desk.reload();
  await state(desk, '召修关闭');
});

test('what is not there, or not one’s own, says so', async ({ page }) => {
  await signIn(page, 'branchDispatcher', '/detail/callback');
  await expect(page.getByText('未指定要查看的内容')).toBeVisible();
  await page.goto('/detail/callback?callbackId=C-0');
  await expect(page.getByText('数据不存在')).toBeVisible();
});
