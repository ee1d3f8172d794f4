import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { serious } from './support/accessibility';
import { person } from './support/people';
import { test } from './support/test';

/** Who is on duty: two people, one incident, one acknowledgement on record. */

/** Somebody is trapped in the first unit that has no call-out. @returns its call-out */
const report = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const ask = async (method: string, path: string, body: object) => {
      const response = await fetch(`/sms/${path}`, {
        method,
        headers: { 'content-type': 'application/json', 'x-session': 'cookie' },
        body: JSON.stringify(body),
      });
      return (await response.json()) as {
        code: number;
        data: { callbackId?: string; records?: { equipmentNo: string }[] };
      };
    };
    const { data } = await ask('POST', 'equipment/query', { pageSize: 50 });
    for (const { equipmentNo } of data.records ?? []) {
      if (equipmentNo.startsWith('LU')) continue;
      const made = await ask('PUT', 'callback', { equipmentNo, jobDescription: '有人被困' });
      if (made.code !== 200 || !made.data.callbackId) continue;
      // With persons it would have joined another test's open call-out; a second call says it of this one.
      await ask('PUT', 'callback', { equipmentNo, jobDescription: '有人被困', personTrapped: true });
      return made.data.callbackId;
    }
    throw new Error('every unit has an open call-out');
  });

test('an incident stands on the duty board of everybody in charge, and an acknowledgement names who gave it', async ({
  browser,
}) => {
  const dispatcher = await person(browser, 'branchDispatcher');
  const id = await report(dispatcher);
  await dispatcher.goto('/callbacklist');
  await dispatcher.getByRole('tab', { name: '值班' }).click();
  await expect(dispatcher).toHaveURL(/tab=duty/);
  const mine = dispatcher.locator(`[data-incident="${id}"]`);
  await expect(mine.getByRole('timer')).toBeVisible();
  await expect(mine.getByText('无人确认')).toBeVisible();
  expect(await serious(dispatcher)).toEqual([]);
  const head = await person(browser, 'platformAdmin', { address: '/callbacklist?tab=duty' });
  const theirs = head.locator(`[data-incident="${id}"]`);
  await expect(theirs).toBeVisible();
  await mine.getByRole('button', { name: /^确认 / }).click();
  await expect(mine.getByRole('button', { name: /^确认 / })).toHaveCount(0);
  // The board of the other is read every five seconds.
  await expect(theirs.getByText('无人确认')).toHaveCount(0);
  await expect(theirs.getByRole('button', { name: /^确认 / })).toBeVisible();
  if (process.env.LOOKS) {
    for (const [width, height] of [
      [1920, 1080],
      [390, 844],
    ] as const) {
      await head.setViewportSize({ width, height });
      await head.screenshot({ path: `${process.env.LOOKS}/duty-${width}.png` });
    }
    await head.setViewportSize({ width: 1280, height: 800 });
    await head.getByRole('button', { name: /^我的消息/ }).click();
    await head.getByRole('dialog').waitFor();
    await head.screenshot({ path: `${process.env.LOOKS}/bell.png` });
    await head.getByRole('button', { name: '消息设置' }).click();
    await head.getByRole('combobox').waitFor();
    await head.screenshot({ path: `${process.env.LOOKS}/settings.png` });
    const wall = await person(browser, 'customerElite');
    await wall.setViewportSize({ width: 1920, height: 1080 });
    await wall.goto('/campus');
    await wall.getByRole('tab').first().waitFor();
    await wall.waitForTimeout(3000);
    await wall.screenshot({ path: `${process.env.LOOKS}/wall.png` });
  }
});
