import type { Browser, BrowserContext, Page } from '@playwright/test';

/** Longer than any page takes to come alive; what is no page of ours never does. */
const AT_MOST_MS = 20_000;
const EVERY_MS = 25;

/** Waits until React has taken the page over: what is clicked or typed before that is lost on a busy machine. */
async function awake(page: Page): Promise<void> {
  const until = Date.now() + AT_MOST_MS;
  const isAwake = () =>
    page
      .evaluate(
        () =>
          document.contentType !== 'text/html' ||
          Object.keys(document.body).some((key) => key.startsWith('__reactFiber$')),
      )
      // On its way to another address.
      .catch(() => page.isClosed());
  while (!(await isAwake()) && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
}

/** An address that is opened, or read anew, is waited for. */
function watchPage(page: Page): void {
  const { goto, reload } = page;
  page.goto = async (...given) => {
    const response = await goto.apply(page, given);
    await awake(page);
    return response;
  };
  page.reload = async (...given) => {
    const response = await reload.apply(page, given);
    await awake(page);
    return response;
  };
}

function watchContext(context: BrowserContext): void {
  context.pages().forEach(watchPage);
  context.on('page', watchPage);
}

/** Every page of this browser is used only when it is awake. */
export function watchBrowser(browser: Browser): void {
  browser.contexts().forEach(watchContext);
  browser.on('context', watchContext);
}

/** The page that a click opens in a tab of its own, when it is awake. */
export async function openedBy(context: BrowserContext, click: () => Promise<unknown>): Promise<Page> {
  const [page] = await Promise.all([context.waitForEvent('page'), click()]);
  await page.waitForLoadState();
  await awake(page);
  return page;
}
