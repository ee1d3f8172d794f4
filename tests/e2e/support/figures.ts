import { expect, type Page } from '@playwright/test';

/** A number on a page that leads to the list of its rows. */
export interface Figure {
  readonly href: string;
  readonly value: number;
}

/** The numbers among some links, each address once. @param links a selector */
export const figuresAmong = (page: Page, links: string): Promise<Figure[]> =>
  page.locator(links).evaluateAll((found) => [
    ...new Map(
      found.flatMap((link): [string, { href: string; value: number }][] => {
        const text = link.textContent?.trim() ?? '';
        const href = link.getAttribute('href') ?? '';
        return /^[\d,]+$/.test(text) ? [[href, { href, value: Number(text.replaceAll(',', '')) }]] : [];
      }),
    ).values(),
  ]);

/**
 * A number opens the list of its rows. Units of the demo come, go and stand still meanwhile: where both differ, the number is read
 * again, and then the list.
 * @param again reads the number where it stands now
 */
export async function expectList(page: Page, { href, value }: Figure, again: () => Promise<number>): Promise<void> {
  let number = value;
  await page.goto(href);
  await expect(async () => {
    const count = page.getByText(/^共 [\d,]+ 条/).first();
    await expect(count, href).toBeVisible();
    const rows = Number(/[\d,]+/.exec(await count.innerText())?.[0].replaceAll(',', ''));
    if (rows !== number) {
      number = await again();
      await page.goto(href);
    }
    expect(rows, href).toBe(number);
  }).toPass({ timeout: 60_000 });
}
