import { test as base } from '@playwright/test';

/**
 * The tests' own `test`: what a person opened in a browser of their own is closed when the test ends. Otherwise its pages would
 * live, and be painted, beside every later test of the worker.
 */
export const test = base.extend<{ closesPeople: void }>({
  closesPeople: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts());
      await use();
      await Promise.all(browser.contexts().map((context) => (before.has(context) ? undefined : context.close())));
    },
    { auto: true },
  ],
});
