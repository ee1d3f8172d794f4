import { db } from '@/lib/platform/db/client';
import type { Language } from '@/lib/platform/i18n/languages';

/** What a code of a controller means. */
export interface CodeWords {
  readonly text: string;
  readonly isError: boolean;
}

const KEPT_MS = 30_000;
const held = new Map<Language, { at: number; texts: Promise<ReadonlyMap<string, string>> }>();

/** What every code of the dictionary is called in a language, at most 30 s old: for what is told to many at once. */
export function textsOfCodes(language: Language, now = Date.now()): Promise<ReadonlyMap<string, string>> {
  const known = held.get(language);
  if (known && now - known.at < KEPT_MS) return known.texts;
  const texts = readTexts(language);
  held.set(language, { at: now, texts });
  texts.catch(() => held.delete(language));
  return texts;
}

async function readTexts(language: Language): Promise<ReadonlyMap<string, string>> {
  const rows = await db().gbCodeDict.findMany({ select: { gbCode: true, text: true, textEn: true } });
  return new Map(rows.map(({ gbCode, text, textEn }) => [gbCode, (language === 'en' ? textEn : null) ?? text]));
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
