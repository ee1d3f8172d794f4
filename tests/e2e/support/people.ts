import type { Browser, Page } from '@playwright/test';
import { signIn } from './stack';
import { test } from './test';

/** Several people in browsers of their own, and a stop-watch for what reaches them. */

/** A persona in a browser of its own, signed in. */
export async function person(
  browser: Browser,
  persona: string,
  { address, viewport }: { address?: string; viewport?: { readonly width: number; readonly height: number } } = {},
): Promise<Page> {
  const page = await (await browser.newContext(viewport ? { viewport } : {})).newPage();
  await signIn(page, persona, address);
  return page;
}

/** Waits for the outcome and writes down how long it took. @param since epoch ms */
export async function measured(what: string, since: number, outcome: () => Promise<void>): Promise<number> {
  await outcome();
  const tookMs = Date.now() - since;
  test.info().annotations.push({ type: 'measured', description: `${what}: ${tookMs} ms` });
  return tookMs;
}
