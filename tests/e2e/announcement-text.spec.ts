import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { few } from '../support/full';
import { HIT, OWN_PICTURE, XSS_PAYLOADS } from '../support/xss-payloads';
import { call, save, upload } from './support/announcements';
import { signIn } from './support/stack';
import { test } from './support/test';

/** What an announcement shows, whatever was written into it. Nothing here is published: only its writer opens it. */

test.describe('what was stored to run in a reader’s browser', () => {
  /** What ran, what was asked for outside, and what the page's policy had to stop: all of them are failures of the cleaning. */
  async function watch(page: Page) {
    const found: string[] = [];
    await page.addInitScript((name) => {
      const faults: string[] = [];
      Object.assign(window, { faults });
      Object.defineProperty(window, name, { set: () => faults.push('ran') });
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        faults.push(`policy ${violatedDirective} ${blockedURI}`),
      );
    }, HIT);
    page.on('dialog', (dialog) => {
      found.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol.startsWith('http') && url.origin !== new URL(page.url()).origin && page.url() !== 'about:blank')
        found.push(`asked ${request.url()}`);
    });
    return async () => [...found, ...(await page.evaluate(() => (window as unknown as { faults: string[] }).faults))];
  }

  // All of them take four minutes; each is cleaned in `clean.test.ts` anyhow.
  const chosen = few(XSS_PAYLOADS, 24, 'in a browser');
  test(`is harmless: ${chosen.length} payloads, nothing runs and nothing is asked for outside`, async ({ page }) => {
    test.setTimeout(600_000);
    await signIn(page, 'platformAdmin', '/announcement');
    const faultsOf = await watch(page);
    let shown = 0;
    /** One that swallows what stands behind it is shown alone, so that each has its page. */
    const show = async (payloads: readonly string[]): Promise<void> => {
      const id = await save(page, { title: 'XSS', message: `<p>start</p>${payloads.join('<p>next</p>')}` });
      await page.goto(`/announcement?id=${id}`);
      const text = page.getByTestId('announcement-text');
      await expect(text).toContainText('start');
      const links = await text
        .locator('a[href]')
        .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).protocol));
      expect(links.filter((protocol) => !['http:', 'https:', 'mailto:'].includes(protocol))).toEqual([]);
      // Whoever moves over it and through it with the keyboard starts nothing either.
      await text.hover();
      const marks = await text.evaluate((root) => {
        for (const element of root.querySelectorAll<HTMLElement>('*')) {
          element.focus();
          for (const type of ['pointerenter', 'mouseover', 'focus', 'toggle', 'animationstart'])
            element.dispatchEvent(new Event(type, { bubbles: true }));
        }
        return (root.textContent ?? '').split('next').length - 1;
      });
      expect([payloads, await faultsOf()]).toEqual([payloads, []]);
      await call(page, 'DELETE', `announcement/${id}`);
      if (marks === payloads.length - 1) shown += payloads.length;
      else for (const payload of payloads) await show([payload]);
    };
    // A picture that nobody sent in is refused before anything is stored.
    const picture = await upload(page);
    const payloads = chosen.map((payload) => payload.replaceAll(OWN_PICTURE, picture));
    const AT_ONCE = 12;
    for (let index = 0; index < payloads.length; index += AT_ONCE) await show(payloads.slice(index, index + AT_ONCE));
    expect(shown).toBe(payloads.length);
    // The same text that nobody cleaned is noticed.
    await page.evaluate((html) => {
      document.body.insertAdjacentHTML('beforeend', html);
    }, '<img src="http://outside.invalid/x.png"><img src="/x" onerror="window.__hit=1">');
    await expect.poll(async () => (await faultsOf()).length).toBeGreaterThan(0);
  });
});
