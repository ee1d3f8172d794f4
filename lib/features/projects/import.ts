import type { Actor } from '@/lib/platform/contract/actor';
import { db } from '@/lib/platform/db/client';
import { cellsByName, parseCsv, readCsvHead, type CsvLine } from '@/lib/platform/files/csv';
import { rowFaults } from '@/lib/platform/files/row-faults';
import type { Language } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import { AppError } from '@/lib/platform/contract/errors';
import type { OutputOf } from '@/lib/platform/contract/operation';
import { validate } from '@/lib/platform/contract/validate';
import { CSV_ROW_LIMIT } from '@/lib/platform/contract/csv-import';
import { CSV_COLUMNS, CSV_REQUIRED } from './import-contract';
import type { importProjectFile } from './import-contract';
import { ProjectImport } from './internal/import-shape';
import type { ImportOutcome } from './internal/import-shape';
import { importProjectEquipment, importProjects } from './internal/import-projects';
import { splitNumbers } from './numbers';

/** Imports SAP projects from a CSV file: all or nothing, and every wrong line is listed. */

type Answer = OutputOf<typeof importProjectFile>;
interface ImportFault {
  line: number;
  message: string;
}

/** Nobody reads more than this; the rest is counted. */
const MAX_FAULTS = 200;
const WAIT = { timeout: 55_000, maxWait: 10_000 };

class RefusedImport extends Error {
  constructor(readonly faults: readonly ImportFault[]) {
    super('refused');
  }
}

function readHead(head: CsvLine | undefined, say: (key: string, params?: Record<string, string>) => string) {
  const { names, faults } = readCsvHead(head, { columns: CSV_COLUMNS, required: CSV_REQUIRED });
  const line = head?.line ?? 1;
  if (faults.length > 0)
    throw new RefusedImport(faults.map(({ key, params }) => ({ line, message: say(key, params) })));
  return names;
}

/** @returns what was done; with `failed` nothing was */
export async function importCsv(actor: Actor, csv: string, language: Language): Promise<Answer> {
  const say = (key: string, params?: Record<string, string | number>) =>
    translateServer(language, 'errors', key, params);
  try {
    const [head, ...lines] = parseCsv(csv);
    const names = readHead(head, say);
    if (lines.length === 0) throw new RefusedImport([{ line: head?.line ?? 1, message: say('csvEmpty') }]);
    if (lines.length > CSV_ROW_LIMIT)
      throw new RefusedImport([
        { line: lines[CSV_ROW_LIMIT]?.line ?? 1, message: say('csvTooMany', { limit: CSV_ROW_LIMIT }) },
      ]);

    const faults: ImportFault[] = [];
    const rows: { line: number; row: ProjectImport; numbers: readonly string[] }[] = [];
    const seen = new Map<string, number>();
    for (const { line, cells } of lines) {
      const { equipmentNos = '', ...fields } = cellsByName(names, cells);
      const { numbers, bad } = splitNumbers(equipmentNos);
      try {
        // An empty cell clears optional fields; an empty flag or time is ignored.
        const row = validate(
          ProjectImport,
          Object.fromEntries(
            Object.entries(fields).filter(
              ([name, value]) => value !== '' || !['isMessage', 'updatedAt'].includes(name),
            ),
          ),
        );
        if (cells.length > names.length)
          faults.push({ line, message: say('csvCells', { count: cells.length, wanted: names.length }) });
        else if (bad.length > 0) faults.push({ line, message: `equipmentNos: ${say('badKey')}` });
        else if (seen.has(row.projectId))
          faults.push({
            line,
            message: say('csvRepeated', { name: row.projectId, line: seen.get(row.projectId) ?? 0 }),
          });
        else rows.push({ line, row, numbers });
        seen.set(row.projectId, line);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        faults.push({ line, message: rowFaults(ProjectImport, error, language) });
      }
    }

    // The good lines are checked by the database, too, so that a file needs only one correction.
    return await db().$transaction(async (sql) => {
      const note = (outcome: ImportOutcome, line: number) => {
        if (typeof outcome !== 'string') faults.push({ line, message: say(outcome.messageKey, outcome.params) });
      };
      const outcomes = await importProjects(
        sql,
        rows.map(({ row }) => row),
        actor.username,
      );
      outcomes.forEach((outcome, at) => note(outcome, rows[at]?.line ?? 0));
      // Units of a refused project would only repeat the same error.
      const links = rows.flatMap(({ line, row, numbers }, at) =>
        typeof outcomes[at] === 'string'
          ? numbers.map((equipmentNo) => ({ line, projectId: row.projectId, equipmentNo }))
          : [],
      );
      const linked = links.length === 0 ? [] : await importProjectEquipment(sql, links, actor.username);
      linked.forEach((outcome, at) => note(outcome, links[at]?.line ?? 0));
      if (faults.length > 0) throw new RefusedImport(faults);
      const touched = new Set(links.flatMap(({ projectId }, at) => (linked[at] === 'created' ? [projectId] : [])));
      const result = { created: 0, updated: 0, unchanged: 0, failedTotal: 0, failed: [] };
      outcomes.forEach((outcome, at) => {
        const isTouched = outcome === 'unchanged' && touched.has(rows[at]?.row.projectId ?? '');
        if (typeof outcome === 'string') result[isTouched ? 'updated' : outcome] += 1;
      });
      return result;
    }, WAIT);
  } catch (error) {
    if (!(error instanceof RefusedImport)) throw error;
    const faults = [...error.faults].sort((a, b) => a.line - b.line);
    return { created: 0, updated: 0, unchanged: 0, failedTotal: faults.length, failed: faults.slice(0, MAX_FAULTS) };
  }
}
