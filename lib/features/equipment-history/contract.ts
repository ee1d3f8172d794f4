import { z } from 'zod';
import { CutHistory } from '@/lib/platform/strategy/shapes';
import { anyOf, operation } from '@/lib/platform/contract/operation';
import { dateOut, dateTimeOut, key } from '@/lib/platform/contract/schemas';
import { MaintenanceRow } from '@/lib/features/maintenance/row-contract';

/** The last 90 days of a unit on one axis of days, and what is planned (api.md §2.7, §2.28). */

export const HISTORY_DAYS = 90;
export const PLANNED_DAYS = 14;

export const HistoryDay = z.object({
  day: dateOut,
  /** Null, as runHours: not counted that day (readings 217). */
  trips: z.number().int().nullable(),
  runHours: z.number().nullable(),
  /** Stopped by faults; null: the data strategy keeps it back. */
  stopHours: z.number().nullable(),
  /** Stopped by maintenance; null as stopHours. */
  serviceHours: z.number().nullable(),
  /** Without data. */
  unknownHours: z.number(),
});
export type HistoryDay = z.output<typeof HistoryDay>;

export const EquipmentHistory = z
  .object({
    startDate: dateOut,
    /** Today. */
    endDate: dateOut,
    /** Nothing but trapped persons is told of days before it. */
    shownFrom: dateOut,
    /** false: the data strategy keeps faults and stops back. */
    hasFaults: z.boolean(),
    /** Days with facts only: no row means no value, never zero (readings 76). */
    days: z.array(HistoryDay),
    /** Error events by the day they began; at most three of their texts. */
    faults: z.array(z.object({ day: dateOut, total: z.number().int(), texts: z.array(z.string()) })),
    callbacks: z.array(
      z.object({
        callbackId: z.string(),
        createDate: dateTimeOut,
        day: dateOut,
        jobStatus: z.string(),
        personTrapped: z.boolean(),
        jobDescription: z.string(),
      }),
    ),
    maintenance: z.array(
      z.object({
        jobNo: z.string(),
        /** Done, else planned. */
        day: dateOut,
        planDate: dateOut,
        jobStatus: MaintenanceRow.shape.jobStatus,
        maintenanceType: z.string(),
      }),
    ),
  })
  .extend(CutHistory.shape);
export type EquipmentHistory = z.output<typeof EquipmentHistory>;

/** Errors: not_found, no_object_permission. */
export const getEquipmentHistory = operation({
  name: 'getEquipmentHistory',
  method: 'GET',
  path: 'equipmentHistory/{equipmentNo}',
  access: anyOf('EQUIPMENT_READ'),
  scope: 'eq',
  input: z.object({ equipmentNo: key }),
  output: EquipmentHistory,
  summary: 'The last 90 days of one equipment: runs, stops, faults, call-outs, maintenance (api.md §2.7)',
});

export const equipmentHistoryOperations = [getEquipmentHistory];
