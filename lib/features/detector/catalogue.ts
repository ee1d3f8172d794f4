import { HOURLY_RULES, NIGHTLY_RULES } from '@/lib/live/detector/nightly-rules';
import type { Category, RuleAction, RuleNumber } from '@/lib/live/detector/rule';
import { LIVE_RULES } from '@/lib/live/detector/active-rules';
import type { DisplayType } from '@/lib/live/units/value-sets';

/** All rules that the detector knows: live, hourly and nightly. Pure. */

export interface KnownRule {
  readonly id: string;
  readonly kind: 'live' | 'hourly' | 'nightly';
  readonly category: Category;
  readonly action: RuleAction;
  readonly types: readonly DisplayType[];
  readonly numbers: Readonly<Record<string, RuleNumber>>;
  /** The call-out comes later than the symptom. */
  readonly hasLateCallOut: boolean;
  readonly isLatched: boolean;
  /** The rule whose symptom joins the call-out of this one. */
  readonly companion?: string;
  readonly storm?: 'building' | 'gateway';
}

export const KNOWN_RULES: readonly KnownRule[] = [
  ...LIVE_RULES.map(({ id, category, action, types, numbers, callOut, isLatched = false, storm }) => ({
    id,
    kind: 'live' as const,
    category,
    action,
    types,
    numbers,
    hasLateCallOut: callOut !== undefined,
    isLatched,
    ...(callOut ? { companion: callOut.with } : {}),
    ...(storm ? { storm } : {}),
  })),
  ...HOURLY_RULES.map((rule) => ({ ...rule, kind: 'hourly' as const, hasLateCallOut: false, isLatched: false })),
  ...NIGHTLY_RULES.map((rule) => ({ ...rule, kind: 'nightly' as const, hasLateCallOut: false, isLatched: false })),
].sort((a, b) => (a.id < b.id ? -1 : 1));

export const findRule = (id: string): KnownRule | undefined => KNOWN_RULES.find((rule) => rule.id === id);
