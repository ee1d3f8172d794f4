import { z } from 'zod';
import { ENERGY_STATUSES } from '@/lib/features/facts/shared/energy-status';
import { DISPLAY_TYPES } from '@/lib/live/units/value-sets';
import { TIMELINE, UNIT_SUGGESTIONS, UNIT_WITHHELD_GROUPS } from './value-sets';

/** What a report on one unit says: the biweekly and the monthly one (api.md §2.28 EquipmentReport). */

const count = z.number().int().min(0);
const known = z.number().nullable();
const byDay = z.record(z.string(), count);

export const DailyRow = z.object({
  /** A day, or `total`. */
  key: z.string(),
  operationCount: known,
  openDoorCount: known,
  /** Hours, as the other times. */
  operationTimeCount: known,
  shutdownCount: known,
  energyCount: known,
  availableCount: known,
  errorCount: known,
  /** Percent. */
  usability: known,
});
export type DailyRow = z.output<typeof DailyRow>;

const ReportCallback = z.object({
  callbackId: z.string(),
  callbackType: z.string(),
  jobStatus: z.string(),
  callBackOpenDate: z.string(),
  callBackCloseDate: z.string().nullable(),
  jobDescription: z.string(),
  jobTechRemark: z.string().nullable(),
  personTrapped: z.boolean(),
  technicianName: z.string().nullable(),
  technicianPhone: z.string().nullable(),
  /** Its closing reason is the unit's own fault. */
  equipmentCause: z.boolean(),
});

const ReportMaintenance = z.object({
  jobNo: z.string(),
  maintenanceType: z.string(),
  jobStatus: z.string(),
  planTechnician1Name: z.string().nullable(),
  planTechnician2Name: z.string().nullable(),
  actualTechnician1Name: z.string().nullable(),
  actualTechnician2Name: z.string().nullable(),
  /** When it was done; its planned day where it is not. */
  maintenanceTime: z.string(),
});

export const EquipmentReport = z.object({
  equipmentInformation: z.object({
    equipmentNo: z.string(),
    equipmentName: z.string(),
    governmentNo: z.string().nullable(),
    customerName: z.string().nullable(),
    buildingName: z.string().nullable(),
    projectName: z.string(),
    cubeNo: z.string().nullable(),
    productLine: z.string().nullable(),
    equipmentType: z.string(),
    displayType: z.enum(DISPLAY_TYPES),
    equipmentStatus: z.enum(['healthy', 'abnormal']),
    /** What the status goes by. */
    equipmentCallbacks: count,
    callbackSum: count,
    usedTimeY: known,
    symptomDSum: known,
    timeLine: z.array(z.object({ value: z.enum(TIMELINE), time: z.string() })),
  }),
  requestPayload: z.object({ startDate: z.string(), endDate: z.string(), reportCreatedDate: z.string() }),
  callbackStatistics: z.object({
    callbackOverview: byDay,
    callbackCB2Overview: byDay,
    callbackReason: z.array(z.object({ reason: z.string(), quantity: count, code: z.string() })),
    /** The period, the month before, the same days a year ago; null: nothing is known of the unit by then. */
    callbackYOY: z.array(z.object({ value: known })),
    callbackInfo: z.array(ReportCallback),
    maintanceInfo: z.array(ReportMaintenance),
  }),
  operationData: z.object({
    operation: z.object({
      dates: z.array(z.string()),
      operationCount: z.array(known),
      openDoorCount: z.array(known),
      operationTimeCount: z.array(known),
    }),
    dataInfo: z.record(z.string(), DailyRow),
    total: DailyRow,
    energyStatus: z.enum(ENERGY_STATUSES),
  }),
  suggestions: z.array(z.object({ kind: z.enum(UNIT_SUGGESTIONS), count })),
  noDataDays: count,
  withheld: z.array(z.enum(UNIT_WITHHELD_GROUPS)),
  historyMonths: z.number().int().optional(),
});
export type EquipmentReport = z.output<typeof EquipmentReport>;
