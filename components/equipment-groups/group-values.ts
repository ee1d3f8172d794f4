import { z } from 'zod';
import type { EquipmentGroupDetail } from '@/lib/features/equipment-groups/contract';
import { MAX_GROUP_UNITS, WEEKDAYS } from '@/lib/features/equipment-groups/value-sets';
import { CLOCK_TIME } from '@/lib/platform/contract/schemas';

/** What the dialog of a group holds, and its rules. */

export interface GroupErrors {
  readonly time: string;
  readonly day: string;
  readonly twice: string;
  readonly name: string;
  readonly project: string;
  readonly units: string;
  readonly tooMany: string;
  readonly responsible: string;
}

/** @param hiddenResponsible accounts outside the caller's scope that stay responsible */
export function groupSchema(errors: GroupErrors, hiddenResponsible = 0) {
  const hours = { startTime: z.string(), stopTime: z.string(), closed: z.boolean() };
  const timesOf = (
    day: { readonly startTime: string; readonly stopTime: string; readonly closed: boolean },
    context: z.RefinementCtx<unknown>,
  ) => {
    if (day.closed) return;
    for (const name of ['startTime', 'stopTime'] as const)
      if (!CLOCK_TIME.test(day[name])) context.addIssue({ code: 'custom', path: [name], message: errors.time });
  };
  return z.object({
    groupName: z.string().trim().min(1, errors.name),
    projectId: z.string({ error: errors.project }).min(1, errors.project),
    remark: z.string().trim(),
    enabled: z.boolean(),
    equipmentNoList: z.array(z.string()).min(1, errors.units).max(MAX_GROUP_UNITS, errors.tooMany),
    week: z.array(z.object({ weekday: z.number(), ...hours }).superRefine(timesOf)),
    exceptions: z
      .array(z.object({ date: z.string().min(1, errors.day), ...hours }).superRefine(timesOf))
      .superRefine((days, context) => {
        days.forEach(({ date }, index) => {
          if (days.findIndex((one) => one.date === date) < index)
            context.addIssue({ code: 'custom', path: [index, 'date'], message: errors.twice });
        });
      }),
    responsible: z.array(z.string()).min(hiddenResponsible > 0 ? 0 : 1, errors.responsible),
  });
}
export type GroupValues = z.input<ReturnType<typeof groupSchema>>;

interface Hours {
  readonly startTime: string | null;
  readonly stopTime: string | null;
  readonly closed: boolean;
}
const typed = <T extends Hours>(day: T) => ({ ...day, startTime: day.startTime ?? '', stopTime: day.stopTime ?? '' });

/** @param group what is edited; undefined: a new one, with the hours of a shop */
export function valuesOf(group: EquipmentGroupDetail | undefined): GroupValues {
  return {
    groupName: group?.groupName ?? '',
    projectId: group?.projectId ?? '',
    remark: group?.remark ?? '',
    enabled: group?.enabled ?? true,
    equipmentNoList: group?.equipmentList.map(({ equipmentNo }) => equipmentNo) ?? [],
    week: WEEKDAYS.map((weekday) =>
      typed(
        group?.week.find((day) => day.weekday === weekday) ?? {
          weekday,
          startTime: '07:00',
          stopTime: '22:00',
          closed: false,
        },
      ),
    ),
    exceptions: group?.exceptions.map(typed) ?? [],
    responsible: group?.responsible.map(({ username }) => username) ?? [],
  };
}
