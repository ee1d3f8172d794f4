import { OLD_YEARS, type SUGGESTIONS } from './value-sets';

/** What a project report advises: conditions here, texts in `healthReport.suggestion` of both languages (readings 97). Pure. */

type SuggestionKind = (typeof SUGGESTIONS)[number];

interface Suggestion {
  readonly kind: SuggestionKind;
  /** How many symptoms, or units. */
  readonly count: number;
  /** Units it is about, the first few. */
  readonly names: readonly string[];
}

interface Findings {
  readonly symptoms: Readonly<Record<'A' | 'B' | 'D', { readonly count: number; readonly names: readonly string[] }>>;
  readonly units: readonly { readonly name: string; readonly years: number | null; readonly isStrained: boolean }[];
}

const MAX_NAMES = 5;

type Rule = (findings: Findings) => Omit<Suggestion, 'kind'>;

const unitsThat =
  (is: (unit: Findings['units'][number]) => boolean): Rule =>
  ({ units }) => {
    const found = units.filter(is);
    return { count: found.length, names: found.slice(0, MAX_NAMES).map(({ name }) => name) };
  };

/** In the order in which they are said. */
const RULES: readonly (readonly [Exclude<SuggestionKind, 'none'>, Rule])[] = [
  ['A', ({ symptoms }) => symptoms.A],
  ['B', ({ symptoms }) => symptoms.B],
  ['D', ({ symptoms }) => symptoms.D],
  ['age', unitsThat(({ years }) => years !== null && years > OLD_YEARS)],
  ['use', unitsThat(({ isStrained }) => isStrained)],
];

export function suggestionsOf(findings: Findings): Suggestion[] {
  const made = RULES.flatMap(([kind, rule]) => {
    const { count, names } = rule(findings);
    return count > 0 ? [{ kind, count, names: names.slice(0, MAX_NAMES) }] : [];
  });
  return made.length > 0 ? made : [{ kind: 'none', count: 0, names: [] }];
}
