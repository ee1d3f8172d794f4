/** Runs tasks of one key one after the other, of different keys at once, inside this process. */
const tails = new Map<string, Promise<unknown>>();

export function inOrder<T>(key: string, task: () => Promise<T>): Promise<T> {
  const before = tails.get(key) ?? Promise.resolve();
  const result = before.then(task, task);
  const tail = result
    .catch(() => undefined)
    .finally(() => {
      if (tails.get(key) === tail) tails.delete(key);
    });
  tails.set(key, tail);
  return result;
}
