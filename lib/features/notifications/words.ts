import { z } from 'zod';
import type { Language } from '@/lib/platform/i18n/languages';
import { DEFAULT_LANGUAGE } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';

/**
 * The text of a notice, stored also as text keys with their values, so that each reader sees it in the own language
 * (readings 196).
 */

const NAMESPACES = ['activities', 'reminders'] as const;
const MAX_TITLE = 200;
const MAX_MESSAGE = 1000;

const Words = z.object({
  namespace: z.enum(NAMESPACES),
  /** Keys of the namespace; the message may contain its title as `{what}`. */
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

/** The columns of a notification with this text: the text in the first language, and the keys for other readers. */
export const wordedColumns = (words: NoticeWords) => ({ ...wordsIn(DEFAULT_LANGUAGE, words), payload: { words } });

/** Title and message in a reader's language; the stored text when no keys are stored. */
export function wordedFor(
  { title, message, payload }: { readonly title: string; readonly message: string; readonly payload: unknown },
  language: Language,
): { title: string; message: string } {
  if (language === DEFAULT_LANGUAGE) return { title, message };
  const kept = Kept.safeParse(payload);
  return kept.success ? wordsIn(language, kept.data.words) : { title, message };
}
