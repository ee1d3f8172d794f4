import { z } from 'zod';
import { fileOutput } from '@/lib/platform/contract/file-answer';
import { operation } from '@/lib/platform/contract/operation';
import { READERS, ReportInput } from './input-contract';
import { listReportProjects, mailHealthReport } from './project-list-contract';
import { SUGGESTIONS, WITHHELD_GROUPS } from './value-sets';

/** The report on projects (doc3 §2.10, api.md §2.15): its window is whole months. */

const count = z.number().int().min(0);
const known = z.number().nullable();
const byName = z.record(z.string(), count);

const EquipmentInfo = z.object({
  equipmentNo: z.string(),
  /** The name. */
  EQKTX: z.string(),
  projectName: z.string(),
  use_years: known,
  contract_end: z.string().nullable(),
  callbackNumbers: count,
  tripsAverage: known,
  openAverage: known,
  /** Hours. */
  runAverage: known,
  energySaving: z.enum(['0', '1']),
  /** 0 healthy, 1 unhealthy. */
  healthStatus: z.enum(['0', '1']),
});

const ErrorInfo = z.object({
  callbackId: z.string(),
  equipmentName: z.string(),
  callbackType: z.string(),
  jobStatus: z.string(),
  createDate: z.string(),
  arrivalDate: z.string().nullable(),
  jobUpdateDate: z.string(),
  jobDescription: z.string(),
  personTrapped: z.boolean(),
  jobTechRemark: z.string().nullable(),
  /** Hours. */
  stopTime: known,
  scsaText: z.string().nullable(),
});

const Used = z.object({ equipmentNo: z.string(), equipment_name: z.string(), total: z.number() });

export const HealthReport = z.object({
  project: z.object({
    projectName: z.string(),
    address: z.string().nullable(),
    etlTotal: count,
    escTotal: count,
    projectIds: z.array(z.string()),
  }),
  equipmentStatistic: z.object({
    normalTotal: count,
    abnormalTotal: count,
    symptomCategoryD: count,
    telemonitorTotal: count,
    percentage: z.number(),
    CB2EquipmentNames: z.array(z.string()),
    eleInfos: z.array(EquipmentInfo),
    escInfos: z.array(EquipmentInfo),
    errorInfos: z.array(ErrorInfo),
  }),
  runStatistics: z.object({
    eleAverage: byName,
    escAverage: byName,
    eleRunTop5: z.array(Used),
    escRunTop5: z.array(Used),
  }),
  callbackStatistics: z.object({
    callbackOverview: byName,
    callbackCB2Overview: byName,
    callbackReason: z.array(z.object({ reason: z.string(), quantity: count, code: z.string() })),
    callbackDistribution: z.array(
      z.object({
        equipmentNo: z.string(),
        cubeNo: z.string().nullable(),
        name: z.string(),
        equipmentType: z.string(),
        quantity: count,
      }),
    ),
  }),
  personStatistics: z.object({ entrapmentOverview: byName }),
  requestPayload: z.object({ startDate: z.string(), endDate: z.string(), reportCreatedDate: z.string() }),
  /** Of all units and days of the window, by the definitions of figures; null: nobody knows. */
  figures: z.object({
    availability: known,
    callbacks: count,
    equipmentCallbacks: count,
    entrapments: count,
    callbacksPerUnitYear: known,
    arrivalRate: known,
  }),
  suggestions: z.array(z.object({ kind: z.enum(SUGGESTIONS), count, names: z.array(z.string()) })),
  intervalDays: count,
  historyMonths: z.number().int().optional(),
  /** What the data strategy keeps back of it. */
  withheld: z.array(z.enum(WITHHELD_GROUPS)),
});
export type HealthReport = z.output<typeof HealthReport>;

/** Errors: validation_failed (M15, M17), no_object_permission, not_found, too_many_equipment, access_denied. */
export const getHealthReport = operation({
  name: 'getHealthReport',
  method: 'POST',
  path: 'report/getHealthCheckReport',
  access: READERS,
  scope: 'prj',
  input: ReportInput,
  output: HealthReport,
  summary: 'The report on projects (api.md §2.15)',
  audit: 'view',
});

/** How many units a report would be about. Errors: as getHealthReport. */
export const precheckHealthReport = operation({
  name: 'precheckHealthReport',
  method: 'POST',
  path: 'report/getEquipmentCounts',
  access: READERS,
  scope: 'prj',
  input: ReportInput,
  output: z.object({ equipmentTotal: count }),
  summary: 'May a report on these projects be made? (api.md §2.15)',
  audit: 'view',
});

/** The same report as a document. Errors: as getHealthReport, unavailable. */
export const getHealthReportPdf = operation({
  name: 'getHealthReportPdf',
  method: 'GET',
  path: 'health/pdf/creator',
  access: READERS,
  scope: 'prj',
  input: ReportInput.extend({ username: z.string().max(64).optional() }),
  output: fileOutput,
  summary: 'The report on projects as PDF (api.md §2.15)',
  audit: 'export',
});

export const healthReportOperations = [
  getHealthReport,
  precheckHealthReport,
  getHealthReportPdf,
  listReportProjects,
  mailHealthReport,
];
