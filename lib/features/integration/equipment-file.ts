import type { OutputOf } from '@/lib/platform/contract/operation';
import { cellsByName, parseCsv, readCsvHead } from '@/lib/platform/files/csv';
import type { Language } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import { importBatch } from './internal/batch';
import { CSV_ROW_LIMIT } from '@/lib/platform/contract/csv-import';
import { ROW_LIMIT, UNIT_CSV_COLUMNS, UNIT_CSV_REQUIRED } from './contract';
import type { importEquipmentFile } from './contract';

/**
 * Imports units from a CSV text of the head office: by the same rules as a partner's rows, with the line numbers of the
 * file.
 */

type Answer = OutputOf<typeof importEquipmentFile>;

/** Nobody reads more than this; the rest is counted. */
const MAX_FAULTS = 200;

interface File {
  readonly csv: string;
  readonly isDryRun: boolean;
  /** The account that is recorded as the author of the rows. */
  readonly username: string;
  readonly language: Language;
}

/** @returns what was done, or would be */
export async function importUnits({ csv, isDryRun, username, language }: File): Promise<Answer> {
  const say = (key: string, params?: Record<string, string | number>) =>
    translateServer(language, 'errors', key, params);
  const [head, ...lines] = parseCsv(csv);
  const { names, faults } = readCsvHead(head, { columns: UNIT_CSV_COLUMNS, required: UNIT_CSV_REQUIRED });
  const failed = faults.map(({ key, params }) => ({ line: head?.line ?? 1, message: say(key, params) }));
  if (lines.length === 0) failed.push({ line: head?.line ?? 1, message: say('csvEmpty') });
  if (lines.length > CSV_ROW_LIMIT)
    failed.push({ line: lines[CSV_ROW_LIMIT]?.line ?? 1, message: say('csvTooMany', { limit: CSV_ROW_LIMIT }) });
  const sum = { created: 0, updated: 0, unchanged: 0 };
  // An error of the file as a whole counts for every line.
  if (failed.length > 0) return { ...sum, failedTotal: failed.length, failed };

  const rows: { line: number; row: Record<string, unknown> }[] = [];
  const seen = new Map<string, number>();
  for (const { line, cells } of lines) {
    const row = cellsByName(names, cells);
    const { equipmentNo = '' } = row;
    const first = seen.get(equipmentNo);
    if (cells.length > names.length)
      failed.push({ line, message: say('csvCells', { count: cells.length, wanted: names.length }) });
    else if (first !== undefined)
      failed.push({ line, message: say('csvUnitRepeated', { name: equipmentNo, line: first }) });
    else rows.push({ line, row });
    if (equipmentNo !== '' && first === undefined) seen.set(equipmentNo, line);
  }
  for (let start = 0; start < rows.length; start += ROW_LIMIT) {
    const part = rows.slice(start, start + ROW_LIMIT);
    const result = await importBatch({
      entity: 'equipment',
      rows: part.map(({ row }) => row),
      source: username,
      language,
      isDryRun,
    });
    sum.created += result.created;
    sum.updated += result.updated;
    sum.unchanged += result.unchanged;
    failed.push(...result.failed.map(({ index, message }) => ({ line: part[index]?.line ?? 0, message })));
  }
  failed.sort((a, b) => a.line - b.line);
  return { ...sum, failedTotal: failed.length, failed: failed.slice(0, MAX_FAULTS) };
}
