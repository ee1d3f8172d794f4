/** Timers by name: setting one again restarts it. */
export class NamedTimers {
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  set(name: string, ms: number, act: () => void): void {
    this.clear(name);
    this.#timers.set(name, setTimeout(act, ms));
  }

  clear(...names: string[]): void {
    for (const name of names) {
      clearTimeout(this.#timers.get(name));
      this.#timers.delete(name);
    }
  }
}
