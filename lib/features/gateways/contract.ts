import { z } from 'zod';
import { cubeNo } from '@/lib/features/cubes/contract';
import { SymptomRow } from '@/lib/features/symptoms/contract';
import { fileOutput } from '@/lib/platform/contract/file-answer';
import { anyOf, KEY_LIST_BYTES, operation } from '@/lib/platform/contract/operation';
import {
  codeOut,
  dateTimeOut,
  filterCode,
  filterEnum,
  filterKeys,
  filterText,
  pageOf,
  paging,
  sorting,
} from '@/lib/platform/contract/schemas';

/** The register of boxes, and what a box sent lately (api.md §2.19, silent-screens A1). */

/** 1 its unit reports, 2 it does not, 4 the box serves no unit (readings 34, 175). */
export const GATEWAY_ONLINE = [1, 2, 4] as const;
export const BIND_STATES = ['UNBOUND', 'BOUND', 'RETIRED'] as const;
export type BindState = (typeof BIND_STATES)[number];
export const CUBE_SORT_FIELDS = ['createDate', 'cubeNo'] as const;

export const EdgeCubeRow = z.object({
  cubeNo: z.string(),
  equipmentNo: z.string().nullable(),
  equipmentName: z.string().nullable(),
  buildingName: z.string().nullable(),
  branchName: z.string().nullable(),
  model: z.string().nullable(),
  fwVersion: z.string().nullable(),
  /** dBm */
  signal: z.number().int().nullable(),
  /** `8986************1234` */
  iccid: z.string().nullable(),
  /** Does the controller answer the box? null: unknown. */
  controllerConnected: z.boolean().nullable(),
  onlineStatus: codeOut(GATEWAY_ONLINE),
  lastDataAt: dateTimeOut.nullable(),
  bindDate: dateTimeOut.nullable(),
  bindState: z.enum(BIND_STATES),
  enabled: z.boolean(),
  remark: z.string().nullable(),
  createDate: dateTimeOut,
});
export type EdgeCubeRow = z.output<typeof EdgeCubeRow>;

const upper = (value: string | undefined) => value?.toUpperCase();

const CubeFilters = z.object({
  /** The start of the number. */
  cubeNo: filterText(32).transform(upper),
  /** A part of the unit's number. */
  equipmentNo: filterText(40),
  /** A part of the unit's or the building's name. */
  key: filterText(),
  branchCode: filterKeys,
  onlineStatus: filterCode([...GATEWAY_ONLINE]),
  bindState: filterEnum(BIND_STATES),
  /** The start of the version. */
  fwVersion: filterText(40),
});
export type CubeFilters = z.output<typeof CubeFilters>;

const READ = anyOf('EDGE_CUBE_READ');

export const queryCubes = operation({
  name: 'queryCubes',
  method: 'POST',
  path: 'gateway/query',
  access: READ,
  scope: 'eq',
  input: paging(CUBE_SORT_FIELDS).extend(CubeFilters.shape),
  output: pageOf(EdgeCubeRow),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Boxes with exact total (api.md §2.19)',
  audit: 'view',
});

export const exportCubes = operation({
  name: 'exportCubes',
  method: 'POST',
  path: 'gateway/download',
  access: READ,
  scope: 'eq',
  input: CubeFilters.extend(sorting(CUBE_SORT_FIELDS).shape),
  output: fileOutput,
  maxBytes: KEY_LIST_BYTES,
  summary: 'Boxes as xlsx (api.md §2.19)',
  audit: 'export',
});

export const DIAGNOSED_HOURS = 24;
export const MAX_REJECTS = 50;
export const MAX_MESSAGES = 20;

const CubeDiagnosis = z.object({
  lastDataAt: dateTimeOut.nullable(),
  /** The state of the link as the box or its last will reported it. */
  state: z.enum(['online', 'offline']),
  fwVersion: z.string().nullable(),
  /** Start of the first hour. */
  hoursFrom: dateTimeOut,
  /** Accepted messages per hour, oldest first; the last one is the running hour. */
  messagesPerHour: z.array(z.number().int()).length(DIAGNOSED_HOURS),
  reconnects24h: z.number().int(),
  /** How far the box's clock is ahead, s. */
  clockDriftSec: z.number().int().nullable(),
  /** Newest first. */
  rejects: z.array(z.object({ at: dateTimeOut, topic: z.string(), code: z.string(), message: z.string() })),
  /** What the box sent, cut at 400 bytes; newest first. */
  lastMessages: z.array(z.object({ at: dateTimeOut, topic: z.string(), payload: z.string() })),
  /** The messages are withheld from readers with a limited data strategy (docs/decisions/009-data-strategy.md). */
  isWithheld: z.boolean(),
  /** Open symptoms of category F of its units, newest first. */
  symptoms: z.array(SymptomRow),
});
export type CubeDiagnosis = z.output<typeof CubeDiagnosis>;

/** For a box or a pro gateway. Errors: not_found, no_object_permission. */
export const diagnoseCube = operation({
  name: 'diagnoseCube',
  method: 'GET',
  path: 'gateway/diagnose/{cubeNo}',
  access: READ,
  scope: 'eq',
  input: z.object({ cubeNo }),
  output: CubeDiagnosis,
  summary: 'What a box sent lately and what was refused of it (api.md §2.19)',
});

export const CUBE_ACTIONS = [
  'register',
  'bind',
  'unbind',
  'replace',
  'retire',
  'restore',
  'secret',
  'attach',
  'detach',
] as const;

const CubeHistoryRow = z.object({
  action: z.enum(CUBE_ACTIONS),
  equipmentNo: z.string().nullable(),
  reason: z.string().nullable(),
  /** Display name of the account if the caller may see it, or what else made the change. */
  operator: z.string().nullable(),
  createDate: dateTimeOut,
});
export type CubeHistoryRow = z.output<typeof CubeHistoryRow>;

/** The newest 200. Errors: not_found, no_object_permission. */
export const listCubeHistory = operation({
  name: 'listCubeHistory',
  method: 'GET',
  path: 'gateway/history/{cubeNo}',
  access: READ,
  scope: 'eq',
  input: z.object({ cubeNo }),
  output: z.array(CubeHistoryRow),
  summary: 'What was done with a box, newest first (api.md §2.19)',
});

export const gatewayOperations = [queryCubes, exportCubes, diagnoseCube, listCubeHistory];
