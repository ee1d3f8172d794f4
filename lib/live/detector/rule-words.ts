import { RULE_WORDED } from './opened-by-rule';
import { symptomTitleParts } from '@/lib/live/units/symptom-title';
import type { Language } from '@/lib/platform/i18n/languages';
import { DEFAULT_LANGUAGE } from '@/lib/platform/i18n/languages';
import { hasServerMessage, serverKeys, translateServer } from '@/lib/platform/i18n/server-messages';

/** What the rules are called in a reader's language (silent-screens F2, readings 244). Server only. */

/** A rule's title in English; undefined where its own words stay. */
export const ruleWords =
  (language: Language) =>
  (rule: string): string | undefined =>
    language !== DEFAULT_LANGUAGE && hasServerMessage(language, 'symptoms', `rule.${rule}`)
      ? translateServer(language, 'symptoms', `rule.${rule}`)
      : undefined;

/** The rules that a language has words of its own for. */
export const wordedRules = (language: Language): { rule: string; words: string }[] =>
  serverKeys(language, 'symptoms', 'rule').flatMap((rule) => {
    const words = ruleWords(language)(rule);
    return words === undefined ? [] : [{ rule, words }];
  });

/** What is stored of a rule: its words in the first language. */
export const storedRuleWords = (rule: string): string => translateServer(DEFAULT_LANGUAGE, 'symptoms', `rule.${rule}`);

/** The rule whose stored words these are; undefined: somebody wrote them. */
export function ruleOfWords(text: string): string | undefined {
  const rules = serverKeys(DEFAULT_LANGUAGE, 'symptoms', 'rule');
  return rules.find((rule) => storedRuleWords(rule) === text);
}

interface Described {
  readonly callbackType: string;
  readonly jobDescription: string | null;
}

/** A call-out's description as a reader of this language sees it: a rule's words are translated, what a person or an ERP wrote stays. */
export function descriptionIn(language: Language): (callOut: Described) => string {
  const translated = new Map(wordedRules(language).map(({ rule, words }) => [storedRuleWords(rule), words]));
  return ({ callbackType, jobDescription }) => {
    if (jobDescription === null) return '';
    if (!RULE_WORDED.includes(callbackType) || translated.size === 0) return jobDescription;
    const { text, units } = symptomTitleParts(jobDescription);
    const words = translated.get(text);
    return words === undefined ? jobDescription : `${words}${units}`;
  };
}

/** The stored descriptions that this reader sees in other words, when those hold what was typed, or do not (readings 117). */
export function translatedDescriptions(language: Language, typed: string): { found: string[]; hidden: string[] } {
  const rules = wordedRules(language);
  const isFound = ({ words }: { words: string }) => words.toLowerCase().includes(typed.toLowerCase());
  return {
    found: rules.filter(isFound).map(({ rule }) => storedRuleWords(rule)),
    hidden: rules.filter((rule) => !isFound(rule)).map(({ rule }) => storedRuleWords(rule)),
  };
}
