import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { DemoCube } from './stack';

/** Puts units of free boxes on the wall of who is signed in, before at most `most` others. @param names what they are called there */
export async function putOnWall(
  page: Page,
  cubes: readonly Pick<DemoCube, 'equipmentNo'>[],
  { names = [], most = 99 }: { names?: readonly string[]; most?: number } = {},
): Promise<void> {
  const units = cubes.map(({ equipmentNo }, index) => ({ equipmentNo, equipmentNickName: names[index] ?? '' }));
  const code = await page.evaluate(
    async ([own, limit]) => {
      const send = async (path: string, body: object) =>
        (await (
          await fetch(`/sms/${path}`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', 'X-Session': 'cookie' },
            body: JSON.stringify(body),
          })
        ).json()) as {
          code: number;
          msg: string;
          data: {
            campusView: { title: string; logo: string | null; background: string | null };
            equipmentList: { equipmentNo: string }[];
          } | null;
        };
      const { code: answered, msg, data } = await send('campusview/query', {});
      if (!data) throw new Error(`campusview/query answered ${answered}: ${msg}`);
      const others = data.equipmentList.filter((unit) => own.every((one) => one.equipmentNo !== unit.equipmentNo));
      const list = [...own, ...others.slice(0, limit)].map((unit, position) => ({ ...unit, position }));
      const { title, logo, background } = data.campusView;
      return (
        await send('campusview/saveOrUpdate', {
          campusView: { title: title || '大屏', logo, background },
          equipmentList: list,
        })
      ).code;
    },
    [units, most] as const,
  );
  expect(code).toBe(200);
}

/** In groups, and worst first. */
export const GROUPED_WALL = '/campus?group=project&order=worst';

/** Opens the wall and waits until it is live. */
export async function openWall(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator('[data-status="0"]').first()).toBeVisible();
  await expect(page.getByTestId('freshness')).toHaveAttribute('data-kind', 'live', { timeout: 20_000 });
}
