import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { Download, Page } from '@playwright/test';
import { account, signInAs } from './support/stack';
import { test } from './support/test';

/** A demo camera is watched, kept and spoken to; Chromium's own test tone is the microphone. */

interface Camera {
  readonly cameraId: string;
  readonly equipmentNo: string;
  readonly equipmentName: string;
}

const ask = (page: Page, path: string, body: object) =>
  page.evaluate(
    async ([to, text]) => {
      const response = await fetch(`/sms/${to}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-session': 'cookie' },
        body: text,
      });
      return (await response.json()) as { code: number; message: string; data: unknown };
    },
    [path, JSON.stringify(body)] as const,
  );

/** An enabled demo camera of an elevator in the signed-in person's scope. */
async function demoCamera(page: Page): Promise<Camera> {
  const { data } = await ask(page, 'camera/query', { pageIndex: 1, pageSize: 200, status: '02' });
  const { records } = data as { records: (Camera & { source: string; enabled: boolean })[] };
  for (const row of records.filter(({ source, enabled }) => source === 'demo' && enabled)) {
    const unit = await page.evaluate(async (no) => {
      const response = await fetch(`/sms/equipment/${no}`, { headers: { 'x-session': 'cookie' } });
      return (await response.json()) as { data: { displayType: string } | null };
    }, row.equipmentNo);
    if (unit.data?.displayType === 'EV') return row;
  }
  throw new Error('no demo camera that plays');
}

const framesOf = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames);

async function expectFrames(page: Page, count: number) {
  await expect(page.getByTestId('video-picture')).toHaveAttribute('data-view', 'playing', { timeout: 30_000 });
  const before = await framesOf(page);
  await expect.poll(async () => (await framesOf(page)) - before, { timeout: 60_000 }).toBeGreaterThan(count);
}

async function bytesOf(download: Download): Promise<Buffer> {
  return readFile(await download.path());
}

test.use({ permissions: ['microphone'] });

test('[VIDEO-010] [VIDEO-008] a camera opens, moves, is kept in pictures and files, is spoken to by one at a time, and is released', async ({
  page,
  context,
}) => {
  test.setTimeout(240_000);
  await context.grantPermissions(['microphone']);
  await signInAs(page, account('platformAdmin'));
  const camera = await demoCamera(page);

  await page.goto(`/cameralist?key=${camera.equipmentNo}`);
  await page
    .getByRole('button', { name: new RegExp(`^试播：${camera.equipmentNo} `) })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: new RegExp(camera.equipmentName) });
  await expect(dialog).toBeVisible();
  await expectFrames(page, 20);
  await expect(dialog.getByText('直播', { exact: true }).first()).toBeVisible();

  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '截图' }).click(),
  ]);
  expect(picture.suggestedFilename()).toMatch(new RegExp(`^${camera.equipmentNo}-\\d{14}\\.png$`));
  const png = await bytesOf(picture);
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
  expect(png.length).toBeGreaterThan(2000);

  await dialog.getByRole('button', { name: '录像', exact: true }).click();
  await expectFrames(page, 30);
  const [clip] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '停止录像' }).click(),
  ]);
  const webm = await bytesOf(clip);
  expect(clip.suggestedFilename()).toMatch(/\.webm$/);
  expect(webm.subarray(0, 4).toString('hex')).toBe('1a45dfa3');
  expect(webm.length).toBeGreaterThan(5000);
  // Its length stands in its head.
  expect(webm.subarray(0, 400).includes(Buffer.from([0x44, 0x89, 0x88]))).toBe(true);

  await dialog.getByRole('button', { name: '对讲' }).click();
  await expect(dialog.getByText('对讲中')).toBeVisible({ timeout: 30_000 });
  await expect
    .poll(async () => Number(await dialog.getByRole('meter').getAttribute('aria-valuenow')), { timeout: 30_000 })
    .toBeGreaterThan(0);
  const second = await ask(page, 'video/start', {
    equipmentNo: camera.equipmentNo,
    cameraId: camera.cameraId,
    clientId: 'second-talker',
    businessType: 'talk',
  });
  expect([second.code, second.message]).toEqual([409, '对讲已被占用']);
  await dialog
    .getByRole('button', { name: '打开声音' })
    .or(dialog.getByRole('button', { name: '关闭声音' }))
    .click();
  await expect(page.getByText('对讲时不能操作声音')).toBeVisible();
  await dialog.getByRole('button', { name: '结束对讲' }).click();
  await expect(dialog.getByRole('button', { name: '对讲', exact: true })).toBeVisible();

  const [closed] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/sms/video/close')),
    page.keyboard.press('Escape'),
  ]);
  expect(closed.status()).toBe(200);
  await expect(dialog).toBeHidden();

  await page.goto(`/monitor/elevator?equipmentNo=${camera.equipmentNo}`);
  await page.locator('header').getByRole('button', { name: '实时视频' }).click();
  await expectFrames(page, 10);
  await page.setViewportSize({ width: 390, height: 844 });
  const wide = await page.getByRole('dialog').evaluate((paper) => paper.scrollWidth - paper.clientWidth);
  expect(wide).toBeLessThanOrEqual(0);
});
