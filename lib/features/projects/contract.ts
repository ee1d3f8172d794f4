import { z } from 'zod';
import { EquipmentPick } from '@/lib/features/equipment/contract';
import { fileOutput } from '@/lib/platform/contract/file-answer';
import { anyOf, KEY_LIST_BYTES, operation, SIGNED_IN } from '@/lib/platform/contract/operation';
import type { Access } from '@/lib/platform/contract/operation';
import {
  dateTimeOut,
  filterCode,
  filterKeys,
  filterText,
  int,
  key,
  none,
  pageOf,
  paging,
  sorting,
  text,
} from '@/lib/platform/contract/schemas';

/** Projects (api.md §2.6, shapes of §2.28). */

export const ProjectLite = z.object({
  projectId: z.string(),
  projectName: z.string(),
  /** Number of its units. */
  count: z.number().int(),
  branchCode: z.string(),
  branchName: z.string(),
  address: z.string().nullable(),
  tplnr: z.string().nullable(),
  /** A key account's project; kaProjectId is its projectId. */
  ka: z.boolean(),
});
export type ProjectLite = z.infer<typeof ProjectLite>;

export const PROJECT_LITE_SORT_FIELDS = [
  'createDate',
  'projectId',
  'projectName',
  'count',
  'branchCode',
  'address',
  'tplnr',
] as const;

export const listProjectsByUser = operation({
  name: 'listProjectsByUser',
  method: 'POST',
  path: 'project/getListByUsername',
  access: SIGNED_IN,
  scope: 'prj',
  input: paging(PROJECT_LITE_SORT_FIELDS, 1000).extend({
    /** Another account needs USER_READ; the caller when absent. */
    username: filterText(64),
    searchKey: filterText(),
    /** Only these: tells which of the kept focus projects are still the user's. */
    projectIds: z.array(key).max(1000, 'tooMany').nullish(),
  }),
  output: pageOf(ProjectLite),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Projects of the caller or of an account in his scope; the focus header does not matter (api.md §2.6)',
  audit: 'view',
});

const LOOK_UP = anyOf('PROJECT_READ', 'USER_READ', 'REPORT_READ', 'HEALTHREPORT_READ', 'CBM_MODEL_A_VIEW_READ');
const ProjectLookUp = paging(PROJECT_LITE_SORT_FIELDS, 1000).extend({ searchKey: filterText() });

export const searchProjects = operation({
  name: 'searchProjects',
  method: 'POST',
  path: 'project/search',
  access: LOOK_UP,
  scope: 'prj',
  input: ProjectLookUp,
  output: pageOf(ProjectLite),
  summary: 'Projects by name or id (api.md §2.6)',
  audit: 'view',
});

export const searchProjectsNew = operation({
  name: 'searchProjectsNew',
  method: 'POST',
  path: 'project/searchNew',
  access: LOOK_UP,
  scope: 'prj',
  input: ProjectLookUp,
  output: pageOf(ProjectLite),
  summary: 'Projects with equipment, by name or id (api.md §2.6)',
  audit: 'view',
});

/** Most projects that one SAP search answers; beyond, the client asks for a more precise name (doc1 §9, readings 18). */
export const SAP_LIMIT = 200;

/** A project of the picker. Several functional locations of one name are the children of a group, whose id is no project's. */
export const SapProject = z
  .object({
    projectId: z.string(),
    projectName: z.string(),
    /** Functional location; empty on a group and on a project that was added by hand. */
    tplnr: z.string(),
    equipmentTotal: z.number().int(),
    /** Units with a box. */
    installedTotal: z.number().int(),
    headerconttracts: z.string(),
    /** The group a functional location belongs to. */
    parentId: z.string().nullable(),
    /** Two levels: children have none. */
    get children() {
      return z.array(SapProject);
    },
  })
  .meta({ id: 'SapProject' });
export type SapProject = z.output<typeof SapProject>;

/** Errors: validation_failed when neither name nor number is given (M11). `total` counts projects, `records` are grouped by name. */
export const querySapProjects = operation({
  name: 'querySapProjects',
  method: 'POST',
  path: 'sapProject/query',
  access: anyOf('USER_WRITE', 'PROJECT_WRITE'),
  scope: 'prj',
  input: z
    .object({
      pageIndex: int(1, 1).default(1),
      pageSize: int(1, SAP_LIMIT).default(SAP_LIMIT),
      projectName: filterText(),
      equipmentNo: filterText(40),
    })
    .refine(({ projectName, equipmentNo }) => projectName !== undefined || equipmentNo !== undefined, {
      error: 'sapSearchRequired',
      path: ['projectName'],
    }),
  output: pageOf(SapProject),
  summary: 'Projects that an account may be linked to, by name or by the number of a unit (api.md §2.6)',
  audit: 'view',
});

/** Columns the project list may be sorted by; the id always ends the order (api.md §1.6). */
export const PROJECT_SORT_FIELDS = [
  'createDate',
  'projectId',
  'projectName',
  'branchCode',
  'branchName',
  'tplnr',
  'equipmentTotal',
  'autoCreate',
  'createBy',
] as const;

export const INSTALL_STATUSES = ['all', 'partial', 'none'] as const;

export const ProjectRow = z.object({
  projectId: z.string(),
  branchCode: z.string(),
  branchName: z.string(),
  projectName: z.string(),
  mobile: z.string().nullable(),
  email: z.string().nullable(),
  address: z.string().nullable(),
  /** `'1'`: came from SAP and is not changed here. */
  autoCreate: z.enum(['0', '1']),
  /** Functional location. */
  tplnr: z.string().nullable(),
  /** Units with a box against all units. */
  installStatus: z.enum(INSTALL_STATUSES),
  /** Accounts linked to the project, joined by commas. */
  usernames: z.string(),
  equipmentTotal: z.number().int(),
  /** `'1'`: short messages are sent. */
  isMessage: z.enum(['0', '1']),
  createBy: z.string(),
  createDate: dateTimeOut,
});
export type ProjectRow = z.output<typeof ProjectRow>;

/** What the project list and its export are narrowed by (doc1 §2). */
const ProjectFilters = z.object({
  projectName: filterText(),
  /** Keys, comma-joined or as an array. */
  branchCode: filterKeys,
  /** 0 no equipment, 1 has equipment. */
  haveEquipment: filterCode([0, 1]),
  /** 1 no account of an external customer is linked, 2 one is. */
  externalAccount: filterCode([1, 2]),
});
const AllFilters = ProjectFilters.extend({ searchKey: filterText() });
export type ProjectFilters = z.output<typeof ProjectFilters> & { searchKey?: string };

const READ = anyOf('PROJECT_READ');
const WRITE = anyOf('PROJECT_WRITE');
/** Units of a project are the head office's business (doc1 §2). */
const WRITE_UNITS: Access = { kind: 'authority', anyOf: ['PROJECT_WRITE'], userTypes: [0] };
/** `saveProject` changes projects for branches too; only the head office adds one (doc1 §6). */
export const ADD_PROJECT = { access: WRITE_UNITS };

export const queryProjects = operation({
  name: 'queryProjects',
  method: 'POST',
  path: 'project/query',
  access: READ,
  scope: 'prj',
  input: paging(PROJECT_SORT_FIELDS).extend(ProjectFilters.shape),
  output: pageOf(ProjectRow),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Project list with filters and exact total (api.md §2.6)',
  audit: 'view',
});

export const getProjectAll = operation({
  name: 'getProjectAll',
  method: 'POST',
  path: 'project/getProjectAll',
  access: READ,
  scope: 'prj',
  input: paging(PROJECT_SORT_FIELDS, 1000).extend(AllFilters.shape),
  output: pageOf(ProjectRow),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Projects as rows, up to 1000 at a time (api.md §2.6)',
  audit: 'view',
});

/** Errors: bad_request beyond the row limit, access_denied by the data strategy (silent-screens R6). */
export const exportProjects = operation({
  name: 'exportProjects',
  method: 'POST',
  path: 'project/download',
  access: READ,
  scope: 'prj',
  input: ProjectFilters.extend(sorting(PROJECT_SORT_FIELDS).shape),
  output: fileOutput,
  maxBytes: KEY_LIST_BYTES,
  summary: 'Project list as xlsx, same filters (api.md §2.6)',
  audit: 'export',
});

export const exportProjectAll = operation({
  name: 'exportProjectAll',
  method: 'POST',
  path: 'project/getProjectAll/download',
  access: READ,
  scope: 'prj',
  input: AllFilters.extend(sorting(PROJECT_SORT_FIELDS).shape),
  output: fileOutput,
  maxBytes: KEY_LIST_BYTES,
  summary: 'getProjectAll as xlsx (api.md §2.6)',
  audit: 'export',
});

/** Absent: unchanged; null or empty: cleared. */
const clearable = <T extends z.ZodType<string>>(value: T, error: string) =>
  z.union([z.literal('').transform(() => null), z.null(), value], { error }).optional();

/** Adding needs branch and name; both are fixed afterwards (doc1 §2), so what is sent for them with an id is not read. */
export const ProjectSave = z
  .object({
    projectId: key
      .or(z.literal(''))
      .nullish()
      .transform((value) => value || undefined),
    branchCode: key
      .or(z.literal(''))
      .nullish()
      .transform((value) => value || undefined),
    projectName: filterText(),
    mobile: clearable(z.string().regex(/^1\d{10}$/, 'badPhone'), 'badPhone'),
    email: clearable(z.email('badEmail').max(200, 'tooLong'), 'badEmail'),
    address: z.string({ error: 'addressRequired' }).min(1, 'addressRequired').max(200, 'tooLong').pipe(text()),
    isMessage: z.enum(['0', '1'], { error: 'badValue' }).nullish(),
  })
  .superRefine(({ projectId, branchCode, projectName }, context) => {
    if (projectId) return;
    if (!branchCode) context.addIssue({ code: 'custom', path: ['branchCode'], message: 'projectBranchRequired' });
    if (!projectName) context.addIssue({ code: 'custom', path: ['projectName'], message: 'projectNameRequired' });
  });
export type ProjectSave = z.output<typeof ProjectSave>;

/** Errors: access_denied (adding is the head office's; a row of SAP), conflict (name taken in the branch), not_found, no_object_permission. */
export const saveProject = operation({
  name: 'saveProject',
  method: 'POST',
  path: 'project/saveOrUpdate',
  access: WRITE,
  scope: 'prj',
  input: ProjectSave,
  output: z.object({ projectId: z.string() }),
  summary: 'Adds a project or changes its contact data (api.md §2.6)',
  audit: 'update',
});

/** Errors: access_denied (a row of SAP), not_found, no_object_permission. */
export const deleteProject = operation({
  name: 'deleteProject',
  method: 'DELETE',
  path: 'project/{projectId}',
  access: WRITE,
  scope: 'prj',
  input: z.object({ projectId: key }),
  output: none,
  summary: 'Removes a project with its links to units and accounts (api.md §2.6)',
  audit: 'delete',
});

export const PICK_SORT_FIELDS = [
  'createDate',
  'equipmentNo',
  'equipmentName',
  'cubeNo',
  'equipmentType',
  'productLine',
  'buildingName',
] as const;

/** Errors: not_found, no_object_permission. */
export const queryProjectEquipment = operation({
  name: 'queryProjectEquipment',
  method: 'POST',
  path: 'projectEquipmentMapping/query',
  access: READ,
  scope: 'prj',
  input: paging(PICK_SORT_FIELDS).extend({ projectId: key }),
  output: pageOf(EquipmentPick),
  summary: 'Units of a project (api.md §2.6)',
  audit: 'view',
});

/** At most this many numbers in one call (api.md §1.2). */
export const BATCH_LIMIT = 1000;
const numbers = z
  .array(key, { error: 'batchRequired' })
  .min(1, 'batchRequired')
  .max(BATCH_LIMIT, 'tooMany')
  .transform((list) => [...new Set(list)]);

/** Errors: validation_failed (M24), access_denied (a project of SAP), not_found with the unknown numbers, no_object_permission. */
export const addProjectEquipment = operation({
  name: 'addProjectEquipment',
  method: 'POST',
  path: 'projectEquipmentMapping/saveOrUpdate',
  access: WRITE_UNITS,
  scope: 'prj',
  input: z.object({ projectId: key, equipmentNoList: numbers }),
  output: z.object({ added: z.number().int(), existing: z.number().int() }),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Adds units to a project (api.md §2.6)',
  audit: 'update',
});

/** Errors: as addProjectEquipment. */
export const deleteProjectEquipment = operation({
  name: 'deleteProjectEquipment',
  method: 'POST',
  path: 'projectEquipmentMapping/delete',
  access: WRITE_UNITS,
  scope: 'prj',
  input: z.object({ projectId: key, equipmentNoList: numbers }),
  output: z.object({ removed: z.number().int() }),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Takes units out of a project (api.md §2.6)',
  audit: 'delete',
});

/** Units by pasted numbers. What is unknown or outside the scope or the branch is `missing`, in the order of asking. Errors: validation_failed (M24). */
export const findEquipmentByNos = operation({
  name: 'findEquipmentByNos',
  method: 'POST',
  path: 'equipment/queryByNos',
  access: anyOf('PROJECT_READ', 'USER_READ'),
  scope: 'eq',
  input: z
    .object({ equipNoList: numbers.optional(), cubeNoList: numbers.optional(), branchCode: filterText(40) })
    .refine(({ equipNoList, cubeNoList }) => (equipNoList === undefined) !== (cubeNoList === undefined), {
      error: 'batchRequired',
      path: ['equipNoList'],
    }),
  output: z.object({ total: z.number().int(), records: z.array(EquipmentPick), missing: z.array(z.string()) }),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Units by equipment or by cube numbers (api.md §2.6)',
  audit: 'view',
});

/** Columns of a CSV file of SAP projects; the names may be written in any case. `equipmentNos` lists units that belong to the project. */
export const CSV_COLUMNS = [
  'projectId',
  'branchCode',
  'projectName',
  'tplnr',
  'parentId',
  'mobile',
  'email',
  'address',
  'isMessage',
  'kaId',
  'headerconttracts',
  'updatedAt',
  'equipmentNos',
] as const;
export const CSV_REQUIRED = ['projectId', 'branchCode', 'projectName'] as const;
export const CSV_ROW_LIMIT = 20_000;
export const CSV_MAX_BYTES = 4 * 1024 * 1024;
/** Quotes and line ends of the CSV are escaped on the way. */
const CSV_BODY_BYTES = 2 * CSV_MAX_BYTES;

/** All lines or none: with `failed` nothing was imported. */
export const importProjectFile = operation({
  name: 'importProjectFile',
  method: 'POST',
  path: 'project/import',
  access: WRITE_UNITS,
  scope: '-',
  input: z.object({
    csv: z
      .string({ error: 'required' })
      .min(1, 'required')
      .max(CSV_MAX_BYTES, 'tooLong')
      .refine((value) => !value.includes('\0'), 'badValue'),
  }),
  output: z.object({
    created: z.number().int(),
    updated: z.number().int(),
    unchanged: z.number().int(),
    failedTotal: z.number().int(),
    /** The first of them; `line` counts from 1 as an editor does. */
    failed: z.array(z.object({ line: z.number().int(), message: z.string() })),
  }),
  summary: 'SAP projects from a CSV text, all lines or none (api.md §2.6)',
  maxBytes: CSV_BODY_BYTES,
  audit: 'update',
});

export const projectOperations = [
  listProjectsByUser,
  searchProjects,
  searchProjectsNew,
  querySapProjects,
  queryProjects,
  getProjectAll,
  exportProjects,
  exportProjectAll,
  saveProject,
  deleteProject,
  queryProjectEquipment,
  addProjectEquipment,
  deleteProjectEquipment,
  findEquipmentByNos,
  importProjectFile,
];
