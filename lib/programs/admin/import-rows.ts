import { createReadStream } from 'node:fs';
import { CsvReader, cellsByName } from '@/lib/platform/files/csv';
import { AdminError } from './create-admin';

/** Reads the rows of a file, one after the other, whatever its size: CSV with a header, or one JSON object per line. */

export interface FileRow {
  /** From 1, as in an editor. */
  readonly line: number;
  readonly row: Record<string, unknown>;
  /** Bytes of the file read so far. */
  readonly read: number;
}

/** Without this limit a quote that is never closed, or a binary file, would become one line. */
const MAX_LINE = 1_000_000;
const BOM = '\ufeff';

function parseObject(text: string, name: string, line: number): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AdminError(`${name}, line ${line}: this is no JSON.`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new AdminError(`${name}, line ${line}: a row is a JSON object.`);
  return value as Record<string, unknown>;
}

async function* readJsonLines(
  source: AsyncIterable<string>,
  name: string,
  read: () => number,
): AsyncGenerator<FileRow> {
  let rest = '';
  let line = 0;
  for await (const piece of source) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      line += 1;
      const bare = text.replace(BOM, '').trim();
      if (bare !== '') yield { line, row: parseObject(bare, name, line), read: read() };
    }
    if (rest.length > MAX_LINE) throw new AdminError(`${name}, line ${line + 1} is too long.`);
  }
  const bare = rest.replace(BOM, '').trim();
  if (bare !== '') yield { line: line + 1, row: parseObject(bare, name, line + 1), read: read() };
}

async function* readCsvRows(source: AsyncIterable<string>, name: string, read: () => number): AsyncGenerator<FileRow> {
  const reader = new CsvReader(MAX_LINE);
  let names: readonly string[] | undefined;
  const rowsOf = function* (lines: ReturnType<CsvReader['push']>): Generator<FileRow> {
    for (const { line, cells } of lines) {
      if (!names) names = cells;
      else if (cells.length > names.length)
        throw new AdminError(`${name}, line ${line}: ${cells.length} cells where the head names ${names.length}.`);
      else yield { line, row: cellsByName(names, cells), read: read() };
    }
  };
  try {
    for await (const piece of source) yield* rowsOf(reader.push(piece));
    yield* rowsOf(reader.end());
  } catch (error) {
    throw error instanceof RangeError ? new AdminError(`${name}: ${error.message}.`) : error;
  }
}

/**
 * The rows of a CSV (`.csv`) or JSON lines (`.jsonl`, `.ndjson`) file in UTF-8.
 * @throws AdminError naming the line, for a file that is neither
 */
export function readRows(path: string): AsyncGenerator<FileRow> {
  const stream = createReadStream(path, { encoding: 'utf8' });
  const read = () => stream.bytesRead;
  if (/\.csv$/i.test(path)) return readCsvRows(stream, path, read);
  if (/\.(jsonl|ndjson)$/i.test(path)) return readJsonLines(stream, path, read);
  stream.destroy();
  throw new AdminError(`${path} is neither .csv nor .jsonl.`);
}
