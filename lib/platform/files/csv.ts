/** Reading CSV as spreadsheets write it (RFC 4180): quotes, line breaks inside of them, a BOM, CRLF, and `;` or tabs for `,`. Pure. */

export interface CsvLine {
  /** Where the line begins in the file, from 1: what an editor shows. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** The separator that the first line uses most. */
function separatorOf(head: string): string {
  const counts = [',', ';', '\t'].map((separator) => [separator, head.split(separator).length] as const);
  return counts.reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}

/**
 * Takes a file in pieces of any size and returns its lines that are not empty, so that no file has to fit into memory.
 */
export class CsvReader {
  private separator = '';
  private head = '';
  private cells: string[] = [];
  private cell = '';
  private isQuoted = false;
  /** A quote within quotes: the end, or the first half of an escaped quote. */
  private isAfterQuote = false;
  private line = 1;
  private begin = 1;
  private size = 0;

  /**
   * @param maxLine most characters of a line; beyond it `push` throws a RangeError with the line, because a quote was
   * never closed
   */
  constructor(private readonly maxLine = Infinity) {}

  push(text: string): CsvLine[] {
    if (this.separator !== '') return this.read(text);
    this.head += text;
    return this.head.includes('\n') ? this.readHead() : [];
  }

  /** The rest. A quote that was never closed ends with the file. */
  end(): CsvLine[] {
    const lines = this.separator === '' ? this.readHead() : [];
    this.endLine(lines);
    return lines;
  }

  private readHead(): CsvLine[] {
    const text = this.head.replace(/^\ufeff/, '');
    const [first = ''] = text.split(/\r?\n/, 1);
    this.separator = separatorOf(first);
    this.head = '';
    return this.read(text);
  }

  private endLine(lines: CsvLine[]): void {
    this.cells.push(this.cell.trim());
    this.cell = '';
    this.isAfterQuote = false;
    if (this.cells.some((value) => value !== '')) lines.push({ line: this.begin, cells: this.cells });
    this.cells = [];
    this.begin = this.line;
    this.size = 0;
  }

  private read(text: string): CsvLine[] {
    const lines: CsvLine[] = [];
    for (const character of text) {
      if (character === '\n') this.line += 1;
      this.size += 1;
      if (this.size > this.maxLine) throw new RangeError(`line ${this.begin} is too long`);
      if (this.isQuoted) {
        if (!this.isAfterQuote) {
          if (character === '"') this.isAfterQuote = true;
          else this.cell += character;
          continue;
        }
        this.isAfterQuote = false;
        if (character === '"') {
          this.cell += '"';
          continue;
        }
        this.isQuoted = false;
      }
      if (character === '"' && this.cell.trim() === '') {
        this.cell = '';
        this.isQuoted = true;
      } else if (character === this.separator) {
        this.cells.push(this.cell.trim());
        this.cell = '';
      } else if (character === '\n') this.endLine(lines);
      else if (character !== '\r') this.cell += character;
    }
    return lines;
  }
}

/** The lines of a whole text. */
export function parseCsv(source: string): CsvLine[] {
  const reader = new CsvReader();
  return [...reader.push(source), ...reader.end()];
}

/** What is wrong with a header line: a key of `errors` and its values. */
export interface HeadFault {
  readonly key: string;
  readonly params: Record<string, string>;
}

/**
 * Maps the column names of a file to `columns`; any case and order is accepted.
 * @returns also all errors of the header line; the reader ignores columns without a name
 */
export function readCsvHead(
  head: CsvLine | undefined,
  { columns, required }: { readonly columns: readonly string[]; readonly required: readonly string[] },
): { readonly names: readonly string[]; readonly faults: readonly HeadFault[] } {
  const known = new Map(columns.map((name) => [name.toLowerCase(), name]));
  const names = (head?.cells ?? []).map((cell) => known.get(cell.toLowerCase()) ?? cell);
  const faults = [
    ['csvMissing', required.filter((name) => !names.includes(name))],
    ['csvUnknown', names.filter((name) => name !== '' && !known.has(name.toLowerCase()))],
    ['csvTwice', names.filter((name, index) => name !== '' && names.indexOf(name) !== index)],
  ] as const;
  return {
    names,
    faults: faults.flatMap(([key, found]) =>
      found.length > 0 ? [{ key, params: { columns: found.join(', ') } }] : [],
    ),
  };
}

/** The cells of a line by the names of their columns. */
export const cellsByName = (names: readonly string[], cells: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name, at) => (name === '' || cells[at] === undefined ? [] : [[name, cells[at]]])));
