import { z } from 'zod';
import { UnitDayFacts } from '@/lib/features/facts/internal/unit-days';
import { DISPLAY_TYPES } from '@/lib/live/units/value-sets';
import { TIMELINE } from './value-sets';

/** What is known of a unit for a report, whole: a biweekly report is kept like this; what a reader may see of it is `view.ts`. */

const text = z.string().nullable();
/** Epoch ms. */
const instant = z.number();
const day = z.string();

export const StoredReport = z.object({
  madeAt: instant,
  from: day,
  until: day,
  unit: z.object({
    equipmentNo: z.string(),
    equipmentName: z.string(),
    governmentNo: text,
    customerName: text,
    buildingName: text,
    projectName: z.string(),
    cubeNo: text,
    productLine: text,
    equipmentType: z.string(),
    displayType: z.enum(DISPLAY_TYPES),
    constructionDate: text,
  }),
  timeLine: z.array(z.object({ value: z.enum(TIMELINE), time: day })),
  days: z.array(UnitDayFacts),
  energy: z.object({
    fullSec: z.number().nullable(),
    crawlSec: z.number().nullable(),
    standbySec: z.number().nullable(),
    perUse: z.number().nullable(),
    usual: z.number().nullable(),
  }),
  calls: z.array(
    z.object({
      callbackId: z.string(),
      callbackType: z.string(),
      jobStatus: z.string(),
      createDate: instant,
      closeDate: instant.nullable(),
      jobDescription: text,
      jobTechRemark: text,
      personTrapped: z.boolean(),
      technicianName: text,
      technicianPhone: text,
      scsa: text,
    }),
  ),
  /** Days of the equipment-caused call-outs that its health goes by. */
  healthCalls: z.array(day),
  /** Call-outs of the month before and of the same days a year ago; null: nothing is known of the unit by then. */
  before: z.number().nullable(),
  yearAgo: z.number().nullable(),
  maintenance: z.array(
    z.object({
      jobNo: z.string(),
      maintenanceType: z.string(),
      jobStatus: z.string(),
      planTechnician1Name: text,
      planTechnician2Name: text,
      actualTechnician1Name: text,
      actualTechnician2Name: text,
      planDate: day,
      doneDate: instant.nullable(),
    }),
  ),
  symptoms: z.array(z.object({ category: z.enum(['A', 'B', 'D']), day })),
});
export type StoredReport = z.output<typeof StoredReport>;
