import axe from 'axe-core';
import type { Page } from '@playwright/test';
import { few } from '../../support/full';

export const THEMES = ['nightTheme', 'dayTheme', 'blueTheme'] as const;

/** What comes or goes is judged where it comes to rest, one change after the other; what moves for good is not waited for. */
const atRest = (page: Page) =>
  page.evaluate(async () => {
    const until = Date.now() + 3000;
    const ending = () =>
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)))
        .map(({ finished }) => finished);
    while (ending().length > 0 && Date.now() < until)
      await Promise.race([Promise.allSettled(ending()), new Promise((resolve) => setTimeout(resolve, 1000))]);
  });

/** A toast fades at a moment of its own: it is waited for, and judged where one stays. */
const withoutToasts = (page: Page) =>
  page
    .waitForFunction(() => !document.querySelector('[data-sonner-toast]'), undefined, { timeout: 8000 })
    .catch(() => undefined);

/** Rows of a list are drawn by the same code, so the first four stand for all of them. */
const LATER_ROWS =
  '[data-rowindex]:not(' + Array.from({ length: 4 }, (_, row) => `[data-rowindex="${row}"]`).join(', ') + ')';

/** axe itself in the page, once a document: no page of ours has a frame, whose findings would have to be joined. */
async function bringAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
}

async function findings(
  page: Page,
  within: string | undefined,
  { rules, without }: { readonly rules?: string[]; readonly without?: string } = {},
): Promise<string[]> {
  await atRest(page);
  await bringAxe(page);
  return page.evaluate(
    async ({ context, options }) => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(context, options);
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    },
    {
      context: { include: [[within ?? 'html']], exclude: without === undefined ? [] : [[without]] },
      // Only violations are told in full: what passes is most of a page.
      options: { resultTypes: ['violations' as const], ...(rules ? { runOnly: rules } : {}) },
    },
  );
}

/**
 * The serious and critical findings of axe on the page, with where they are.
 * @param within a selector: only what stands there, of a dialog above a page that is judged elsewhere
 */
export async function serious(page: Page, within?: string): Promise<string[]> {
  await withoutToasts(page);
  return findings(page, within);
}

/** The same at once, in the theme that is worn for it, of the first rows of lists; what a toast says is judged elsewhere. */
export async function seriousInTheme(page: Page, theme: (typeof THEMES)[number]): Promise<string[]> {
  const html = page.locator('html');
  const own = (await html.getAttribute('data-theme')) ?? '';
  const wear = (name: string) => html.evaluate((root, value) => root.setAttribute('data-theme', value), name);
  await wear(theme);
  const found = await findings(page, 'main', { without: LATER_ROWS });
  await wear(own);
  return found.map((finding) => `${theme}: ${finding}`);
}

/**
 * The same in its own theme and another one, another for each page; in a full run in every theme. Each finding with its theme.
 * Themes are colours alone, so all but the page's own are asked for contrast.
 */
export async function seriousInThemes(page: Page, within?: string): Promise<string[]> {
  const html = page.locator('html');
  const own = (await html.getAttribute('data-theme')) ?? '';
  const wear = (theme: string) => html.evaluate((root, name) => root.setAttribute('data-theme', name), theme);
  const found = await serious(page, within);
  const others = THEMES.filter((name) => name !== own);
  for (const theme of few(others, 1, `${new URL(page.url()).pathname} ${within}`)) {
    await wear(theme);
    const contrast = await findings(page, within, { rules: ['color-contrast'] });
    found.push(...contrast.map((finding) => `${theme}: ${finding}`));
  }
  await wear(own);
  return found;
}
