import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { few } from '../support/full';
import { PNG } from '../support/sample-files';
import { HIT, OWN_PICTURE, XSS_PAYLOADS } from '../support/xss-payloads';
import { openedBy } from './support/awake';
import { account, signIn, signInAs } from './support/stack';
import { test } from './support/test';

/** Announcements from the editor to the reader (silent-screens C, readings 104). */

interface Answer<T> {
  readonly code: number;
  readonly data: T;
}
/** A call as the page makes it. */
const call = <T>(page: Page, method: string, path: string, body?: object): Promise<Answer<T>> =>
  page.evaluate(
    async ([verb, target, content]) => {
      const response = await fetch(`/sms/${target}`, {
        method: verb,
        headers: { 'Content-Type': 'application/json', 'X-Session': 'cookie' },
        ...(content === null ? {} : { body: content }),
      });
      return (await response.json()) as never;
    },
    [method, path, body ? JSON.stringify(body) : null] as const,
  );
/** @returns the address of a picture that was sent in for an announcement */
const upload = (page: Page): Promise<string> =>
  page.evaluate(
    async (bytes) => {
      const form = new FormData();
      form.append('file', new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' }));
      const response = await fetch('/sms/file/upload/sms/announcement', {
        method: 'POST',
        headers: { 'X-Session': 'cookie' },
        body: form,
      });
      return `/sms/file/view/${((await response.json()) as Answer<{ path: string }>).data.path}`;
    },
    [...PNG],
  );
const save = async (page: Page, form: object): Promise<string> => {
  const { code, data } = await call<{ id: string }>(page, 'POST', 'announcement/saveOrUpdate', {
    title: '公告',
    message: '<p>x</p>',
    receivingMethod: 1,
    audience: { kind: 'userType', values: ['0'] },
    ...form,
  });
  expect(code).toBe(200);
  return data.id;
};
const inMinutes = (minutes: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' })
    .format(Date.now() + minutes * 60_000)
    .replace(' ', 'T');

test('[ANN-001] [ANN-003] an announcement is written, planned, published, heard, read, and its editor sees by whom', async ({
  browser,
}) => {
  const title = `电梯年检提醒 ${Date.now()}`;
  const office = await (await browser.newContext()).newPage();
  await signIn(office, 'platformAdmin');
  await office.goto('/announcement?tab=manage');
  await office.getByRole('button', { name: '新建公告' }).click();
  const dialog = office.getByRole('dialog', { name: '新建公告' });
  await dialog.getByRole('textbox', { name: /^标题/ }).fill(title);
  const editor = dialog.getByRole('textbox', { name: /^内容/ });
  await editor.click();
  const bold = dialog.getByRole('button', { name: '加粗' });
  await office.keyboard.type('请提前');
  await bold.click();
  await expect(bold).toHaveAttribute('aria-pressed', 'true');
  await office.keyboard.type('30天');
  await expect(editor).toHaveText('请提前30天');
  await bold.click();
  await expect(bold).toHaveAttribute('aria-pressed', 'false');
  await office.keyboard.type('预约');
  await expect(editor).toHaveText('请提前30天预约');
  await dialog.getByRole('button', { name: '插入表格' }).click();
  await office.keyboard.type('设备');
  await dialog.getByRole('combobox', { name: /^接收对象/ }).click();
  await office.getByRole('option', { name: '按用户类型' }).click();
  await dialog.getByRole('combobox', { name: /^用户类型/ }).click();
  await office.getByRole('option', { name: '项目用户' }).click();
  await office.keyboard.press('Escape');
  await dialog.getByRole('button', { name: '保存并发布…' }).click();

  const plan = office.getByRole('dialog', { name: '发布公告' });
  await plan.getByRole('combobox', { name: /^发布时间/ }).click();
  await office.getByRole('option', { name: '定时发布' }).click();
  await plan.getByLabel(/^计划发布时间/).fill(inMinutes(2));
  await plan.getByRole('button', { name: '发布', exact: true }).click();
  await expect(plan.getByText('发布时间须晚于当前时间5分钟')).toBeVisible();
  await plan.getByLabel(/^计划发布时间/).fill(inMinutes(30));
  await plan.getByRole('button', { name: '发布', exact: true }).click();
  const row = office.getByRole('row').filter({ hasText: title });
  await expect(row.getByText('待发布')).toBeVisible();

  // The reader looks at the list when it is published.
  const reader = await (await browser.newContext()).newPage();
  await signIn(reader, 'customerElite');
  await reader.goto('/announcement');
  await expect(reader.getByRole('heading', { name: '公告中心' })).toBeVisible();
  await expect(reader.getByText(title)).toHaveCount(0);
  await row.getByRole('button', { name: `发布：${title}` }).click();
  await plan.getByRole('combobox', { name: /^发布时间/ }).click();
  await office.getByRole('option', { name: '立即发布' }).click();
  await plan.getByRole('button', { name: '发布', exact: true }).click();
  await expect(reader.getByText(`新公告：${title}`)).toBeVisible();
  const line = reader.getByRole('row').filter({ hasText: title });
  await expect(line.getByText('未读')).toBeVisible();
  const opened = await openedBy(reader.context(), () => line.getByRole('link', { name: `查看：${title}` }).click());
  await expect(opened.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const text = opened.getByTestId('announcement-text');
  await expect(text.locator('strong')).toHaveText('30天');
  await expect(text.getByRole('table')).toContainText('设备');
  await opened.close();
  await reader.reload();
  await expect(line.getByText('已读')).toBeVisible();

  await office.reload();
  await row.getByRole('button', { name: `阅读明细：${title}` }).click();
  const readers = office.getByRole('dialog', { name: `阅读明细：${title}` });
  await expect(readers.getByRole('cell', { name: account('customerElite').username, exact: true })).toBeVisible();
  await readers.getByRole('button', { name: '关闭' }).click();
  const { data } = await call<{ records: { id: string }[] }>(office, 'POST', 'announcement/query', { key: title });
  expect((await call(office, 'POST', 'announcement/withdraw', { id: data.records[0]?.id })).code).toBe(200);
  await reader.goto(`/announcement?id=${data.records[0]?.id}`);
  await expect(reader.getByText('公告不存在或已撤回')).toBeVisible();
});

test('what has to be read opens once after the sign-in', async ({ browser }) => {
  const title = `必读 ${Date.now()}`;
  const office = await (await browser.newContext()).newPage();
  await signIn(office, 'platformAdmin');
  const id = await save(office, {
    title,
    mustRead: true,
    message: '<p>请确认联系人</p>',
    audience: { kind: 'userType', values: ['1'] },
  });
  expect((await call(office, 'POST', 'announcement/publish', { id })).code).toBe(200);
  try {
    const reader = await (await browser.newContext()).newPage();
    await signInAs(reader, account('customerEssence'));
    const dialog = reader.getByRole('dialog', { name: title });
    await expect(dialog.getByText('请确认联系人')).toBeVisible();
    await dialog.getByRole('button', { name: '关闭' }).click();
    const again = await (await browser.newContext()).newPage();
    await signInAs(again, account('customerEssence'));
    const asked = again.waitForResponse((response) => response.url().endsWith('/notification/webAnnouncementSearch'));
    await again.goto('/announcement');
    await asked;
    await expect(again.getByRole('row').filter({ hasText: title }).getByText('已读')).toBeVisible();
    await expect(again.getByRole('dialog')).toHaveCount(0);
  } finally {
    await call(office, 'POST', 'announcement/withdraw', { id });
  }
});

test.describe('what was stored to run in a reader’s browser', () => {
  /** What ran, what was asked for outside, and what the page's policy had to stop: all of them are failures of the cleaning. */
  async function watch(page: Page) {
    const found: string[] = [];
    await page.addInitScript((name) => {
      const faults: string[] = [];
      Object.assign(window, { faults });
      Object.defineProperty(window, name, { set: () => faults.push('ran') });
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        faults.push(`policy ${violatedDirective} ${blockedURI}`),
      );
    }, HIT);
    page.on('dialog', (dialog) => {
      found.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol.startsWith('http') && url.origin !== new URL(page.url()).origin && page.url() !== 'about:blank')
        found.push(`asked ${request.url()}`);
    });
    return async () => [...found, ...(await page.evaluate(() => (window as unknown as { faults: string[] }).faults))];
  }

  // All of them take four minutes; each is cleaned in `clean.test.ts` anyhow.
  const chosen = few(XSS_PAYLOADS, 60, 'in a browser');
  test(`is harmless: ${chosen.length} payloads, nothing runs and nothing is asked for outside`, async ({ page }) => {
    test.setTimeout(600_000);
    await signIn(page, 'platformAdmin');
    const faultsOf = await watch(page);
    let shown = 0;
    /** One that swallows what stands behind it is shown alone, so that each has its page. */
    const show = async (payloads: readonly string[]): Promise<void> => {
      const id = await save(page, { title: 'XSS', message: `<p>start</p>${payloads.join('<p>next</p>')}` });
      await page.goto(`/announcement?id=${id}`);
      const text = page.getByTestId('announcement-text');
      await expect(text).toContainText('start');
      const links = await text
        .locator('a[href]')
        .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).protocol));
      expect(links.filter((protocol) => !['http:', 'https:', 'mailto:'].includes(protocol))).toEqual([]);
      // Whoever moves over it and through it with the keyboard starts nothing either.
      await text.hover();
      const marks = await text.evaluate((root) => {
        for (const element of root.querySelectorAll<HTMLElement>('*')) {
          element.focus();
          for (const type of ['pointerenter', 'mouseover', 'focus', 'toggle', 'animationstart'])
            element.dispatchEvent(new Event(type, { bubbles: true }));
        }
        return (root.textContent ?? '').split('next').length - 1;
      });
      expect([payloads, await faultsOf()]).toEqual([payloads, []]);
      await call(page, 'DELETE', `announcement/${id}`);
      if (marks === payloads.length - 1) shown += payloads.length;
      else for (const payload of payloads) await show([payload]);
    };
    // A picture that nobody sent in is refused before anything is stored.
    const picture = await upload(page);
    const payloads = chosen.map((payload) => payload.replaceAll(OWN_PICTURE, picture));
    const AT_ONCE = 12;
    for (let index = 0; index < payloads.length; index += AT_ONCE) await show(payloads.slice(index, index + AT_ONCE));
    expect(shown).toBe(payloads.length);
    // The same text that nobody cleaned is noticed.
    await page.evaluate((html) => {
      document.body.insertAdjacentHTML('beforeend', html);
    }, '<img src="http://outside.invalid/x.png"><img src="/x" onerror="window.__hit=1">');
    await expect.poll(async () => (await faultsOf()).length).toBeGreaterThan(0);
  });
});
