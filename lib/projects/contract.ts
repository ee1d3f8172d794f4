import { z } from 'zod';
import { operation, SIGNED_IN } from '@/lib/sms/operation';
import { filterText, key, pageOf, paging } from '@/lib/sms/schemas';

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

export const PROJECT_LITE_SORT_FIELDS = ['createDate', 'projectId', 'projectName', 'count', 'branchCode', 'address', 'tplnr'] as const;

export const listProjectsByUser = operation({
  name: 'listProjectsByUser', method: 'POST', path: 'project/getListByUsername', access: SIGNED_IN, scope: 'prj',
  input: paging(PROJECT_LITE_SORT_FIELDS, 1000).extend({
    /** Another account needs USER_READ; the caller when absent. */
    username: filterText(64),
    searchKey: filterText(),
    /** Only these: tells which of the kept focus projects are still the user's. */
    projectIds: z.array(key).max(1000, 'tooMany').nullish(),
  }),
  output: pageOf(ProjectLite),
  summary: 'Projects of the caller or of an account in his scope; the focus header does not matter (api.md §2.6)',
});

export const projectOperations = [listProjectsByUser];
