import { hasCodeOf } from './codes';
import type { RuleCondition, RuleContext } from './rule';
import type { DetectorInput } from './state';

/** Building blocks for the conditions of the rules. Pure. */

export const valueOf = ({ input }: RuleContext, key: string): unknown => input.live[key]?.value;

/** Is the key's value one of these? undefined while the box never reported the key. */
export const isOneOf =
  (key: string, ...values: readonly unknown[]): RuleCondition =>
  ({ input: { live } }) =>
    live[key] === undefined ? undefined : values.includes(live[key].value);

/** True when all are true. One false makes it false; otherwise one unknown makes it unknown. */
export const all =
  (...conditions: readonly RuleCondition[]): RuleCondition =>
  (scene) => {
    let isKnown = true;
    for (const condition of conditions) {
      const is = condition(scene);
      if (is === false) return false;
      if (is === undefined) isKnown = false;
    }
    return isKnown ? true : undefined;
  };

/** True when at least one is true. */
export const any =
  (...conditions: readonly RuleCondition[]): RuleCondition =>
  (scene) => {
    let isKnown = false;
    for (const condition of conditions) {
      const is = condition(scene);
      if (is === true) return true;
      if (is === false) isKnown = true;
    }
    return isKnown ? false : undefined;
  };

export const not =
  (condition: RuleCondition): RuleCondition =>
  (scene) => {
    const is = condition(scene);
    return is === undefined ? undefined : !is;
  };

/** Does a code of the active fault or of an open event count for the rule? */
export const reportsCodeOf =
  (rule: string): RuleCondition =>
  ({ input, memory, codes }) =>
    hasCodeOf(input, memory, codes, rule);

/** Boxes send the text, or the boolean that means the same. */
export const isBetweenFloors = isOneOf('indoorzone', 'Between Floors', 'false', false);
export const isOnFloor = isOneOf('indoorzone', 'On Floor', 'true', true);
export const isStanding = isOneOf('drive', 'Standing');
export const isMoving = isOneOf('drive', 'Moving');
export const isOccupied = isOneOf('load', 'Loaded', 'Full Load', 'Overload');

const SERVICE_MODES: readonly unknown[] = ['INS', 'KFM'];

/** Is the unit in a mode of service? */
export const isInService = ({ live }: Pick<DetectorInput, 'live'>): boolean =>
  SERVICE_MODES.includes(live.mode?.value) || live.operationmode?.value === 'Inspection';

export const hasTechnician = ({ live }: Pick<DetectorInput, 'live'>): boolean => live.technicianonsite?.value === true;
/** Whoever came looks after the unit now. */
export const technicianCame: RuleCondition = ({ input }) => hasTechnician(input);
