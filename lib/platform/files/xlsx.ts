import { escapeXml, fixedParts, sheetEnd, sheetNameOf, sheetStart } from './xlsx-parts';
import { pulledStream } from './pulled-stream';
import { zipStream } from './zip-stream';
import type { ZipPart } from './zip-stream';

/** Workbooks (api.md §1.8, readings 53), written while the rows are read, so that memory does not grow with them. */

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export interface SheetColumn<T> {
  readonly header: string;
  /** Missing values are empty cells. Days and times of api.md §1.7 become dates of the sheet, in Shanghai wall time. */
  readonly value: (row: T) => string | number | null;
  /** In characters. */
  readonly width?: number;
}

/** Texts that begin so are formulas for some spreadsheet programs (api.md §1.8 Cells). */
const FORMULA_START = /^[=+\-@\t]/;
/** Characters that XML 1.0 does not allow. */
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** That, or half of a character perhaps: nearly no text, so most are only looked at. */
const SUSPECT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/;

/** A text as a cell: never a formula, always storable. */
export function safeCell(text: string): string {
  const clean = SUSPECT.test(text) ? text.toWellFormed().replace(NOT_XML, '') : text;
  return FORMULA_START.test(clean) ? `'${clean}` : clean;
}

const CHUNK_LENGTH = 64 * 1024;
const HEAD_STYLE = ' s="1"';
const encoder = new TextEncoder();

/** `A`, `B` … `AA`. */
function letters(column: number): string {
  const rest = Math.floor(column / 26);
  return `${rest > 0 ? letters(rest - 1) : ''}${String.fromCharCode(65 + (column % 26))}`;
}

const DAY_OR_TIME = /^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/;
/** Day 0 of a sheet, and the first day that all programs count alike. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const FIRST_DAY = 61;

/** A day or time as the number of a sheet, with its style; undefined for any other text. */
function dateCell(text: string): { serial: number; style: string } | undefined {
  const found = DAY_OR_TIME.exec(text);
  if (!found) return undefined;
  const at = Date.parse(`${text.replace(' ', 'T')}${found[1] ? 'Z' : ''}`);
  // A day that does not exist stays a text.
  if (!Number.isFinite(at) || !new Date(at).toISOString().startsWith(text.slice(0, 10))) return undefined;
  const serial = (at - DAY_ZERO) / 86_400_000;
  return serial < FIRST_DAY ? undefined : { serial, style: found[1] ? ' s="3"' : ' s="2"' };
}

function cellXml(place: string, value: string | number | null, style = ''): string {
  if (value === null || (typeof value === 'number' && !Number.isFinite(value))) return '';
  if (typeof value === 'number') return `<c r="${place}"${style}><v>${value}</v></c>`;
  const date = style === '' ? dateCell(value) : undefined;
  if (date) return `<c r="${place}"${date.style}><v>${date.serial}</v></c>`;
  return `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${escapeXml(safeCell(value))}</t></is></c>`;
}

/** The sheet in pieces, and at its end the range of its cells. */
async function* sheetChunks<T>(
  columns: readonly SheetColumn<T>[],
  rows: AsyncIterable<T>,
  onEnd: (lastRow: number) => string,
): AsyncGenerator<Uint8Array> {
  const names = columns.map((_column, index) => letters(index));
  const rowXml = (row: number, values: readonly (string | number | null)[], style?: string) =>
    `<row r="${row}">${values.map((value, index) => cellXml(`${names[index]}${row}`, value, style)).join('')}</row>`;
  let pending =
    sheetStart(columns.map(({ width = 16 }) => width)) +
    rowXml(
      1,
      columns.map(({ header }) => header),
      HEAD_STYLE,
    );
  let row = 1;
  for await (const item of rows) {
    row += 1;
    pending += rowXml(
      row,
      columns.map(({ value }) => value(item)),
    );
    if (pending.length < CHUNK_LENGTH) continue;
    yield encoder.encode(pending);
    pending = '';
  }
  yield encoder.encode(pending + sheetEnd(onEnd(row)));
}

async function* parts<T>(
  sheet: string,
  columns: readonly SheetColumn<T>[],
  rows: AsyncIterable<T>,
): AsyncGenerator<ZipPart> {
  const last = letters(Math.max(0, columns.length - 1));
  let lastRow = 1;
  yield { path: 'xl/worksheets/sheet1.xml', data: sheetChunks(columns, rows, (row) => `A1:${last}${(lastRow = row)}`) };
  for (const [path, xml] of fixedParts(sheetNameOf(sheet), `$A$1:$${last}$${lastRow}`))
    yield { path, data: [encoder.encode(xml)] };
}

/**
 * One sheet with a bold, frozen header row with filters, as a stream of bytes. An error of `rows` breaks the stream, so
 * that no incomplete file looks complete.
 */
export function xlsxStream<T>(
  sheet: string,
  columns: readonly SheetColumn<T>[],
  rows: AsyncIterable<T>,
): ReadableStream<Uint8Array> {
  return pulledStream(zipStream(parts(sheet, columns, rows)));
}
