import type { Page } from '@playwright/test';

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
