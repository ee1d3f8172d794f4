import type { Page } from '@playwright/test';
import type { PersonWords } from './person-words';

/** What is Chinese in every language: its own name, and the number of the site's registration. */
const EVERYWHERE = /中文|沪ICP备\d+号-\d/g;

/** Every text of the page that has Chinese in it, and what it says without showing it. */
const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>([document.title]);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('script, style, noscript, template')) found.add(node.textContent ?? '');
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.add(element.getAttribute(name) ?? '');
    return [...found].filter((text) => /[\u4e00-\u9fff]/.test(text));
  });

/** Chinese on an English page that no person and no other system wrote. */
export async function foreignWords(page: Page, persons: PersonWords): Promise<string[]> {
  const found: string[] = [];
  for (const text of await textsOf(page)) {
    const rest = persons.rest(text.replace(EVERYWHERE, ' '));
    if (rest.length > 0) found.push(`${rest.join(' ')} in “${text.trim().slice(0, 80)}”`);
  }
  return found;
}
