/** Rules that find trapped persons (silent-screens F2, F3; readings 126). */
export const ENTRAPMENT_RULES: readonly string[] = ['A01', 'A02', 'A04'];
/** The one of them that follows what a box itself says. */
export const TRAPPED_RULE = 'A01';

/** Does the symptom say that somebody is trapped? A title begins with its rule when it has no rule number. */
export const tellsEntrapment = ({
  symptomDefinitionId,
  symptomTitle,
}: {
  readonly symptomDefinitionId: string | null;
  readonly symptomTitle: string;
}): boolean => ENTRAPMENT_RULES.some((rule) => symptomDefinitionId === rule || symptomTitle.startsWith(`${rule}-`));
