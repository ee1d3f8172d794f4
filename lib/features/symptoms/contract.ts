import { z } from 'zod';
import { CutHistory, SYMPTOM_CATEGORIES } from '@/lib/platform/strategy/shapes';
import { anyOf, operation } from '@/lib/platform/contract/operation';
import { dateTimeOut, filterEnums, filterText, key, pageOf, paging } from '@/lib/platform/contract/schemas';

/** Symptoms: detected fault patterns (doc2 §2.10, api.md §2.8); shapes of api.md §2.28. */

export const SYMPTOM_STATES = ['INIT', 'NOT_PROCESSED', 'OPEN', 'INACTIVE', 'EXPIRED', 'CLOSED'] as const;

/** Columns the list may be sorted by; the number always ends the order. */
const SYMPTOM_SORT_FIELDS = ['createDate', 'category', 'symptomState'] as const;

export const SymptomRow = z.object({
  symptomId: z.string(),
  /** For SUPER_MASTER alone. */
  symptomDefinitionId: z.string().nullable(),
  /** Whole; the client cuts it for others than SUPER_MASTER. */
  symptomTitle: z.string(),
  callbackId: z.string().nullable(),
  equipmentNo: z.string(),
  equipmentText: z.string(),
  category: z.string(),
  symptomState: z.string(),
  createDate: dateTimeOut,
  closedDate: dateTimeOut.nullable(),
  eventDate: dateTimeOut.nullable(),
  expiredDate: dateTimeOut.nullable(),
  city: z.string().nullable(),
  cbstate: z.string().nullable(),
  maintenanceCompany: z.string().nullable(),
  productLine: z.string().nullable(),
});
export type SymptomRow = z.output<typeof SymptomRow>;

/** The symptoms in scope; of one call-out with `callbackId` (doc2 §7). */
export const querySymptoms = operation({
  name: 'querySymptoms',
  method: 'POST',
  path: 'symptom/query',
  access: anyOf('SYMPTOM_READ'),
  scope: 'eq',
  input: paging(SYMPTOM_SORT_FIELDS).extend({
    /** Part of number, equipment number or equipment name. */
    key: filterText(),
    symptomTitle: filterText(),
    categoryList: filterEnums(SYMPTOM_CATEGORIES),
    symptomStateList: filterEnums(SYMPTOM_STATES),
    callbackId: key.nullish().transform((value) => value ?? undefined),
  }),
  output: pageOf(SymptomRow).extend(CutHistory.shape),
  summary: 'Symptoms with filters and exact total (api.md §2.8)',
  audit: 'view',
});

export const symptomOperations = [querySymptoms];
