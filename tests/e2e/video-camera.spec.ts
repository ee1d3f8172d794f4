import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { counterOf, FRAMES, hasFfmpeg, makePattern, probe, publish, SIZE, soundIn, TONE_HZ } from './support/encoder';
import { freeCubes, signIn } from './support/stack';
import { test } from './support/test';
import { loudest } from './support/tone';
import { ask, expectFrames, saved } from './support/video';

/** A real camera: an encoder of its own publishes a prepared picture to the portal's RTMP port. */

interface MadeCamera {
  readonly cameraId: string;
  readonly deviceId: string;
  readonly equipmentNo: string;
  readonly publishUrl: string;
}

/** Gives some elevator a camera whose pictures are published, and the camera its key. */
async function makeCamera(page: Page): Promise<MadeCamera> {
  const equipmentNo = freeCubes()[0]?.equipmentNo ?? 'no free box';
  const deviceId = `encoder-${Date.now()}`;
  const made = await ask<{ cameraId: string }>(page, 'camera/saveOrUpdate', {
    ...{ equipmentNo, deviceId, channelId: 1, platform: 'video', source: 'rtmp', position: 'car' },
  });
  expect([made.code, made.message]).toEqual([200, expect.any(String)]);
  const { cameraId } = made.data;
  const key = await ask<{ publishUrl: string }>(page, 'camera/resetKey', { cameraId });
  return { cameraId, deviceId, equipmentNo, publishUrl: key.data.publishUrl };
}

const stateOf = async (page: Page, { deviceId }: MadeCamera) => {
  const { data } = await ask<{ records: { video_status: string }[] }>(page, 'camera/query', {
    ...{ pageIndex: 1, pageSize: 1, deviceId },
  });
  return data.records[0]?.video_status;
};

/** Notes in the page when its buttons are pressed: what was recorded lies between two presses. */
const notePresses = (page: Page) =>
  page.evaluate(() => {
    const noted = ((window as { presses?: number[] }).presses = [] as number[]);
    document.addEventListener('click', () => noted.push(performance.now()), { capture: true });
  });
const presses = (page: Page) => page.evaluate(() => (window as { presses?: number[] }).presses ?? []);

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-camera-'));
});
test.afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test('[VIDEO-002] [VIDEO-012] [VIDEO-013] what a real encoder publishes is seen, kept whole in pictures and clips, and gone with it', async ({
  page,
}) => {
  test.skip(!hasFfmpeg, 'ffmpeg and ffprobe are not installed: on Debian or Ubuntu "apt-get install ffmpeg"');
  test.setTimeout(240_000);
  const pattern = await makePattern(folder);
  await signIn(page, 'platformAdmin');
  const camera = await makeCamera(page);
  const encoders = [publish(pattern, camera.publishUrl.replace(/key=.*/, 'key=of-somebody-else'))];
  try {
    // Refused: ffmpeg gives up by itself, and nobody sees anything.
    await expect.poll(() => encoders[0]?.exitCode, { timeout: 30_000 }).toBeGreaterThan(0);
    await page.goto(`/cameralist?deviceId=${camera.deviceId}`);
    await page.getByRole('button', { name: `试播：${camera.equipmentNo} ${camera.deviceId}/1` }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('摄像头离线')).toBeVisible();
    const button = (name: string) => dialog.getByRole('button', { name, exact: true });
    await button('截图').click();
    await expect(page.getByText('截图前请先播放视频')).toBeVisible();
    await button('录像').click();
    await expect(page.getByText('录像前请先直播')).toBeVisible();

    const encoder = publish(pattern, camera.publishUrl);
    encoders.push(encoder);
    await expect.poll(() => stateOf(page, camera), { timeout: 30_000 }).toBe('02');
    await button('重试').click();
    await expectFrames(page, 100);

    const first = await saved(page, button('截图'));
    expect(await probe(first.path)).toMatchObject({ codec: 'png', ...SIZE });
    await notePresses(page);
    await button('录像').click();
    await expectFrames(page, 60);
    const clip = await saved(page, button('停止录像'));
    const [began = 0, ended = 0] = await presses(page);
    const recorded = (ended - began) / 1000;
    const film = await probe(clip.path);
    expect(film).toMatchObject(SIZE);
    expect(Math.abs((film.duration ?? 0) - recorded), `${film.duration} of ${recorded} s`).toBeLessThan(1);
    // What stands in its head is true of what is in it.
    expect(Math.abs(film.lastAt - recorded), `${film.lastAt} of ${recorded} s`).toBeLessThan(1);
    const heard = loudest(await soundIn(clip.path));
    expect(Math.abs(heard.frequency - TONE_HZ), JSON.stringify(heard)).toBeLessThan(5);

    const second = await saved(page, button('截图'));
    const counted = await Promise.all([first, second].map(({ path }) => counterOf(path)));
    for (const count of counted) expect(count).toBeLessThan(FRAMES);
    expect(counted[1]).not.toBe(counted[0]);

    encoder.kill('SIGKILL');
    await expect(dialog.getByText('摄像头离线')).toBeVisible({ timeout: 30_000 });
    expect(await stateOf(page, camera)).toBe('01');
  } finally {
    for (const encoder of encoders) encoder.kill('SIGKILL');
    await page.evaluate(
      (cameraId) => fetch(`/sms/camera/${cameraId}`, { method: 'DELETE', headers: { 'x-session': 'cookie' } }),
      camera.cameraId,
    );
  }
});
