import { z } from 'zod';
import type { OperatingPlan, PlanDay } from '@/lib/live/units/operating-plan';
import { endsNextDay } from '@/lib/live/units/operating-plan';
import type { Language } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import { WEEKDAYS } from './value-sets';

/** The stored plan of a group, and its week in words. */

const Exceptions = z.array(
  z.object({
    date: z.string(),
    startTime: z.string().nullable(),
    stopTime: z.string().nullable(),
    closed: z.boolean(),
  }),
);
const Usernames = z.array(z.string());

export interface StoredPlan {
  readonly week: readonly (PlanDay & { readonly weekday: number })[];
  readonly exceptions: unknown;
}

/** What a query of groups selects besides, for their plan. */
export const PLAN_SELECT = {
  week: {
    select: { weekday: true, startTime: true, stopTime: true, closed: true },
    orderBy: { weekday: 'asc' },
  },
  exceptions: true,
} as const;

export const planOf = ({
  week,
  exceptions,
}: StoredPlan): OperatingPlan & { exceptions: z.output<typeof Exceptions> } => ({
  week,
  exceptions: Exceptions.parse(exceptions),
});

export const responsibleOf = (stored: unknown): string[] => Usernames.parse(stored);

/** The week in words: weekdays in a row with the same hours are one. */
export function summaryOf({ week }: Pick<OperatingPlan, 'week'>, language: Language): string {
  const say = (key: string, params?: Record<string, string | number>) =>
    translateServer(language, 'equipmentGroups', `plan.${key}`, params);
  const hours = (day: PlanDay) => {
    if (day.closed || day.startTime === null || day.stopTime === null) return say('closed');
    if (day.startTime === '00:00' && day.stopTime === '00:00') return say('allDay');
    return say(endsNextDay(day) ? 'overnight' : 'hours', { start: day.startTime, stop: day.stopTime });
  };
  const parts: { from: number; to: number; text: string }[] = [];
  for (const weekday of WEEKDAYS) {
    const day = week.find((one) => one.weekday === weekday);
    const text = day ? hours(day) : say('closed');
    const before = parts.at(-1);
    if (before?.text === text) before.to = weekday;
    else parts.push({ from: weekday, to: weekday, text });
  }
  return parts
    .map(({ from, to, text }) => {
      if (from === 1 && to === 7) return say('part', { days: say('daily'), hours: text });
      const days =
        from === to ? say(`weekday.${from}`) : say('range', { from: say(`weekday.${from}`), to: say(`weekday.${to}`) });
      return say('part', { days, hours: text });
    })
    .join(say('comma'));
}
