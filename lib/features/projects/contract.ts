import { z } from 'zod';
import { fileOutput } from '@/lib/platform/contract/file-answer';
import { KEY_LIST_BYTES, anyOf, operation } from '@/lib/platform/contract/operation';
import {
  dateTimeOut,
  filterCode,
  filterKeys,
  filterText,
  key,
  none,
  pageOf,
  paging,
  sorting,
  text,
} from '@/lib/platform/contract/schemas';
import { importProjectFile } from './import-contract';
import { listProjectsByUser, querySapProjects, searchProjects, searchProjectsNew } from './look-up-contract';
import {
  READ,
  WRITE_UNITS,
  addProjectEquipment,
  deleteProjectEquipment,
  findEquipmentByNos,
  queryProjectEquipment,
} from './unit-contract';

/** Projects (api.md §2.6, shapes of §2.28). */

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
  /** `'1'`: it comes from SAP and cannot be changed here. */
  autoCreate: z.enum(['0', '1']),
  /** Functional location. */
  tplnr: z.string().nullable(),
  /** Units with a box, compared with all units. */
  installStatus: z.enum(INSTALL_STATUSES),
  /** Accounts linked to the project, joined by commas. */
  usernames: z.string(),
  equipmentTotal: z.number().int(),
  /** `'1'`: text messages are sent. */
  isMessage: z.enum(['0', '1']),
  createBy: z.string(),
  createDate: dateTimeOut,
});

export type ProjectRow = z.output<typeof ProjectRow>;

/** The filters of the project list and of its export (doc1 §2). */
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

const WRITE = anyOf('PROJECT_WRITE');
/** Branches may change projects with `saveProject`; only the head office may add one (doc1 §6). */
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

/** A new project needs branch and name; both are fixed afterwards (doc1 §2), so with an id they are ignored. */
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
