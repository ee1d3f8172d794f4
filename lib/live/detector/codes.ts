import type { DetectorInput, DetectorMemory } from './state';

/** What the code dictionary says about a code (readings 74). Pure. */

export interface CodeMeaning {
  readonly kind: string;
  /** The rule that counts this code. */
  readonly rule: string | null;
}
export type CodeBook = ReadonlyMap<string, CodeMeaning>;

/** The earthquake mode of the controllers; the documents name it (doc2 §4.4). */
const EARTHQUAKE = '52';
/** Rule B01 counts these. Codes of other kinds have rules of their own (readings 132). */
const STOPS: ReadonlySet<string> = new Set(['error', 'door', 'stop']);

/** The meaning of a code. The first nine codes of the standard have a leading zero, which a number loses. */
const meaningOf = (codes: CodeBook, code: string): CodeMeaning | undefined =>
  codes.get(code) ?? codes.get(code.padStart(2, '0'));

/** The active fault's code; undefined without a fault or a code. */
function faultCode({ live: { errorstate } }: Pick<DetectorInput, 'live'>): string | undefined {
  return errorstate?.value === true && errorstate.code !== undefined ? String(errorstate.code) : undefined;
}

/** Is there a fault that counts as a stop? A fault without a code, or with an unknown code, counts. */
export function isStopped(input: Pick<DetectorInput, 'live'>, codes: CodeBook): boolean {
  if (input.live.errorstate?.value !== true) return false;
  const code = faultCode(input);
  return code === undefined || (code !== EARTHQUAKE && STOPS.has(meaningOf(codes, code)?.kind ?? 'error'));
}

/** Does the active fault mean an earthquake? */
export function isEarthquake(input: Pick<DetectorInput, 'live'>, codes: CodeBook): boolean {
  const code = faultCode(input);
  return code !== undefined && (code === EARTHQUAKE || meaningOf(codes, code)?.kind === 'earthquake');
}

/** Does an open event of the box count for the rule? */
export const hasEventOf = ({ events }: DetectorMemory, rule: string): boolean =>
  events !== undefined && Object.values(events).includes(rule);

/** Does the active fault or an open event count for the rule? */
export function hasCodeOf(
  input: Pick<DetectorInput, 'live'>,
  memory: DetectorMemory,
  codes: CodeBook,
  rule: string,
): boolean {
  const code = faultCode(input);
  return (code !== undefined && meaningOf(codes, code)?.rule === rule) || hasEventOf(memory, rule);
}

/** The rule that counts this code, if there is one. */
export const ruleOfCode = (codes: CodeBook, code: string): string | undefined =>
  meaningOf(codes, code)?.rule ?? undefined;
