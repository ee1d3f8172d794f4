import { db } from '@/lib/platform/db/client';
import type { Language } from '@/lib/platform/i18n/languages';

/** What a code of a controller means. */
export interface CodeWords {
  readonly text: string;
  readonly isError: boolean;
}

/** Codes in the words of a language; unknown ones are absent. */
export async function wordsOfCodes(codes: readonly string[], language: Language): Promise<Map<string, CodeWords>> {
  if (codes.length === 0) return new Map();
  const entries = await db().gbCodeDict.findMany({ where: { gbCode: { in: [...new Set(codes)] } } });
  return new Map(
    entries.map(({ gbCode, text, textEn, error }) => [
      gbCode,
      { text: (language === 'en' ? textEn : null) ?? text, isError: error },
    ]),
  );
}
