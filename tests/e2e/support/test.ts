import { test as base } from '@playwright/test';
import { watchBrowser } from './awake';

/**
 * The tests' own `test`: pages are used when they are awake, and what a person opened in a browser of their own is closed when
 * the test ends. Otherwise its pages would live, and be painted, beside every later test of the worker.
 */
export const test = base.extend<{ closesPeople: void }, { waitsForPages: void }>({
  waitsForPages: [
    async ({ browser }, use) => {
      watchBrowser(browser);
      await use();
    },
    { auto: true, scope: 'worker' },
  ],
  closesPeople: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts());
      await use();
      await Promise.all(browser.contexts().map((context) => (before.has(context) ? undefined : context.close())));
    },
    { auto: true },
  ],
});
