/** Keeps rows that are read again: one that says the same is the same object, so that nothing of it is drawn anew. */
export class SameRows<T extends { readonly equipmentNo: string }> {
  #last: readonly T[] = [];

  /** The rows in their order; the same list where nothing at all has changed. */
  of(rows: readonly T[]): readonly T[] {
    const held = new Map(this.#last.map((row) => [row.equipmentNo, row]));
    const next = rows.map((row) => {
      const before = held.get(row.equipmentNo);
      return before && JSON.stringify(before) === JSON.stringify(row) ? before : row;
    });
    const isSame = next.length === this.#last.length && next.every((row, index) => row === this.#last[index]);
    if (!isSame) this.#last = next;
    return this.#last;
  }
}
