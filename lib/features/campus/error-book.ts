/** Which units were seen in error, so that the alarm sounds once when one newly is (doc3 §4.3, §4.4). Pure but for its memory. */
export class ErrorBook {
  readonly #known = new Map<string, boolean>();

  /** @returns is this unit newly in error? What a page shows when it is turned to is no news. */
  isNew(equipmentNo: string, hasError: boolean): boolean {
    const was = this.#known.get(equipmentNo);
    this.#known.set(equipmentNo, hasError);
    return hasError && was === false;
  }
}
