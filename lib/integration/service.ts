import { db } from '@/lib/db/client';
import type { Language } from '@/lib/i18n/languages';
import { translateServer } from '@/lib/i18n/server-messages';
import { AppError } from '@/lib/sms/errors';
import type { OutputOf, ParsedOf } from '@/lib/sms/operation';
import { serve } from '@/lib/sms/serve';
import { validate } from '@/lib/sms/validate';
import { importRows } from './contract';
import { IMPORTERS } from './importers';

/** A large batch may wait for rows that people are changing. */
const WAIT = { timeout: 50_000, maxWait: 10_000 };

/** The first refusal of a row's schema as a text: the field and what is wrong with it. */
function wordsOf(error: AppError, language: Language): string {
  const [[field, messageKey] = ['', error.messageKey]] = Object.entries((error.data?.fieldKeys ?? {}) as Record<string, string>);
  return `${field}: ${translateServer(language, 'errors', messageKey)}`;
}

async function upsert({ entity, rows }: ParsedOf<typeof importRows>, source: string, language: Language): Promise<OutputOf<typeof importRows>> {
  const { schema, save } = IMPORTERS[entity];
  const failed: { index: number; message: string }[] = [];
  const good: { index: number; row: unknown }[] = [];
  rows.forEach((row, index) => {
    try {
      good.push({ index, row: validate(schema, row) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failed.push({ index, message: wordsOf(error, language) });
    }
  });
  const outcomes = good.length === 0 ? [] : await db().$transaction((sql) => save(sql, good.map(({ row }) => row), source), WAIT);
  const count = { created: 0, updated: 0, unchanged: 0 };
  outcomes.forEach((outcome, at) => {
    if (typeof outcome === 'string') count[outcome] += 1;
    else failed.push({ index: good[at]?.index ?? 0, message: translateServer(language, 'errors', outcome.messageKey, outcome.params) });
  });
  return { ...count, failed: failed.sort((a, b) => a.index - b.index) };
}

export const integrationServices = [serve(importRows, ({ partnerId, language }, input) => upsert(input, partnerId, language))];
