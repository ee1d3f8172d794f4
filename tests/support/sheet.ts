import { readXlsx } from 'hucre/xlsx';

/** The rows of a workbook's first sheet; days and times as they are shown. */
export async function shownRows(bytes: Uint8Array): Promise<unknown[][]> {
  const rows = (await readXlsx(bytes)).sheets[0]?.rows ?? [];
  return rows.map((row) => row.map((value: unknown) => (value instanceof Date ? shownDate(value) : value)));
}

function shownDate(value: Date): string {
  const text = value.toISOString().slice(0, 19).replace('T', ' ');
  return text.endsWith(' 00:00:00') ? text.slice(0, 10) : text;
}
