import type { Page } from '@playwright/test';

/**
 * What somebody cannot read or press on the page as it stands: words that a box cuts, words that lie on each other, controls
 * under something else, a page that is wider than its window. What may be cut says so in the page by `data-cut`: `middle` on
 * names, which keep their end; `limit` on texts of which the documents show so many characters; `room` on what a tile of a
 * wall says after its state where there is room.
 */
export const unreadable = (page: Page): Promise<string[]> => page.evaluate(findUnreadable);

/** Runs in the page: it knows nothing of this file. */
function findUnreadable(): string[] {
  interface Box {
    left: number;
    top: number;
    right: number;
    bottom: number;
  }
  interface Word {
    readonly element: Element;
    readonly text: string;
    readonly box: Box;
  }
  const found: string[] = [];
  const root = document.documentElement;
  const SLACK_PX = 1.5;
  const nameOf = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 60) ||
    element.tagName.toLowerCase();
  const placeOf = (element: Element) => {
    const at = element.closest(
      '[data-field], [data-testid], [role="dialog"], section[aria-label], header, nav, form, main',
    );
    return at
      ? (at.getAttribute('data-field') ??
          at.getAttribute('data-testid') ??
          at.getAttribute('aria-label')?.slice(0, 30) ??
          at.tagName.toLowerCase())
      : 'body';
  };
  if (root.scrollWidth > innerWidth + 1)
    found.push(`the page is ${root.scrollWidth - innerWidth} px wider than its window`);

  // Only the uppermost dialog or menu, where there is one: the page behind it is nobody's business.
  const dialogs = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"]')];
  const scope = dialogs.at(-1) ?? document.body;

  // Most words share most of what they stand in; nothing moves while this runs.
  type Kept = 'overflowX' | 'overflowY' | 'display' | 'position' | 'clipPath' | 'lineHeight';
  const measured = new Map<Element, { edge: DOMRect } & Readonly<Record<Kept, string>>>();
  const measure = (element: Element) => {
    let known = measured.get(element);
    if (!known) {
      const { overflowX, overflowY, display, position, clipPath, lineHeight } = getComputedStyle(element);
      const edge = element.getBoundingClientRect();
      measured.set(element, (known = { edge, overflowX, overflowY, display, position, clipPath, lineHeight }));
    }
    return known;
  };
  const roomless = new Map<Element, boolean>();
  const hasNoRoom = (element: Element | null): boolean => {
    if (!element || element === document.body) return false;
    let known = roomless.get(element);
    if (known === undefined) {
      const { edge, overflowX, overflowY, display, clipPath } = measure(element);
      const { width, height } = edge;
      const clips = overflowX !== 'visible' || overflowY !== 'visible';
      known =
        (display !== 'contents' && display !== 'inline' && width <= 1.5 && height <= 1.5) ||
        (clips && (width <= 1.5 || height <= 1.5)) ||
        clipPath === 'inset(50%)' ||
        clipPath === 'inset(100%)' ||
        hasNoRoom(element.parentElement);
      roomless.set(element, known);
    }
    return known;
  };
  const isHiddenFromSight = (element: Element): boolean => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }))
      return true;
    return hasNoRoom(element);
  };

  // What comes over a page and goes by itself.
  const PASSING = '[data-sonner-toaster], [data-testid="toasts"]';
  // No words of the page.
  const NOT_READ = `script, style, noscript, option, title, desc, template, ${PASSING}`;
  const words: Word[] = [];
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  const seen = new Map<Element, boolean>();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = (node.textContent ?? '').replace(/\s+/g, ' ').trim();
    if (!element || !text || element.closest(NOT_READ)) continue;
    let isHidden = seen.get(element);
    if (isHidden === undefined) seen.set(element, (isHidden = isHiddenFromSight(element)));
    if (isHidden) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    if (rects.length === 0) continue;
    words.push({
      element,
      text,
      box: {
        left: Math.min(...rects.map((rect) => rect.left)),
        top: Math.min(...rects.map((rect) => rect.top)),
        right: Math.max(...rects.map((rect) => rect.right)),
        bottom: Math.max(...rects.map((rect) => rect.bottom)),
      },
    });
  }

  // 1. Words that a box cuts; what can be scrolled to is not cut.
  const seenWords: Word[] = [];
  for (const word of words) {
    const { element, text } = word;
    const box = { ...word.box };
    let cut: string | undefined;
    let isScrolledX = false;
    let isScrolledY = false;
    let isGone = false;
    for (let at: Element | null = element; at && at !== root; at = at.parentElement) {
      if (at instanceof SVGElement && at.tagName !== 'svg') continue;
      const style = measure(at);
      const { edge } = style;
      const scrollsX = ['auto', 'scroll'].includes(style.overflowX);
      const scrollsY = ['auto', 'scroll'].includes(style.overflowY);
      if (style.overflowX !== 'visible' && edge.width > 2 && style.display !== 'inline') {
        if (!scrollsX && !isScrolledX && (box.right > edge.right + SLACK_PX || box.left < edge.left - SLACK_PX))
          cut ??= `“${text.slice(0, 60)}” is cut by ${Math.round(Math.max(box.right - edge.right, edge.left - box.left))} px`;
        if (box.left >= edge.right - 1 || box.right <= edge.left + 1) isGone = true;
        box.left = Math.max(box.left, edge.left);
        box.right = Math.min(box.right, edge.right);
        isScrolledX ||= scrollsX;
      }
      if (style.overflowY !== 'visible' && edge.height > 2 && style.display !== 'inline') {
        const line = parseFloat(style.lineHeight) || 20;
        if (!scrollsY && !isScrolledY && (box.bottom > edge.bottom + line * 0.3 || box.top < edge.top - line * 0.3))
          cut ??= `“${text.slice(0, 60)}” is cut at its height`;
        if (box.top >= edge.bottom - 1 || box.bottom <= edge.top + 1) isGone = true;
        box.top = Math.max(box.top, edge.top);
        box.bottom = Math.min(box.bottom, edge.bottom);
        isScrolledY ||= scrollsY;
      }
      if (style.position === 'fixed') break;
    }
    if (cut && !element.closest('[data-cut], [role="img"]')) found.push(`${placeOf(element)}: ${cut}`);
    if (!isGone) seenWords.push({ element, text, box });
  }

  // 2. Words that lie on each other.
  const isNear = ({ box }: Word) => box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  const near = seenWords.filter(isNear).sort((one, other) => one.box.top - other.box.top);
  const reported = new Set<Element>();
  for (const [index, one] of near.entries()) {
    for (const other of near.slice(index + 1)) {
      if (other.box.top > one.box.bottom) break;
      const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      // The box of a text is higher than its letters.
      const lower = Math.min(one.box.bottom - one.box.top, other.box.bottom - other.box.top);
      if (
        width < 3 ||
        height < 0.55 * lower ||
        one.element.contains(other.element) ||
        other.element.contains(one.element)
      )
        continue;
      const x = Math.max(one.box.left, other.box.left) + width / 2;
      const y = Math.max(one.box.top, other.box.top) + height / 2;
      // One that an opaque layer covers is not seen there: only both at once are.
      const stack = document.elementsFromPoint(x, y);
      const [first, second] = [stack.indexOf(one.element), stack.indexOf(other.element)];
      const isReal = (at: number, { element }: Word) => at >= 0 || getComputedStyle(element).pointerEvents === 'none';
      if (!isReal(first, one) || !isReal(second, other)) continue;
      if (first < 0 || second < 0) {
        if (reported.has(one.element)) continue;
        reported.add(one.element);
        found.push(`${placeOf(one.element)}: “${one.text.slice(0, 40)}” lies on “${other.text.slice(0, 40)}”`);
        continue;
      }
      const between = stack.slice(0, Math.max(first, second));
      if (
        between.some(
          (at) =>
            !at.contains(stack[Math.max(first, second)] ?? null) && /^rgb\(/.test(getComputedStyle(at).backgroundColor),
        )
      ) {
        continue;
      }
      if (reported.has(one.element)) continue;
      reported.add(one.element);
      found.push(`${placeOf(one.element)}: “${one.text.slice(0, 40)}” lies on “${other.text.slice(0, 40)}”`);
    }
  }

  // 3. States that a layer covers, or that stand behind a scroll of their table.
  for (const state of scope.querySelectorAll('[data-status]')) {
    if (isHiddenFromSight(state)) continue;
    const row = state.closest('[role="row"], tr');
    const pane = state.closest('[role="grid"], table')?.parentElement;
    if (!row || !pane) continue;
    const cell = state.closest('td, [role="gridcell"], th');
    const { left, right, top, bottom } = state.getBoundingClientRect();
    const actions = row.querySelector('[data-field="actions"]')?.getBoundingClientRect();
    const end = Math.min(
      pane.getBoundingClientRect().right,
      innerWidth,
      actions && actions.top < bottom && actions.bottom > top && actions.left > pane.getBoundingClientRect().left + 200
        ? actions.left
        : Infinity,
    );
    if (right > end + SLACK_PX && cell?.getAttribute('data-field'))
      found.push(
        `${cell.getAttribute('data-field')}: the state “${nameOf(state)}” stands behind ${Math.round(right - end)} px of a scroll or of actions`,
      );
    if (left < 0) found.push(`${placeOf(state)}: the state “${nameOf(state)}” begins outside`);
  }

  // 4. Controls that something else covers.
  const controls = scope.querySelectorAll(
    'button, a[href], input:not([type="hidden"], [type="file"]), [role="button"], [role="tab"], [role="combobox"]',
  );
  for (const control of controls) {
    if (isHiddenFromSight(control) || control.closest('[aria-hidden="true"], [inert]')) continue;
    const { left, right, top, bottom, width, height } =
      [...control.getClientRects()].find((rect) => rect.width > 1) ?? control.getBoundingClientRect();
    if (width < 2 || height < 2) continue;
    const x = (left + right) / 2;
    const y = (top + bottom) / 2;
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) {
      if (x >= innerWidth && getComputedStyle(control).position !== 'fixed') {
        let scrolls = false;
        for (let at = control.parentElement; at; at = at.parentElement)
          if (['auto', 'scroll'].includes(getComputedStyle(at).overflowX) && at !== document.body) scrolls = true;
        if (!scrolls) found.push(`${placeOf(control)}: “${nameOf(control)}” stands outside the window`);
      }
      continue;
    }
    const hit = document.elementFromPoint(x, y);
    if (!hit || hit === control || control.contains(hit) || hit.contains(control) || hit.closest(PASSING)) continue;
    // The middle of a slice's box may be the hole of its ring, and marks stand over columns.
    if (control.closest('svg')) continue;
    const label = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
    if (label.some((one) => one.contains(hit)) || control.parentElement?.contains(hit)) continue;
    // What scrolled away under a fixed head or below the edge of its own box can be scrolled to.
    let isScrolledAway = false;
    for (let at = control.parentElement; at; at = at.parentElement) {
      const edge = at.getBoundingClientRect();
      const style = getComputedStyle(at);
      if (
        /auto|scroll/.test(style.overflowX + style.overflowY) &&
        (x > edge.right || x < edge.left || y > edge.bottom || y < edge.top)
      )
        isScrolledAway = true;
    }
    const layer = hit.closest('[role="columnheader"], thead, header, [data-field="actions"]');
    if (isScrolledAway || layer) continue;
    found.push(
      `${placeOf(control)}: “${nameOf(control)}” lies under “${nameOf(hit)}” (${hit.tagName.toLowerCase()} ${String(hit.className).slice(0, 40)})`,
    );
  }
  return [...new Set(found)];
}
