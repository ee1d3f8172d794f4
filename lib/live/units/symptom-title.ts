/** Titles of symptoms: `{rule}-{title}` as detectors write them (silent-screens F2). Pure. */

export interface SymptomTitleParts {
  /** The rule number before the first hyphen; empty when the title begins with the hyphen; undefined without one. */
  readonly rule: string | undefined;
  readonly text: string;
  /** ` (3: …)`, the units of a storm; empty where it is none. */
  readonly units: string;
}

export function symptomTitleParts(title: string): SymptomTitleParts {
  const [units = ''] = / \(\d+: [^)]*\)$/.exec(title) ?? [];
  const head = title.slice(0, title.length - units.length);
  const hyphen = head.indexOf('-');
  return {
    rule: hyphen >= 0 ? head.slice(0, hyphen).trim() : undefined,
    text: head.slice(hyphen + 1).trim(),
    units,
  };
}

/**
 * A title for its reader: only SUPER_MASTER sees the part before the first hyphen (doc2 §2.10).
 * @param words the rule's name in the language of the interface; undefined: the title stays as it is
 */
export function shownSymptomTitle(
  title: string,
  { isWhole, words = () => undefined }: { isWhole: boolean; words?: (rule: string) => string | undefined },
): string {
  const { rule, text, units } = symptomTitleParts(title);
  if (rule === undefined) return title;
  const shown = `${words(rule) ?? text}${units}`;
  return isWhole ? `${title.slice(0, title.indexOf('-') + 1)}${shown}` : shown;
}
