import { z } from 'zod';
import { operation, type Access, type Operation } from '@/lib/platform/contract/operation';
import { codeOut, dateTimeOut, filterText, none, pageOf, paging, text } from '@/lib/platform/contract/schemas';
import { OFFICE_TYPES } from '@/lib/platform/auth/accounts/account-types';

/** Gateways of other makers on units (doc3 §2.15, api.md §2.19): Tilian (tl) and STEP (step). */

export const THIRD_KINDS = ['tl', 'step'] as const;
export type ThirdKind = (typeof THIRD_KINDS)[number];
/** 1 online, 2 offline, 4 not installed (doc3 §3). */
export const THIRD_ONLINE = [1, 2, 4] as const;
export const THIRD_SORT_FIELDS = ['createDate', 'equipmentNo'] as const;

export const GatewayRow = z.object({
  equipmentNo: z.string(),
  /** Tilian only. */
  cubeNo: z.string().nullable(),
  /** STEP only. */
  stepEquipmentNo: z.string().nullable(),
  stepCubeId: z.string().nullable(),
  buildingName: z.string().nullable(),
  onlineStatus: codeOut(THIRD_ONLINE),
  branchName: z.string(),
  createDate: dateTimeOut,
});
export type GatewayRow = z.output<typeof GatewayRow>;

const ThirdFilters = z.object({
  equipmentNo: filterText(40),
  buildingName: filterText(),
  branchName: filterText(),
});
export type ThirdFilters = z.output<typeof ThirdFilters>;

/** The head office's page (readings 6). */
const HEAD: Access = { kind: 'userType', userTypes: OFFICE_TYPES };
const asked = (messageKey: string) => text(40, messageKey).min(1, messageKey);
const equipmentNo = asked('gatewayEquipmentNoRequired');

const Query = paging(THIRD_SORT_FIELDS).extend(ThirdFilters.shape);
const Rows = pageOf(GatewayRow);
/** Listing one kind: both ask and answer alike. */
export type ThirdQuery = Operation<typeof Query, typeof Rows>;

export const queryTlGateways = operation({
  name: 'queryTlGateways',
  method: 'POST',
  path: 'tlGateway/page',
  access: HEAD,
  scope: 'eq',
  input: Query,
  output: Rows,
  summary: 'Gateways of Tilian (doc3 §2.15, api.md §2.19)',
  audit: 'view',
});

/** Errors: not_found, conflict. */
export const addTlGateway = operation({
  name: 'addTlGateway',
  method: 'POST',
  path: 'tlGateway/add',
  access: HEAD,
  scope: 'eq',
  input: z.object({ equipmentNo }),
  output: none,
  summary: 'Adds a gateway of Tilian (api.md §2.19)',
  successKey: 'added',
  audit: 'create',
});

/** Errors: not_found. */
export const deleteTlGateway = operation({
  name: 'deleteTlGateway',
  method: 'POST',
  path: 'tlGateway/delete',
  isUpstreamGet: true,
  access: HEAD,
  scope: 'eq',
  input: z.object({ equipmentNo }),
  output: none,
  summary: 'Deletes a gateway of Tilian (api.md §2.19, readings 28)',
  audit: 'delete',
});

export const queryStepGateways = operation({
  name: 'queryStepGateways',
  method: 'POST',
  path: 'stepGateway/page',
  access: HEAD,
  scope: 'eq',
  input: Query,
  output: Rows,
  summary: 'Gateways of STEP (doc3 §2.15, api.md §2.19)',
  audit: 'view',
});

/** Errors: not_found, conflict. */
export const addStepGateway = operation({
  name: 'addStepGateway',
  method: 'POST',
  path: 'stepGateway/add',
  access: HEAD,
  scope: 'eq',
  input: z.object({
    equipmentNo,
    stepEquipmentNo: asked('stepEquipmentNoRequired'),
    stepCubeId: asked('stepCubeIdRequired'),
  }),
  output: none,
  summary: 'Adds a gateway of STEP (api.md §2.19)',
  successKey: 'added',
  audit: 'create',
});

/** Errors: not_found. */
export const deleteStepGateway = operation({
  name: 'deleteStepGateway',
  method: 'POST',
  path: 'stepGateway/delete',
  isUpstreamGet: true,
  access: HEAD,
  scope: 'eq',
  input: z.object({ equipmentNo }),
  output: none,
  summary: 'Deletes a gateway of STEP (api.md §2.19, readings 28)',
  audit: 'delete',
});

export const thirdGatewayOperations = [
  queryTlGateways,
  addTlGateway,
  deleteTlGateway,
  queryStepGateways,
  addStepGateway,
  deleteStepGateway,
];
