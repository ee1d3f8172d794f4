import { ELEVATOR_RULES } from './elevator-rules';
import { ESCALATOR_RULES } from './escalator-rules';
import { LINK_RULES } from './link-rules';
import type { CodeBook } from './codes';
import type { LiveRule, RuleNumbers } from './rule';
import type { DetectedUnit } from './state';
import type { DisplayType } from '@/lib/live/units/value-sets';

/** Which rules apply to a unit, and with which numbers (readings 81). Pure. */

/** In the order in which they are judged. F06 comes before the rules that it silences. */
export const LIVE_RULES: readonly LiveRule[] = [...LINK_RULES, ...ELEVATOR_RULES, ...ESCALATOR_RULES];

export interface RuleSetting {
  readonly rule: string;
  readonly scope: 'all' | 'productLine' | 'unit';
  /** Product line or equipment number; empty means all units. */
  readonly target: string;
  readonly enabled: boolean;
  readonly numbers: RuleNumbers;
}

/** A rule with the settings of one unit. */
interface SetRule<R> {
  readonly rule: R;
  readonly numbers: RuleNumbers;
}
export type ActiveRule = SetRule<LiveRule>;
type Settable = Pick<LiveRule, 'id' | 'types' | 'numbers'>;

const defaultsOf = ({ numbers }: Settable): RuleNumbers =>
  Object.fromEntries(Object.entries(numbers).map(([name, { value }]) => [name, value]));

const WIDE_TO_NARROW = ['all', 'productLine', 'unit'] as const;

/** The rules that are switched on for a unit. The more specific setting wins for each number. */
export function rulesFor<R extends Settable>(
  unit: DetectedUnit,
  settings: readonly RuleSetting[],
  rules: readonly R[],
): SetRule<R>[] {
  const targets = { all: '', productLine: unit.productLine, unit: unit.equipmentNo };
  const own = WIDE_TO_NARROW.flatMap((scope) =>
    settings.filter((setting) => setting.scope === scope && setting.target === targets[scope]),
  );
  return rules.flatMap((rule) => {
    if (!rule.types.includes(unit.displayType)) return [];
    const mine = own.filter((setting) => setting.rule === rule.id);
    if (mine.at(-1)?.enabled === false) return [];
    const numbers: RuleNumbers = Object.assign(
      {},
      defaultsOf(rule),
      ...mine.map((setting) => setting.numbers),
    ) as RuleNumbers;
    return [{ rule, numbers }];
  });
}

/** Everything that the rules need besides the telemetry. */
export interface DetectorContext {
  readonly codes: CodeBook;
  /** The rules of a unit. Units with the same settings share one list. */
  rulesOf(unit: DetectedUnit): readonly ActiveRule[];
  /** Is a technician working on a job of the unit today? */
  isServiced(equipmentNo: string): boolean;
}

/**
 * The context for the given settings. Rule lists are cached for each kind of unit, so that no message has to sort them.
 */
export function contextOf(
  settings: readonly RuleSetting[],
  codes: CodeBook,
  serviced: ReadonlySet<string>,
  rules = LIVE_RULES,
): DetectorContext {
  const own = new Set(settings.flatMap(({ scope, target }) => (scope === 'unit' ? [target] : [])));
  const kept = new Map<string, readonly ActiveRule[]>();
  return {
    codes,
    isServiced: (equipmentNo) => serviced.has(equipmentNo),
    rulesOf(unit) {
      const name = own.has(unit.equipmentNo)
        ? `unit ${unit.equipmentNo}`
        : `${unit.displayType satisfies DisplayType} ${unit.productLine ?? ''}`;
      const held = kept.get(name) ?? rulesFor(unit, settings, rules);
      kept.set(name, held);
      return held;
    },
  };
}
