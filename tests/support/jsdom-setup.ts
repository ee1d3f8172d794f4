import { format } from 'node:util';
import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';
import * as React from 'react';

// A test waits for the outcome, however busy the machine is.
configure({ asyncUtilTimeout: 20_000 });

/**
 * What React, MUI or a component complains about fails the test that made it: an update that came after the test had stopped
 * looking, a key given twice, an error nobody handles. A test that means the complaint spies on `console.error` itself.
 */
const complaints: string[] = [];
console.error = (...words: unknown[]) => void complaints.push(format(...words));
afterEach(() => {
  const said = complaints.splice(0);
  if (said.length > 0) throw new Error(`console.error was called:\n${said.join('\n\n')}`);
});

// In development React notes for each of the first 10,000 elements of a second where it was made: a tenth of the time of these
// tests, and nobody reads it here.
const internals = Object.entries(React).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1] as
  object | undefined;
if (internals && 'recentlyCreatedOwnerStacks' in internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => undefined });

// What a browser has and jsdom lacks, in the quietest form: nothing matches, nothing is ever resized or seen.
class SilentObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
}

if (!('matchMedia' in window)) {
  Object.defineProperty(window, 'matchMedia', {
    writable: true,
    value: (query: string) => ({
      matches: false,
      media: query,
      onchange: null,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      addListener: () => undefined,
      removeListener: () => undefined,
      dispatchEvent: () => false,
    }),
  });
}
Object.assign(globalThis, { ResizeObserver: SilentObserver, IntersectionObserver: SilentObserver });
Element.prototype.scrollIntoView ??= () => undefined;
// Nothing is painted.
HTMLCanvasElement.prototype.getContext = () => null;

// jsdom matches every rule of every sheet anew whenever an element is looked for by its role. Of what Emotion inserts only
// what hides something or lets no pointer through has a say in that, of what is written as text (Sonner's) nothing; colours
// and measures are judged in Chromium. A rule for print is passed over unread, and keeps the indices of the others.
const HIDES = /(?:display:none|visibility:|pointer-events:)/;
const { insertRule } = CSSStyleSheet.prototype;
CSSStyleSheet.prototype.insertRule = function (rule, index) {
  return insertRule.call(this, HIDES.test(rule) ? rule : '@media print {}', index);
};
HTMLStyleElement.prototype.appendChild = (text) => text;
