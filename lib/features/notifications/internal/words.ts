import { z } from 'zod';
import { textsOfCodes } from '@/lib/features/dictionaries/internal/codes';
import { symptomTitleParts } from '@/lib/live/units/symptom-title';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { Language } from '@/lib/platform/i18n/languages';
import { DEFAULT_LANGUAGE } from '@/lib/platform/i18n/languages';
import { hasServerMessage, translateServer } from '@/lib/platform/i18n/server-messages';
import { codeOf } from '../channel-items';

/** Message key and parameters of a notice, stored beside its Chinese text, so that each reader reads it in their own language (readings 196). */

/** Where keys of notices may stand; a notice of a new feature needs its namespace here. */
const NAMESPACES = [
  'activities',
  'approvals',
  'assignments',
  'callbacks',
  'campusApplications',
  'entrapments',
  'escalation',
  'feedback',
  'reminders',
  'symptoms',
] as const;
const MAX_TITLE = 200;
const MAX_MESSAGE = 1000;

/** A word that is itself a text of the portal, for example the title of a rule. */
const Word = z.object({
  namespace: z.enum(NAMESPACES),
  key: z.string(),
  get params() {
    return z.record(z.string(), z.union([z.string(), z.number(), Word])).optional();
  },
  /** What is stored: the first language keeps it, and a language without a text of its own for the key. */
  otherwise: z.string().optional(),
  /** What follows in every language, for example the units of a storm. */
  suffix: z.string().optional(),
});
export type NoticeWord = z.output<typeof Word>;

const Words = z.object({
  namespace: z.enum(NAMESPACES),
  /** Keys of the namespace, or words that are whole; the message may name its title as `{what}`. */
  title: z.union([z.string(), Word]),
  message: z.union([z.string(), Word]),
  params: z.record(z.string(), z.union([z.string(), z.number(), Word])),
});
export type NoticeWords = z.output<typeof Words>;

const Kept = z.object({ words: Words });

const filledIn = (language: Language, params: NoticeWords['params']): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'object' ? wordIn(language, value) : value]),
  );

/** A word in a language. */
export function wordIn(
  language: Language,
  { namespace, key, params = {}, otherwise, suffix = '' }: NoticeWord,
): string {
  const isKnown =
    otherwise === undefined || (language !== DEFAULT_LANGUAGE && hasServerMessage(language, namespace, key));
  return `${isKnown ? translateServer(language, namespace, key, filledIn(language, params)) : otherwise}${suffix}`;
}

function wordsIn(language: Language, { namespace, title, message, params }: NoticeWords) {
  const filled = filledIn(language, params);
  const textOf = (text: string | NoticeWord, values: Record<string, string | number>) =>
    typeof text === 'object' ? wordIn(language, text) : translateServer(language, namespace, text, values);
  const what = textOf(title, filled);
  return {
    title: what.slice(0, MAX_TITLE),
    message: textOf(message, { ...filled, what }).slice(0, MAX_MESSAGE),
  };
}

/** A symptom's title without the rule's number, each reader in their own language (readings 244). */
export function symptomWord(title: string): NoticeWord {
  const { rule, text, units } = symptomTitleParts(title);
  return { namespace: 'symptoms', key: `rule.${rule ?? ''}`, otherwise: text, suffix: units };
}

/** Columns of a notification: the text in Chinese, and the keys with their parameters for readers of other languages. */
export const wordedColumns = (words: NoticeWords) => ({ ...wordsIn(DEFAULT_LANGUAGE, words), payload: { words } });

interface StoredTexts {
  readonly title: string;
  readonly message: string;
  readonly payload: Prisma.JsonValue;
}

/**
 * Title and message in a reader's language (readings 196, 244): what the portal worded, and what a controller's code means. What
 * a box or a person wrote stays.
 */
export async function noticeTexts(
  language: Language,
): Promise<(notice: StoredTexts) => { title: string; message: string }> {
  if (language === DEFAULT_LANGUAGE) return ({ title, message }) => ({ title, message });
  const codes = await textsOfCodes(language);
  return ({ title, message, payload }) => {
    const kept = Kept.safeParse(payload);
    if (kept.success) return wordsIn(language, kept.data.words);
    const text = codes.get(codeOf({ payload }) ?? '') ?? title;
    return { title: text, message: message === title ? text : message };
  };
}
