import { z } from 'zod';
import { operation, SIGNED_IN } from '@/lib/platform/contract/operation';

/** The dictionaries that drop-downs show (api.md §2.8, §5.7 Option). */

const OPTION_NAMES = [
  'callbackStatus',
  'callbackType',
  'scsa',
  'scsb',
  'maintenanceType',
  'symptomState',
  'symptomCategory',
  'equipmentType',
  'productLine',
] as const;

/** The entries of one dictionary in their order. Errors: validation_failed for a name that is none. */
export const getOptions = operation({
  name: 'getOptions',
  method: 'GET',
  path: 'option/{name}',
  access: SIGNED_IN,
  scope: '-',
  input: z.object({ name: z.enum(OPTION_NAMES, { error: 'badValue' }) }),
  output: z.array(z.object({ value: z.string(), label: z.string(), labelEn: z.string() })),
  summary: 'Entries of a dictionary (api.md §2.8)',
});

export const dictionaryOperations = [getOptions];
