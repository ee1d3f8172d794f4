import { defineList, textFilter } from '@/components/kit/list/list-query';
import {
  queryStepGateways,
  queryTlGateways,
  THIRD_KINDS,
  THIRD_SORT_FIELDS,
  type ThirdKind,
  type ThirdQuery,
} from '@/lib/features/third-gateways/contract';

const filters = { equipmentNo: textFilter(), buildingName: textFilter(), branchName: textFilter() };

const listOf = (name: string, operation: ThirdQuery) =>
  defineList({ name, rowKey: 'equipmentNo', operation, filters, sortFields: THIRD_SORT_FIELDS });

/** Gateways of other makers, a list each kind (doc3 §2.15). */
const LISTS = { tl: listOf('tlGateways', queryTlGateways), step: listOf('stepGateways', queryStepGateways) } as const;

/** Name of the kind in the URL. */
export const KIND_PARAM = 'type';
/** What the URL says, else the first (GATE-001). */
export const kindOf = (value: unknown): ThirdKind => THIRD_KINDS.find((kind) => kind === value) ?? 'tl';
export const listOfKind = (kind: ThirdKind) => LISTS[kind];
