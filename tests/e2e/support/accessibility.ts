import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What comes or goes is judged where it comes to rest; what moves for good is not waited for. */
const atRest = (page: Page) =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)));
    await Promise.race([
      Promise.allSettled(ending.map(({ finished }) => finished)),
      new Promise((resolve) => setTimeout(resolve, 3000)),
    ]);
  });

/** The serious and critical findings of axe on the page, with where they are. */
export async function serious(page: Page): Promise<string[]> {
  await atRest(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
