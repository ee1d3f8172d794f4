/** What came of an action on several rows. */
export interface BulkOutcome {
  readonly done: number;
  /** What the refused ones threw, in the order of the rows. */
  readonly failures: readonly unknown[];
}

/** Calls once a row, one after the other, and goes on after a refusal: each row is its own matter. */
export async function runForAll<Row>(rows: readonly Row[], call: (row: Row) => Promise<unknown>): Promise<BulkOutcome> {
  const failures: unknown[] = [];
  for (const row of rows) {
    try {
      await call(row);
    } catch (error) {
      failures.push(error);
    }
  }
  return { done: rows.length - failures.length, failures };
}
