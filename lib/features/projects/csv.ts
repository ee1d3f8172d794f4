/** Reading CSV as spreadsheets write it (RFC 4180): quotes, line breaks inside of them, a BOM, CRLF, and `;` or tabs for `,`. Pure. */

export interface CsvLine {
  /** Where the line begins in the file, from 1: what an editor shows. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** The separator that the first line uses most. */
function separatorOf(text: string): string {
  const [head = ''] = text.split(/\r?\n/, 1);
  const counts = [',', ';', '\t'].map((separator) => [separator, head.split(separator).length] as const);
  return counts.reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}

/** Lines with something in them. A quote that is never closed ends with the file. */
export function parseCsv(source: string): CsvLine[] {
  const text = source.replace(/^\ufeff/, '');
  const separator = separatorOf(text);
  const lines: CsvLine[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let line = 1;
  let begin = 1;
  const endLine = () => {
    cells.push(cell.trim());
    cell = '';
    if (cells.some((value) => value !== '')) lines.push({ line: begin, cells });
    cells = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\n') line += 1;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell.trim() === '') {
      cell = '';
      isQuoted = true;
    } else if (character === separator) {
      cells.push(cell.trim());
      cell = '';
    } else if (character === '\n') {
      endLine();
      begin = line;
    } else if (character !== '\r') cell += character;
  }
  endLine();
  return lines;
}
