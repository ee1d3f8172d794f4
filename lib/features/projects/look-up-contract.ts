import { z } from 'zod';
import { KEY_LIST_BYTES, SIGNED_IN, anyOf, operation } from '@/lib/platform/contract/operation';
import { filterText, int, key, pageOf, paging } from '@/lib/platform/contract/schemas';

/** Projects to choose from (api.md §2.6). */

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

/** The most projects in one SAP search. With more, the client asks for a more precise name (doc1 §9, readings 18). */
export const SAP_LIMIT = 200;

/**
 * A project in the picker. Several functional locations with one name are the children of a group, whose id belongs to
 * no project.
 */
export const SapProject = z
  .object({
    projectId: z.string(),
    projectName: z.string(),
    /** Functional location; empty for a group and for a project that was added by hand. */
    tplnr: z.string(),
    equipmentTotal: z.number().int(),
    /** Units with a box. */
    installedTotal: z.number().int(),
    headerconttracts: z.string(),
    /** The group a functional location belongs to. */
    parentId: z.string().nullable(),
    /** Two levels: children have no children. */
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
