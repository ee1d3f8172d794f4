import { db } from '@/lib/platform/db/client';
import { isDataError } from '@/lib/platform/db/failure';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import type { OutputOf } from '@/lib/platform/contract/operation';
import { unstorablePath } from '@/lib/platform/contract/storable';
import { validate } from '@/lib/platform/contract/validate';
import type { Language } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import { logger } from '@/lib/platform/system/log';
import type { ImportEntity, importRows } from '../contract';
import { IMPORTERS } from '../importers';
import type { ImportOutcome } from '@/lib/features/projects/internal/import-shape';
import type { Importer } from '../kind';
import { rowFaults } from '@/lib/platform/files/row-faults';

/**
 * Imports one batch of rows of one kind. A partner's call, a file of the command line and a file of a screen all use
 * it.
 */

/** A large batch may wait for rows that people are changing. */
const WAIT = { timeout: 50_000, maxWait: 10_000 };

interface ImportBatch {
  readonly entity: ImportEntity;
  readonly rows: readonly Record<string, unknown>[];
  /** The sender: a partner or an account. */
  readonly source: string;
  readonly language: Language;
  /** Reports what would happen to the rows; nothing is stored. */
  readonly isDryRun?: boolean;
}

/** @throws AppError naming the fields that are wrong */
function readRow(schema: Importer['schema'], row: Record<string, unknown>): unknown {
  const field = unstorablePath(row);
  if (field !== null) throw new FieldError(field, 'badValue');
  return validate(schema, row);
}

/** Errors that are about the row; every other error is about us. */
const OF_ROWS: readonly string[] = ['conflict', 'not_found', 'no_object_permission'];

/** Why one row was refused while it was written; undefined when the row was not the cause. */
function faultOf(error: unknown): Exclude<ImportOutcome, string> | undefined {
  if (error instanceof AppError && OF_ROWS.includes(error.id)) {
    const [field] = Object.keys((error.data?.fieldKeys ?? {}) as Record<string, string>);
    const params = Object.fromEntries(Object.entries(error.params).map(([name, value]) => [name, String(value)]));
    return { messageKey: error.messageKey, params, ...(field ? { field } : {}) };
  }
  return isDataError(error) ? { messageKey: 'badValue' } : undefined;
}

/** Ends the transaction of a dry run. */
class DryRunEnd extends Error {
  constructor(readonly outcomes: readonly ImportOutcome[]) {
    super('undone');
  }
}

/**
 * Writes all rows in one transaction. When they break a rule that only the database checks, halving finds the guilty
 * rows.
 */
async function saveRows(
  save: Importer['save'],
  rows: readonly unknown[],
  batch: Pick<ImportBatch, 'source' | 'isDryRun'>,
): Promise<readonly ImportOutcome[]> {
  if (rows.length === 0) return [];
  try {
    return await db().$transaction(async (sql) => {
      const outcomes = await save(sql, rows, batch.source);
      if (batch.isDryRun) throw new DryRunEnd(outcomes);
      return outcomes;
    }, WAIT);
  } catch (error) {
    if (error instanceof DryRunEnd) return error.outcomes;
    const fault = faultOf(error);
    if (fault === undefined) throw error;
    if (rows.length === 1) {
      if (!(error instanceof AppError))
        logger('integration').warn({ err: error, source: batch.source }, 'a row cannot be stored, refused');
      return [fault];
    }
    const middle = Math.ceil(rows.length / 2);
    return [
      ...(await saveRows(save, rows.slice(0, middle), batch)),
      ...(await saveRows(save, rows.slice(middle), batch)),
    ];
  }
}

/**
 * Writes the good rows and names the bad ones, in the sender's language.
 * @throws errors that no row caused: the database is unavailable
 */
export async function importBatch(batch: ImportBatch): Promise<OutputOf<typeof importRows>> {
  const { entity, rows, language } = batch;
  const { schema, save } = IMPORTERS[entity];
  const failed: { index: number; message: string }[] = [];
  const good: { index: number; row: unknown }[] = [];
  rows.forEach((row, index) => {
    try {
      good.push({ index, row: readRow(schema, row) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failed.push({ index, message: rowFaults(schema, error, language) });
    }
  });
  const outcomes = await saveRows(
    save,
    good.map(({ row }) => row),
    batch,
  );
  const count = { created: 0, updated: 0, unchanged: 0 };
  outcomes.forEach((outcome, at) => {
    if (typeof outcome === 'string') {
      count[outcome] += 1;
      return;
    }
    const words = translateServer(language, 'errors', outcome.messageKey, outcome.params);
    failed.push({ index: good[at]?.index ?? 0, message: outcome.field ? `${outcome.field}: ${words}` : words });
  });
  return { ...count, failed: failed.sort((a, b) => a.index - b.index) };
}
