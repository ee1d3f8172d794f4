import type { NoticeWord } from '@/lib/features/notifications/internal/words';
import { ruleOfWords } from '@/lib/live/detector/rule-words';
import { symptomTitleParts } from '@/lib/live/units/symptom-title';

/** What notices and activities of a call-out say after its state, as words that each reader has in their own language. */

/** A description: the words of a rule, or what a person wrote. */
export function descriptionWord(jobDescription: string): string | NoticeWord {
  const { text, units } = symptomTitleParts(jobDescription);
  const rule = ruleOfWords(text);
  return rule === undefined
    ? jobDescription
    : { namespace: 'symptoms', key: `rule.${rule}`, otherwise: text, suffix: units };
}

/** The reason of a closed call-out. */
export const causeWord = (scsa: string | null | undefined, scsaText: string | null): string | NoticeWord | null =>
  scsa && scsaText !== null ? { namespace: 'callbacks', key: `scsa.${scsa}`, otherwise: scsaText } : scsaText;

/** Who is in danger in a call-out that is open already, and what was said of it. */
export function joinWord(
  { isTrapped, isInjured }: { readonly isTrapped: boolean; readonly isInjured: boolean },
  jobDescription: string,
): string | NoticeWord {
  const text = descriptionWord(jobDescription);
  if (!isTrapped && !isInjured) return text;
  const key = isTrapped && isInjured ? 'both' : isTrapped ? 'trapped' : 'injured';
  return { namespace: 'callbacks', key: `activity.with.${key}`, params: { text } };
}

/** Somebody is trapped, as the box says. */
export const TRAPPED_WORD: NoticeWord = { namespace: 'callbacks', key: 'activity.trapped' };
