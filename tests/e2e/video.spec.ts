import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { seriousInThemes } from './support/accessibility';
import { dataDir } from './support/data-dir';
import { account, signInAs } from './support/stack';
import { test } from './support/test';
import { loudest, toneFile } from './support/tone';
import { ask, expectFrames, saved } from './support/video';

/** A demo camera is watched, kept and spoken to; the microphone says a tone of ours. */

interface Camera {
  readonly cameraId: string;
  readonly equipmentNo: string;
  readonly equipmentName: string;
}

/** An enabled demo camera of an elevator in the signed-in person's scope. */
async function demoCamera(page: Page): Promise<Camera> {
  const { data } = await ask<{ records: (Camera & { source: string; enabled: boolean })[] }>(page, 'camera/query', {
    ...{ pageIndex: 1, pageSize: 200, status: '02' },
  });
  for (const row of data.records.filter(({ source, enabled }) => source === 'demo' && enabled)) {
    const unit = await page.evaluate(async (no) => {
      const response = await fetch(`/sms/equipment/${no}`, { headers: { 'x-session': 'cookie' } });
      return (await response.json()) as { data: { displayType: string } | null };
    }, row.equipmentNo);
    if (unit.data?.displayType === 'EV') return row;
  }
  throw new Error('no demo camera that plays');
}

const TONE_HZ = 440;

test.use({
  permissions: ['microphone'],
  launchOptions: async ({ launchOptions }, use) => {
    const { args = [], ...rest } = launchOptions;
    await use({ ...rest, args: [...args, `--use-file-for-fake-audio-capture=${toneFile(TONE_HZ)}`] });
  },
});

test('[VIDEO-010] [VIDEO-008] a camera opens, moves, is kept in pictures and files, is spoken to by one at a time, and is released', async ({
  page,
  context,
}) => {
  test.setTimeout(240_000);
  await context.grantPermissions(['microphone']);
  await signInAs(page, account('platformAdmin'));
  const camera = await demoCamera(page);

  await page.goto(`/cameralist?key=${camera.equipmentNo}`);
  const play = page.getByRole('button', { name: new RegExp(`^试播：${camera.equipmentNo} `) }).first();
  await expect(play).toBeVisible();
  expect(await seriousInThemes(page)).toEqual([]);
  await play.click();
  const dialog = page.getByRole('dialog', { name: new RegExp(camera.equipmentName) });
  await expect(dialog).toBeVisible();
  await expectFrames(page, 20);
  await expect(dialog.getByText('直播', { exact: true }).first()).toBeVisible();
  expect(await seriousInThemes(page, '[role="dialog"]')).toEqual([]);

  const picture = await saved(page, dialog.getByRole('button', { name: '截图' }));
  expect(picture.download.suggestedFilename()).toMatch(new RegExp(`^${camera.equipmentNo}-\\d{14}\\.png$`));
  expect(picture.bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
  expect(picture.bytes.length).toBeGreaterThan(2000);

  await dialog.getByRole('button', { name: '录像', exact: true }).click();
  await expectFrames(page, 30);
  const { download: clip, bytes: webm } = await saved(page, dialog.getByRole('button', { name: '停止录像' }));
  expect(clip.suggestedFilename()).toMatch(/\.webm$/);
  expect(webm.subarray(0, 4).toString('hex')).toBe('1a45dfa3');
  expect(webm.length).toBeGreaterThan(5000);
  // Its length stands in its head.
  expect(webm.subarray(0, 400).includes(Buffer.from([0x44, 0x89, 0x88]))).toBe(true);

  const begunAt = Date.now();
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
  // What the camera heard is what was said.
  const heard = join(dataDir, 'video', 'heard', `${camera.cameraId}.wav`);
  // The file is there before all of it is written: half a second of sound is 8 KB at least.
  await expect
    .poll(async () => {
      const file = await stat(heard).catch(() => undefined);
      return file && file.mtimeMs > begunAt ? file.size : 0;
    })
    .toBeGreaterThan(8192);
  const tone = loudest(await readFile(heard));
  expect(Math.abs(tone.frequency - TONE_HZ), JSON.stringify(tone)).toBeLessThan(5);
  expect(tone.share).toBeGreaterThan(0.5);

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
