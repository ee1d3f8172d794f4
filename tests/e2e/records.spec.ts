import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import type { Download, Page } from '@playwright/test';
import { query } from './support/ledger-boxes';
import { account, signIn } from './support/stack';
import { test } from './support/test';

/** The administration screens: what a customer sends reaches head office, and what is changed can be found. */

const openFeedback = async (page: Page) => {
  await page.getByRole('button', { name: /^账户菜单/ }).click();
  await page.getByRole('menuitem', { name: '意见反馈' }).click();
  return page.getByRole('dialog', { name: '意见反馈' });
};

test('[MISC-011] a feedback is sent from the header, answered by head office, and the answer is read by its author', async ({
  browser,
}) => {
  const words = `大堂2号梯开门时有异响 ${Date.now()}`;
  const customer = await (await browser.newContext()).newPage();
  await signIn(customer, 'customerElite');
  const dialog = await openFeedback(customer);
  await dialog.getByRole('combobox', { name: /^反馈类型/ }).click();
  await customer.getByRole('option', { name: '问题反馈' }).click();
  await dialog.getByRole('textbox', { name: /^反馈内容/ }).fill(words);
  await dialog.getByRole('button', { name: '提交' }).click();
  await expect(dialog.getByRole('button', { name: `查看反馈：${words}` })).toBeVisible();

  const office = await (await browser.newContext()).newPage();
  await signIn(office, 'platformAdmin', `/userFeedbackList?key=${encodeURIComponent(words)}`);
  await office.getByRole('button', { name: `回复：${words}` }).click();
  const reply = office.getByRole('dialog', { name: '回复反馈' });
  await reply.getByRole('textbox', { name: /^回复内容/ }).fill('已安排技师检查门机');
  await reply.getByRole('button', { name: '回复' }).click();
  await expect(office.getByRole('gridcell', { name: '已回复' })).toBeVisible();

  await customer.reload();
  const again = await openFeedback(customer);
  await again.getByRole('tab', { name: '我的反馈' }).click();
  await again.getByRole('button', { name: `查看反馈：${words}` }).click();
  await expect(again.getByText('已安排技师检查门机')).toBeVisible();
});

test('a job that was given up is seen by the administrator, who finds it from the audit log and repeats it', async ({
  page,
}) => {
  // No moment is in it, so that the gateway's worker gives it up at its first try.
  const attemptsOf = async (id: string) =>
    (
      await query<{ tries: string }>(`SELECT updated_at::text AS tries FROM graphile_worker.jobs WHERE id = $1`, [id])
    )[0];
  const [job] = await query<{ id: string }>(
    `SELECT (graphile_worker.add_job('feedback', payload => '{}'::json, max_attempts => 1)).id::text AS id`,
  );
  const id = job?.id ?? '';
  try {
    await signIn(page, 'platformAdmin', '/apiaccesslog');
    await page.getByRole('link', { name: '后台任务' }).click();
    await expect(page).toHaveURL(/\/jobList/);
    const repeat = page.getByRole('button', { name: '重新执行：关闭已回复的反馈' });
    await expect(async () => {
      await page.reload();
      await expect(repeat).toBeVisible({ timeout: 3000 });
    }).toPass({ timeout: 30_000 });
    await expect(page.getByRole('row', { name: /关闭已回复的反馈.*已放弃.*1 \/ 1/ })).toBeVisible();
    const before = await attemptsOf(id);
    await repeat.click();
    await page.getByRole('alertdialog', { name: '重新执行任务' }).getByRole('button', { name: '重新执行' }).click();
    await expect(page.getByText('操作成功')).toBeVisible();
    await expect.poll(() => attemptsOf(id)).not.toEqual(before);
  } finally {
    await query(`SELECT graphile_worker.complete_jobs(ARRAY[$1::bigint])`, [id]);
  }
});

const MEGABYTE = 1024 * 1024;
const dayOf = (at: number) => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(at);
interface Line {
  at: number;
  day: string;
  username: string;
  level: string;
  module: string;
  message: string;
  details: string;
  size: number;
}
const lineOf = (username: string, at: number, message: string, size = 200): Line => ({
  at,
  day: dayOf(at),
  username,
  level: 'info',
  module: 'socket',
  message,
  details: JSON.stringify({ note: 'x'.repeat(size - 160) }),
  size,
});

/** The page has made its log; whoever opens it before makes an empty one. */
const logBegun = (page: Page) =>
  expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).some(({ name }) => name === 'local-log')), {
      timeout: 20_000,
    })
    .toBe(true);
/** Puts lines into this browser's own log, as days of use would. */
const keepLines = (page: Page, lines: Line[]) =>
  page.evaluate(
    (kept) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('local-log');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction(['entries', 'totals'], 'readwrite');
          for (const line of kept) transaction.objectStore('entries').add(line);
          // As an earlier version left them: uncounted.
          transaction.objectStore('totals').clear();
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    lines,
  );
const keptLines = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<Line[]>((resolve, reject) => {
        const opening = indexedDB.open('local-log');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('entries').objectStore('entries').getAll();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result as Line[]);
          };
        };
      }),
  );
test('the log of this browser grows without its day being read again', async ({ page }) => {
  await page.addInitScript(() => {
    const read = IDBIndex.prototype.getAll;
    Object.assign(window, { daysRead: 0 });
    IDBIndex.prototype.getAll = function count(...asked) {
      (window as unknown as { daysRead: number }).daysRead += 1;
      return read.apply(this, asked);
    };
  });
  await signIn(page, 'platformAdmin');
  await logBegun(page);
  const lines = async () => (await keptLines(page)).length;
  await expect.poll(lines).toBeGreaterThan(0);
  const before = await lines();
  await page.goto('/projectList');
  await expect.poll(lines).toBeGreaterThan(before);
  expect(await page.evaluate(() => (window as unknown as { daysRead: number }).daysRead)).toBe(0);
});

const textOf = async (download: Download) => readFileSync(await download.path(), 'utf8');

test('[CONV-027] the log of this browser forgets what is older than 7 days and the oldest of a full day; it is exported and cleared', async ({
  page,
}) => {
  await signIn(page, 'platformAdmin');
  await logBegun(page);
  const { username } = account('platformAdmin');
  const now = Date.now();
  const daysAgo = (days: number) => now - days * 86_400_000;
  const today = Array.from({ length: 1400 }, (_, index) =>
    lineOf(username, now - 1400 + index, `line ${String(index).padStart(4, '0')}`, 4000),
  );
  await keepLines(page, [
    lineOf(username, daysAgo(7), 'eight days with today'),
    lineOf(username, daysAgo(6), 'seven days with today'),
    lineOf('somebody else', now, 'not yours'),
    lineOf('somebody else', daysAgo(9), 'not yours and old'),
    ...today,
  ]);

  await page.goto('/locallog');
  const mine = async () =>
    (await keptLines(page)).filter((line) => line.username === username && line.day === dayOf(now));
  await expect
    .poll(async () => (await mine()).reduce((sum, { size }) => sum + size, 0), { timeout: 20_000 })
    .toBeLessThanOrEqual(5 * MEGABYTE);
  const left = await keptLines(page);
  expect((await mine()).reduce((sum, { size }) => sum + size, 0)).toBeGreaterThan(4.9 * MEGABYTE);
  const messages = left.map(({ message }) => message);
  expect(messages).toEqual(expect.arrayContaining(['line 1399', 'seven days with today', 'not yours']));
  for (const gone of ['line 0000', 'eight days with today', 'not yours and old']) expect(messages).not.toContain(gone);

  await page.reload();
  await expect(page.getByText('5.0 / 5 MB')).toBeVisible();
  const filter = async (words: string) => {
    await page.getByRole('textbox', { name: '关键字' }).fill(words);
    await page.getByRole('button', { name: '查询' }).click();
  };
  await filter('not yours');
  await expect(page.getByText('暂无本地日志')).toBeVisible();
  await filter('line 1399');
  await expect(page.getByText('line 1399')).toHaveCount(1);

  const stamp = (at: number) => dayOf(at).replaceAll('-', '');
  const ofDay = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出当日' }).click();
  const dayFile = await ofDay;
  expect(dayFile.suggestedFilename()).toBe(`locallog-${stamp(now)}.txt`);
  const words = await textOf(dayFile);
  expect(words.indexOf('line 1398')).toBeLessThan(words.indexOf('line 1399'));
  expect(words).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} INFO socket line 1399 \{"note":"x+"\}$/m);
  for (const other of ['line 0000', 'seven days', 'not yours']) expect(words).not.toContain(other);
  const ofAll = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出全部' }).click();
  const allFile = await ofAll;
  expect(allFile.suggestedFilename()).toBe(`locallog-${stamp(daysAgo(6))}-${stamp(now)}.txt`);
  const everything = await textOf(allFile);
  expect(everything.indexOf('seven days with today')).toBeGreaterThan(-1);
  expect(everything.indexOf('seven days with today')).toBeLessThan(everything.indexOf('line 1399'));
  expect(everything).not.toContain('not yours');

  await page.getByRole('button', { name: '清除当日' }).click();
  const question = page.getByRole('alertdialog', { name: '清除当日日志' });
  await expect(question).toContainText(dayOf(now));
  await question.getByRole('button', { name: '清空' }).click();
  await expect(page.getByText('暂无本地日志')).toBeVisible();
  const rest = (await keptLines(page)).map(({ message }) => message);
  expect(rest).toEqual(expect.arrayContaining(['seven days with today', 'not yours']));
  expect(rest).not.toContain('line 1399');
});

for (const language of ['zh-CN', 'en']) {
  test(`the SMS log shows all its columns at 1920 without scrolling sideways: ${language}`, async ({
    page,
    context,
    baseURL,
  }) => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await signIn(page, 'platformAdmin');
    await context.addCookies([{ name: 'language', value: language, url: baseURL ?? '' }]);
    await page.goto('/smsLogList');
    const grid = page.getByRole('grid');
    // Thirteen of the message, and the one that chooses rows.
    await expect(grid.getByRole('columnheader')).toHaveCount(14);
    const hidden = await grid.evaluate((element) => {
      const heads = [...element.querySelectorAll('[role="columnheader"]')];
      const right = Math.max(...heads.map((head) => head.getBoundingClientRect().right));
      const page = document.documentElement;
      return Math.max(right - element.getBoundingClientRect().right, page.scrollWidth - page.clientWidth);
    });
    expect(hidden).toBeLessThanOrEqual(1);
    const cut = await grid.evaluate((element) =>
      [...element.querySelectorAll<HTMLElement>('.MuiDataGrid-columnHeaderTitle')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    );
    expect(cut).toEqual([]);
  });
}
