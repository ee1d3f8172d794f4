import { shownSymptomTitle } from '@/lib/live/units/symptom-title';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { wholeTitles } from '../contract';

/** Texts of the namespace `symptoms`. */
interface Texts {
  (key: string): string;
  has: (key: string) => boolean;
}

/**
 * A title as the holder sees it (doc2 §2.10). In English the text is found by the rule, before the rule is cut off
 * (silent-screens F2).
 */
export function titleFor(
  t: Texts,
  holder: Holder,
  isEnglish: boolean,
): (row: { readonly symptomTitle: string }) => string {
  const words = isEnglish ? (rule: string) => (t.has(`rule.${rule}`) ? t(`rule.${rule}`) : undefined) : undefined;
  const isWhole = may(holder, wholeTitles);
  return ({ symptomTitle }) => shownSymptomTitle(symptomTitle, { isWhole, words });
}
