import { z } from 'zod';
import { clearable, cubeNo } from '@/lib/features/cubes/contract';
import { anyOf, KEY_LIST_BYTES, operation } from '@/lib/platform/contract/operation';
import {
  codeOut,
  dateTimeOut,
  filterCode,
  filterFlag,
  filterKeys,
  filterText,
  int,
  key,
  none,
  pageOf,
  paging,
} from '@/lib/platform/contract/schemas';
import { IN_CHARGE_TYPES } from '@/lib/platform/auth/accounts/account-types';

/** Pro gateways: one box with ports for the units of a project (api.md §2.19, silent-screens A2). */

/** The most ports of a pro gateway, and the number of a new one. */
export const MOST_PORTS = 32;
export const DEFAULT_PORTS = 8;
/** 1 its link is up, 2 it is silent, 4 no unit is attached (readings 34, 176). */
export const PRO_ONLINE = [1, 2, 4] as const;
export const PRO_SORT_FIELDS = ['createDate', 'gatewayNo', 'ports'] as const;

const ProUnit = z.object({
  port: z.number().int(),
  equipmentNo: z.string(),
  equipmentName: z.string(),
  /** Code of api.md §1.11. */
  equipmentType: z.string(),
  /** As in the equipment list: 0, 1, 3, 4. */
  onlineStatus: codeOut([0, 1, 3, 4]),
});
export type ProUnit = z.output<typeof ProUnit>;

export const ProGatewayRow = z.object({
  gatewayNo: z.string(),
  projectId: z.string(),
  projectName: z.string(),
  remark: z.string().nullable(),
  /** The building of its units. */
  buildingName: z.string().nullable(),
  branchName: z.string(),
  ports: z.number().int(),
  attached: z.number().int(),
  onlineStatus: codeOut(PRO_ONLINE),
  onlineUnits: z.number().int(),
  /** userType 1 sees only its network part. */
  ip: z.string().nullable(),
  fwVersion: z.string().nullable(),
  /** Percent, percent, °C. */
  cpu: z.number().nullable(),
  disk: z.number().nullable(),
  temperature: z.number().nullable(),
  lastDataAt: dateTimeOut.nullable(),
  /** By port. */
  units: z.array(ProUnit),
});
export type ProGatewayRow = z.output<typeof ProGatewayRow>;

const ProFilters = z.object({
  /** The start of the number. */
  gatewayNo: filterText(32).transform((value) => value?.toUpperCase()),
  /** A part of the project's name or of the remark. */
  key: filterText(),
  branchCode: filterKeys,
  onlineStatus: filterCode([...PRO_ONLINE]),
  hasFreePort: filterFlag,
});
export type ProFilters = z.output<typeof ProFilters>;

const WRITE = anyOf('EDGE_CUBE_WRITE');

export const queryProGateways = operation({
  name: 'queryProGateways',
  method: 'POST',
  path: 'gateway4pro/query',
  access: anyOf('EDGE_CUBE_READ'),
  scope: 'prj',
  input: paging(PRO_SORT_FIELDS).extend(ProFilters.shape),
  output: pageOf(ProGatewayRow),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Pro gateways with their units and exact total (api.md §2.19)',
  audit: 'view',
});

const gatewayNo = cubeNo;
const port = int(1, MOST_PORTS);

export const ProGatewaySave = z.object({
  gatewayNo,
  projectId: key.min(1, 'projectRequired'),
  /** 8 for a new one; absent: unchanged. */
  ports: port.nullish().transform((value) => value ?? undefined),
  remark: clearable(200),
});
export type ProGatewaySave = z.output<typeof ProGatewaySave>;

/** Errors: not_found (project), no_object_permission, conflict (number not free, ports below attached, units of the old project). */
export const saveProGateway = operation({
  name: 'saveProGateway',
  method: 'POST',
  path: 'gateway4pro/saveOrUpdate',
  access: { kind: 'authority', anyOf: ['EDGE_CUBE_WRITE'], userTypes: IN_CHARGE_TYPES },
  scope: 'prj',
  input: ProGatewaySave,
  /** The secret is shown once, when the gateway is created. */
  output: z.object({ gatewayNo: z.string(), secret: z.string().nullable() }),
  summary: 'Registers a pro gateway, or changes what is known of it (api.md §2.19)',
  audit: 'update',
});

export const FreeUnit = z.object({
  equipmentNo: z.string(),
  equipmentName: z.string(),
  equipmentType: z.string(),
});
export type FreeUnit = z.output<typeof FreeUnit>;
export const FREE_UNIT_SORT_FIELDS = ['createDate', 'equipmentNo'] as const;

/** Units that may be attached. Errors: not_found, no_object_permission. */
export const listFreeUnits = operation({
  name: 'listFreeUnits',
  method: 'POST',
  path: 'gateway4pro/freeUnits',
  access: WRITE,
  scope: 'prj',
  input: paging(FREE_UNIT_SORT_FIELDS, 1000).extend({ gatewayNo, searchKey: filterText() }),
  output: pageOf(FreeUnit),
  summary: 'Units of the gateway’s project without a box (api.md §2.19)',
  audit: 'view',
});

/** All or none. Errors: not_found, no_object_permission, conflict (no free port, port or unit taken, another project). */
export const attachProUnits = operation({
  name: 'attachProUnits',
  method: 'POST',
  path: 'gateway4pro/attach',
  access: WRITE,
  scope: 'eq',
  input: z.object({
    gatewayNo,
    units: z
      .array(z.object({ port, equipmentNo: key.min(1, 'equipmentNoRequired') }), { error: 'required' })
      .min(1, 'required')
      .max(MOST_PORTS, 'tooMany'),
  }),
  output: none,
  summary: 'Puts units on ports of a pro gateway (api.md §2.19)',
  audit: 'update',
});

/** All or none. Errors: not_found (an empty port), no_object_permission. */
export const detachProUnits = operation({
  name: 'detachProUnits',
  method: 'POST',
  path: 'gateway4pro/detach',
  access: WRITE,
  scope: 'eq',
  input: z.object({
    gatewayNo,
    ports: z.array(port, { error: 'required' }).min(1, 'required').max(MOST_PORTS, 'tooMany'),
  }),
  output: none,
  summary: 'Takes units from ports of a pro gateway (api.md §2.19)',
  audit: 'update',
});

/** Errors: not_found, no_object_permission, conflict (units are attached). */
export const deleteProGateway = operation({
  name: 'deleteProGateway',
  method: 'DELETE',
  path: 'gateway4pro/{gatewayNo}',
  access: WRITE,
  scope: 'prj',
  input: z.object({ gatewayNo }),
  output: none,
  summary: 'Deletes a pro gateway without units (api.md §2.19)',
  audit: 'delete',
});

export const proGatewayOperations = [
  queryProGateways,
  saveProGateway,
  listFreeUnits,
  attachProUnits,
  detachProUnits,
  deleteProGateway,
];
