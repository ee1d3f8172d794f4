import { expect, type Page } from '@playwright/test';
import { isFull } from '../../support/full';

/** A number on a page that leads to the list of its rows. */
export interface Figure {
  readonly href: string;
  readonly value: number;
  /** Two numbers that lead to one list and differ cannot both be right: which of them it is, from 0. */
  readonly nth: number;
}

const numberIn = (words: string): number => Number(/[\d,]+/.exec(words)?.[0].replaceAll(',', ''));

/** A number alone or in words (“12 次困人”), and no share, time or measure. */
const ONE_NUMBER = /^[^\d%.:]*\d[\d,]*[^\d%.:]*$/;

/** The numbers among some links above 0, each once: what leads to the same list with the same number is one. @param links a selector */
export async function figuresAmong(page: Page, links: string): Promise<Figure[]> {
  const found = await page
    .locator(links)
    .evaluateAll((all) =>
      all.map((link) => [link.getAttribute('href') ?? '', link.textContent?.trim() ?? ''] as const),
    );
  const values = new Map<string, Set<number>>();
  for (const [href, text] of found) {
    const value = ONE_NUMBER.test(text) ? numberIn(text) : 0;
    if (value > 0) values.set(href, (values.get(href) ?? new Set()).add(value));
  }
  return [...values].flatMap(([href, all]) => [...all].map((value, nth) => ({ href, value, nth })));
}

/** The page that a number leads to and the names of its filters: numbers of one kind stand in one column, as a rule. */
function kindOf({ href, nth }: Figure): string {
  const { pathname, searchParams } = new URL(href, 'http://portal');
  return [pathname, nth, ...[...searchParams.keys()].sort()].join(' ');
}

/** One number of each kind, then the second of each, and so on, until there are `most`; in a full run of each kind one in any case. */
export function ofEachKind(figures: readonly Figure[], most: number): Figure[] {
  const seen = new Map<string, number>();
  const inTurn = figures.map((figure) => {
    const kind = kindOf(figure);
    const turn = seen.get(kind) ?? 0;
    seen.set(kind, turn + 1);
    return { figure, turn };
  });
  return inTurn
    .sort((one, other) => one.turn - other.turn)
    .slice(0, isFull ? Math.max(most, seen.size) : most)
    .map(({ figure }) => figure);
}

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
 * @param again reads a number where it stands now; missing: it never changes
 */
export async function expectLists(
  page: Page,
  figures: readonly Figure[],
  again?: (figure: Figure) => Promise<number>,
): Promise<void> {
  for (const [index, figure] of figures.entries()) {
    const { href } = figure;
    let before = figure.value;
    await expect(async () => {
      const rows = await (index === 0 ? rowsShown : rowsDrawn)(page, href);
      const after = rows === before || !again ? before : await again(figure);
      const [least, most] = [Math.min(before, after), Math.max(before, after)];
      before = after;
      expect(rows, href).toBeGreaterThanOrEqual(least);
      expect(rows, href).toBeLessThanOrEqual(most);
    }).toPass({ timeout: 60_000 });
  }
}
