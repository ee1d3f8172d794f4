/** Titles of symptoms: `{rule}-{title}` as detectors write them (silent-screens F2). Pure. */

/** The rule number before the first hyphen; empty when the title begins with the hyphen; undefined without one. */
function ruleOfTitle(title: string): string | undefined {
  const hyphen = title.indexOf('-');
  return hyphen >= 0 ? title.slice(0, hyphen).trim() : undefined;
}

/**
 * A title for its reader: only SUPER_MASTER sees the part before the first hyphen (doc2 §2.10).
 * @param words the rule's name in the language of the interface; undefined: the title stays as it is
 */
export function shownSymptomTitle(
  title: string,
  { isWhole, words = () => undefined }: { isWhole: boolean; words?: (rule: string) => string | undefined },
): string {
  const rule = ruleOfTitle(title);
  if (rule === undefined) return title;
  const [units = ''] = / \(\d+: [^)]*\)$/.exec(title) ?? [];
  const worded = words(rule);
  const own = worded === undefined ? undefined : `${worded}${units}`;
  const shown = own ?? title.slice(title.indexOf('-') + 1).trim();
  return isWhole ? `${title.slice(0, title.indexOf('-') + 1)}${shown}` : shown;
}
