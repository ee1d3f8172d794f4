import { z } from 'zod';
import type { Language } from '@/lib/platform/i18n/languages';
import { DEFAULT_LANGUAGE } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';

/** What a notice says, kept beside its text as keys and what fills them, so that each reader has it in the own language (readings 196). */

const NAMESPACES = ['activities', 'reminders'] as const;
const MAX_TITLE = 200;
const MAX_MESSAGE = 1000;

const Words = z.object({
  namespace: z.enum(NAMESPACES),
  /** Keys of the namespace; the message may name its title as `{what}`. */
  title: z.string(),
  message: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type NoticeWords = z.output<typeof Words>;

const Kept = z.object({ words: Words });

function wordsIn(language: Language, { namespace, title, message, params }: NoticeWords) {
  const what = translateServer(language, namespace, title, params);
  return {
    title: what.slice(0, MAX_TITLE),
    message: translateServer(language, namespace, message, { ...params, what }).slice(0, MAX_MESSAGE),
  };
}

/** Columns of a notification that says it: the text of the first language, and what other readers are told by. */
export const wordedColumns = (words: NoticeWords) => ({ ...wordsIn(DEFAULT_LANGUAGE, words), payload: { words } });

/** Title and message in a reader's language; as they are stored where nobody kept more. */
export function wordedFor(
  { title, message, payload }: { readonly title: string; readonly message: string; readonly payload: unknown },
  language: Language,
): { title: string; message: string } {
  if (language === DEFAULT_LANGUAGE) return { title, message };
  const kept = Kept.safeParse(payload);
  return kept.success ? wordsIn(language, kept.data.words) : { title, message };
}
