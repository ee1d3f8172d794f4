/** Named one-shot timers of one object: setting one again replaces it, and all of them end together. */
export class Timers<Name extends string> {
  readonly #handles = new Map<Name, ReturnType<typeof setTimeout>>();

  set(name: Name, delayMs: number, run: () => void): void {
    this.clear(name);
    this.#handles.set(
      name,
      setTimeout(() => {
        this.#handles.delete(name);
        run();
      }, delayMs),
    );
  }

  has(name: Name): boolean {
    return this.#handles.has(name);
  }

  clear(...names: Name[]): void {
    for (const name of names) {
      clearTimeout(this.#handles.get(name));
      this.#handles.delete(name);
    }
  }

  clearAll(): void {
    for (const handle of this.#handles.values()) clearTimeout(handle);
    this.#handles.clear();
  }
}
