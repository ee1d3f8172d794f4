import type { EquipmentReport } from './report-contract';
import { OLD_YEARS, STRAINED_HOURS, STRAINED_TRIPS, UNIT_REPORT_CATEGORIES } from './value-sets';

/** What a report on one unit advises: conditions here, texts in `unitReports.suggestion` of both languages (readings 97). Pure. */

type Suggestion = EquipmentReport['suggestions'][number];

interface Findings {
  /** Symptoms of the window by category; null: the reader may not know. */
  readonly symptoms: Readonly<Record<'A' | 'B' | 'D', number>> | null;
  readonly years: number | null;
  /** Means of the days that counted. */
  readonly tripsPerDay: number | null;
  readonly hoursPerDay: number | null;
  readonly isElevator: boolean;
}

/** In the order A, B, D, age, use; without any `none`, which nobody is told who may not know of symptoms. */
export function unitSuggestions({ symptoms, years, tripsPerDay, hoursPerDay, isElevator }: Findings): Suggestion[] {
  const isStrained = isElevator ? (tripsPerDay ?? 0) > STRAINED_TRIPS : (hoursPerDay ?? 0) > STRAINED_HOURS;
  const made: Suggestion[] = [
    ...(symptoms === null
      ? []
      : UNIT_REPORT_CATEGORIES.flatMap((kind) => (symptoms[kind] > 0 ? [{ kind, count: symptoms[kind] }] : []))),
    ...(years !== null && years > OLD_YEARS ? [{ kind: 'age' as const, count: Math.floor(years) }] : []),
    ...(isStrained ? [{ kind: 'use' as const, count: Math.round((isElevator ? tripsPerDay : hoursPerDay) ?? 0) }] : []),
  ];
  return made.length > 0 || symptoms === null ? made : [{ kind: 'none', count: 0 }];
}
