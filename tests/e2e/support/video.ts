import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { Download, Locator, Page } from '@playwright/test';

/** The video dialog as tests use it, and calls in the name of whoever is signed in. */

interface Answer<T> {
  code: number;
  message: string;
  data: T;
}

/** One call of the contract by the page's own session. */
export const ask = <T>(page: Page, path: string, body: object): Promise<Answer<T>> =>
  page.evaluate(
    async ([to, text]) => {
      const response = await fetch(`/sms/${to}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-session': 'cookie' },
        body: text,
      });
      return (await response.json()) as Answer<T>;
    },
    [path, JSON.stringify(body)] as const,
  );

const framesOf = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames);

/** The picture plays, and goes on for more than so many frames. */
export async function expectFrames(page: Page, count: number): Promise<void> {
  await expect(page.getByTestId('video-picture')).toHaveAttribute('data-view', 'playing', { timeout: 30_000 });
  const before = await framesOf(page);
  await expect.poll(async () => (await framesOf(page)) - before, { timeout: 60_000 }).toBeGreaterThan(count);
}

/** Presses a button of the dialog that saves a file. */
export async function saved(page: Page, button: Locator): Promise<{ download: Download; path: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const path = await download.path();
  return { download, path, bytes: await readFile(path) };
}
