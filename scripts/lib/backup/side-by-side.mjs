/**
 * Does work for each item, some of it at once, and gives the results in the items' order.
 * @template T, R
 * @param {AsyncIterable<T>} items @param {number} most at once @param {(item: T) => R | Promise<R>} work
 * @returns {AsyncGenerator<R>}
 */
export async function* sideBySide(items, most, work) {
  const begun = [];
  for await (const item of items) {
    const result = Promise.resolve(work(item));
    // Told when its turn comes; until then it must not count as unhandled.
    result.catch(() => undefined);
    begun.push(result);
    if (begun.length >= most) yield await begun.shift();
  }
  while (begun.length > 0) yield await begun.shift();
}
