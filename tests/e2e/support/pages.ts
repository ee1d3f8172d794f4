import type { Page } from '@playwright/test';
import { ROUTES, type Route } from '@/lib/routes';

/** Every page of the portal, by its table: what walks them all forgets none that is new. */

/** Pages that somebody else sees, or that need a link of their own: their own tests look at them. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  resetPsw4Login: 'only for who has to renew the password: sign-in',
  assignment: 'needs a link that was sent: call-outs',
  screen: 'says everything in both languages at once: screens',
  mailFile: 'needs a link that was sent: notices',
  unsubscribe: 'needs a link that was sent: notices',
  campusforcustom: 'the airport sees it instead of the wall: campus',
  escalatorforcustom: 'the airport sees it instead of the page of an escalator: live-escalator',
};

/** The list whose rows lead to a page of one thing. */
export const LINKED_FROM: Readonly<Record<string, string>> = {
  callbackDetail: '/callbacklist',
  symptomDetail: '/symptomList',
  equipmentDetail: '/equipmentlist',
  maintenanceDetail: '/maintenanceList',
  errorInspectionDetail: '/errorInspection',
  healthReport: '/healthProjectList',
  healthBiweeklyReport: '/healthBiweeklyList',
  healthReportEquipment: '/healthEquipmentList',
  elevator: '/equipmentlist',
  escalator: '/equipmentlist',
  sidewalk: '/equipmentlist',
};

/** What is built, the lists before what their rows lead to. */
export const PAGES: readonly Route[] = ROUTES.filter(({ isBuilt, key }) => isBuilt && !(key in ELSEWHERE)).sort(
  (one, other) => Number(one.key in LINKED_FROM) - Number(other.key in LINKED_FROM),
);

/** Everything that stands there now is drawn: grids in place of tables, charts, live values. */
export async function drawn(page: Page): Promise<void> {
  await page
    .waitForFunction(
      () =>
        !document.querySelector('[aria-busy="true"]') &&
        (innerWidth < 640 || !document.querySelector('table[data-becomes-grid]')),
      undefined,
      { timeout: 6000 },
    )
    .catch(() => undefined);
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 60)))),
  );
}

/** Longest wait for a page that never comes to rest: live ones. */
const UNREST_MS = 1500;
const REST_MS = 150;

/** The page came up and changes no more, or has been changing for so long that it is one that always does. */
export async function atRest(page: Page): Promise<void> {
  await page.waitForLoadState('load').catch(() => undefined);
  await page.evaluate(
    ([rest, unrest]) =>
      new Promise<void>((resolve) => {
        const finish = () => {
          observer.disconnect();
          resolve();
        };
        let quiet = setTimeout(finish, rest);
        const observer = new MutationObserver(() => {
          clearTimeout(quiet);
          quiet = setTimeout(finish, rest);
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
        setTimeout(finish, unrest);
      }),
    [REST_MS, UNREST_MS] as const,
  );
  await drawn(page);
}

/** Addresses of the pages, as far as the pages that were seen lead to them. */
export class Addresses {
  private readonly found = new Map<string, string>();

  /** undefined: nothing that was seen leads there. */
  of({ key, path }: Route): string | undefined {
    return key in LINKED_FROM ? this.found.get(key) : path;
  }

  /** Keeps what the page leads to. */
  async note(page: Page): Promise<void> {
    const missing = PAGES.filter(({ key }) => key in LINKED_FROM && !this.found.has(key));
    const hrefs = await page.evaluate(
      (paths) => paths.map((path) => document.querySelector(`main a[href^="${path}"]`)?.getAttribute('href') ?? null),
      missing.map(({ path }) => path),
    );
    for (const [index, { key }] of missing.entries()) {
      const href = hrefs[index];
      if (href) this.found.set(key, href);
    }
  }
}
