import { may } from '@/lib/platform/contract/access';
import type { Actor } from '@/lib/platform/contract/actor';
import { containsAfter, containsText, gramFilter, likeLiteral } from '@/lib/platform/db/name-grams';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { Language } from '@/lib/platform/i18n/languages';
import { wholeTitles } from './contract';
import { wordedRules } from '@/lib/live/detector/rule-words';

/** A search by title finds exactly what the reader can see (readings 117, 244). */

type Where = Prisma.SymptomWhereInput;

const ofRule = (rule: string): Where => ({ symptomTitle: { startsWith: likeLiteral(`${rule}-`) } });

/** Searches the stored title; the part before the first hyphen only for readers who see it. */
function storedTitle(typed: string, isWhole: boolean): Where {
  if (isWhole) return { symptomTitle: containsText(typed) };
  return {
    OR: [
      { symptomTitle: containsAfter('-', typed) },
      { AND: [{ symptomTitle: containsText(typed) }, { NOT: { symptomTitle: containsText('-') } }] },
    ],
  };
}

/** Titles that contain the typed text: those of the portal's rules in the reader's language, others as stored. */
export function titleFilter(actor: Actor, language: Language, typed: string): Where {
  const isWhole = may(actor, wholeTitles);
  const rules = wordedRules(language);
  const found = rules.filter(({ rule, words }) =>
    (isWhole ? `${rule}-${words}` : words).toLowerCase().includes(typed.toLowerCase()),
  );
  const stored: Where = {
    AND: [gramFilter(typed), storedTitle(typed, isWhole), ...rules.map(({ rule }) => ({ NOT: ofRule(rule) }))],
  };
  if (found.length === 0) return stored;
  return { OR: [stored, ...found.map(({ rule }): Where => ({ AND: [gramFilter(`${rule}-`), ofRule(rule)] }))] };
}
