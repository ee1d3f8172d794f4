import type { SYMPTOM_CATEGORIES } from '@/lib/platform/strategy/shapes';
import { SYMPTOM_STATES, type SymptomState } from '@/lib/live/detector/symptom-state';

/** Value sets of symptoms (doc2 §2.10, §4.3; api.md §1.11). */

export type SymptomCategory = (typeof SYMPTOM_CATEGORIES)[number];

/** The filters that the link from the wall sets (readings 44): the first and the third state. */
export const FROM_CAMPUS = {
  categoryList: ['B', 'D'],
  symptomStateList: [SYMPTOM_STATES[0], SYMPTOM_STATES[2]],
} as const satisfies { categoryList: SymptomCategory[]; symptomStateList: SymptomState[] };

/** What a dispatcher does with a symptom. */
export const SYMPTOM_ACTIONS = ['accept', 'toCallback', 'toMaintenance', 'close'] as const;
export type SymptomAction = (typeof SYMPTOM_ACTIONS)[number];

/** Reasons for closing by hand; the texts are in `symptoms.closeReason`. */
export const CLOSE_REASONS = ['repaired', 'falseAlarm', 'external', 'notNeeded'] as const;
export type CloseReason = (typeof CLOSE_REASONS)[number];
