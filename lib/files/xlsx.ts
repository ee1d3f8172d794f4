import { writeXlsxStream } from 'hucre/xlsx';

/** Workbooks (api.md §1.8, readings 53): written while the rows are read, so that memory does not grow with them. */

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export interface SheetColumn<T> {
  readonly header: string;
  /** Missing values are empty cells. Dates are written as texts of api.md §1.7, so they stay Shanghai wall time. */
  readonly value: (row: T) => string | number | null;
  /** In characters. */
  readonly width?: number;
}

/** What a text may begin with to be taken for a formula by some spreadsheet program (api.md §1.8 Cells). */
const FORMULA_START = /^[=+\-@\t]/;
/** What XML 1.0 cannot hold. */
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** That, or half of a character perhaps: nearly no text, so most are only looked at. */
const SUSPECT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/;

/** A text as a cell: never a formula, always storable. */
export function safeCell(text: string): string {
  const clean = SUSPECT.test(text) ? text.toWellFormed().replace(NOT_XML, '') : text;
  return FORMULA_START.test(clean) ? `'${clean}` : clean;
}

/** One sheet with a frozen header row, as a stream of bytes. An error of `rows` breaks the stream, never the file's truth. */
export function xlsxStream<T>(sheet: string, columns: readonly SheetColumn<T>[], rows: AsyncIterable<T>): ReadableStream<Uint8Array> {
  async function* cells() {
    for await (const row of rows) {
      yield columns.map(({ value }) => {
        const cell = value(row);
        return typeof cell === 'string' ? safeCell(cell) : cell;
      });
    }
  }
  return writeXlsxStream(cells(), { name: sheet, columns: columns.map(({ header, width = 16 }) => ({ header, width })), freezePane: { rows: 1 } });
}
