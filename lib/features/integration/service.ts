import { db } from '@/lib/platform/db/client';
import { isDataError } from '@/lib/platform/db/data-error';
import type { Language } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import type { Outcome } from '@/lib/features/projects/internal';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { serve } from '@/lib/platform/contract/serve';
import { unstorablePath } from '@/lib/platform/contract/storable';
import { validate } from '@/lib/platform/contract/validate';
import { logger } from '@/lib/platform/system/log';
import { importRows } from './contract';
import { IMPORTERS, type Importer } from './importers';

/** A large batch may wait for rows that people are changing. */
const WAIT = { timeout: 50_000, maxWait: 10_000 };

/** The first refusal of a row's schema as a text: the field and what is wrong with it. */
function wordsOf(error: AppError, language: Language): string {
  const [[field, messageKey] = ['', error.messageKey]] = Object.entries(
    (error.data?.fieldKeys ?? {}) as Record<string, string>,
  );
  return `${field}: ${translateServer(language, 'errors', messageKey)}`;
}

/** @throws AppError naming the first field that is wrong */
function readRow(schema: Importer['schema'], row: Record<string, unknown>): unknown {
  const field = unstorablePath(row);
  if (field !== null) throw new FieldError(field, 'badValue');
  return validate(schema, row);
}

/** All rows in one transaction. When the database refuses what is in them, the guilty ones are sought by halves. */
async function saveRows(save: Importer['save'], rows: readonly unknown[], source: string): Promise<readonly Outcome[]> {
  if (rows.length === 0) return [];
  try {
    return await db().$transaction((sql) => save(sql, rows, source), WAIT);
  } catch (error) {
    if (!isDataError(error)) throw error;
    if (rows.length === 1) {
      logger('integration').warn({ err: error, source }, 'a row cannot be stored, refused');
      return [{ messageKey: 'badValue' }];
    }
    const middle = Math.ceil(rows.length / 2);
    return [
      ...(await saveRows(save, rows.slice(0, middle), source)),
      ...(await saveRows(save, rows.slice(middle), source)),
    ];
  }
}

async function upsert(
  { entity, rows }: ParsedOf<typeof importRows>,
  source: string,
  language: Language,
): Promise<OutputOf<typeof importRows>> {
  const { schema, save } = IMPORTERS[entity];
  const failed: { index: number; message: string }[] = [];
  const good: { index: number; row: unknown }[] = [];
  rows.forEach((row, index) => {
    try {
      good.push({ index, row: readRow(schema, row) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failed.push({ index, message: wordsOf(error, language) });
    }
  });
  const outcomes = await saveRows(
    save,
    good.map(({ row }) => row),
    source,
  );
  const count = { created: 0, updated: 0, unchanged: 0 };
  outcomes.forEach((outcome, at) => {
    if (typeof outcome === 'string') count[outcome] += 1;
    else
      failed.push({
        index: good[at]?.index ?? 0,
        message: translateServer(language, 'errors', outcome.messageKey, outcome.params),
      });
  });
  return { ...count, failed: failed.sort((a, b) => a.index - b.index) };
}

export const services = [
  serve(importRows, ({ partnerId, language }, input) => upsert(input, partnerId, language)),
];
