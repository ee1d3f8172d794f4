/** A table of a report in words, for its page and its paper. */
export interface ReportTable {
  readonly title: string;
  readonly empty: string;
  readonly columns: readonly { readonly head: string; readonly share: number; readonly isNumber?: boolean }[];
  readonly rows: readonly (readonly string[])[];
  /** A last row of sums. */
  readonly total?: readonly string[];
}
