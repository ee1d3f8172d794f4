import type { Page } from '@playwright/test';
import { CLIENT_NAMESPACES } from '@/lib/platform/i18n/namespaces';
import type { PersonWords } from './person-words';

/** What is Chinese in every language: its own name, and the number of the site's registration. */
const EVERYWHERE = /中文|沪ICP备\d+号-\d/g;

/** A text that is missing: its key stands there. */
const KEY = new RegExp(`^(?:${CLIENT_NAMESPACES.join('|')})(?:\\.\\w+)+$`);

/** Every text of the page that has Chinese in it or may be a key, and what it says without showing it. */
const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>([document.title]);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('script, style, noscript, template')) found.add(node.textContent ?? '');
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.add(element.getAttribute(name) ?? '');
    return [...found].filter((text) => /[\u4e00-\u9fff]|^\s*\w+\.[\w.]+\s*$/.test(text));
  });

/** Chinese on an English page that no person and no other system wrote, and keys of texts that are missing. */
export async function foreignWords(page: Page, persons: PersonWords): Promise<string[]> {
  const found: string[] = [];
  for (const text of await textsOf(page)) {
    if (KEY.test(text.trim())) found.push(`the key ${text.trim()}`);
    const rest = persons.rest(text.replace(EVERYWHERE, ' '));
    if (rest.length > 0) found.push(`${rest.join(' ')} in “${text.trim().slice(0, 80)}”`);
  }
  return found;
}
