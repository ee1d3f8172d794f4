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

const numberIn = (words: string): number => Number(/[\d,]+/.exec(words)?.[0].replaceAll(',', ''));

/** How many rows the list at an address says that it has, in this browser. */
async function rowsShown(page: Page, href: string): Promise<number> {
  await page.goto(href);
  const count = page.getByText(/^共 [\d,]+ 条/).first();
  await expect(count, href).toBeVisible();
  return numberIn(await count.innerText());
}

/** The same as the server draws it, which takes a tenth of the time. */
async function rowsDrawn(page: Page, href: string): Promise<number> {
  const drawn = await (await page.request.get(href)).text();
  const count = /共 [\d,]+ 条/.exec(drawn)?.[0];
  if (count === undefined) throw new Error(`${href} does not say how many rows there are.`);
  return numberIn(count);
}

/**
 * Each number leads to the list of its rows: the first is opened, the lists of the others are read as the server draws them. Units of
 * the demo come, go and stand still meanwhile: where both differ, the number is read again, and the list has to lie between the two.
 * @param again reads the number of an address where it stands now; missing: it never changes
 */
export async function expectLists(
  page: Page,
  figures: readonly Figure[],
  again?: (href: string) => Promise<number>,
): Promise<void> {
  for (const [index, { href, value }] of figures.entries()) {
    let before = value;
    await expect(async () => {
      const rows = await (index === 0 ? rowsShown : rowsDrawn)(page, href);
      const after = rows === before || !again ? before : await again(href);
      const [least, most] = [Math.min(before, after), Math.max(before, after)];
      before = after;
      expect(rows, href).toBeGreaterThanOrEqual(least);
      expect(rows, href).toBeLessThanOrEqual(most);
    }).toPass({ timeout: 60_000 });
  }
}
