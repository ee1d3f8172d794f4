import { z } from 'zod';
import { codeOfForm, filterText, key, text } from '@/lib/platform/contract/schemas';
import { BRANCH_USER_TYPES, NICK_NAME, PHONE, ROLE, USERNAME } from './value-sets';
import {
  CUSTOMER_TYPE,
  MAPPING_TYPE,
  PROJECT_BRANCH_TYPE,
  USER_TYPE,
  USER_TYPES,
} from '@/lib/platform/auth/accounts/account-types';

/** `UserSave` of api.md §2.3: what the admin and the branch dialog send. Messages are keys of `errors`. */

const MAX_ROLES = 100;
const MAX_KEYS = 1000;

const optionalKey = key
  .or(z.literal(''))
  .nullish()
  .transform((value) => (value ? value : null));

export const userName = z.string({ error: 'usernameRule' }).regex(USERNAME, 'usernameRule');
const nickName = z
  .string({ error: 'required' })
  .min(1, 'required')
  .max(200, 'tooLong')
  .regex(NICK_NAME, 'nicknameRule');
export const phoneNo = z.string({ error: 'badPhone' }).regex(PHONE, 'badPhone');

/** A project as its id or as a row with it. */
const projectRef = z
  .union([key, z.object({ projectId: key })], { error: 'badKey' })
  .transform((value) => (typeof value === 'string' ? value : value.projectId));

const InvoiceUser = z.object({
  taxId: text(40).min(1, 'required'),
  /** What follows is accepted and read from the stored customers instead. */
  customerName: text().nullish(),
  projectNames: z.string().max(20_000, 'tooLong').nullish(),
  username: text(64).nullish(),
  invoiceAttachmentPath: text(300).nullish(),
});

const Shape = z.object({
  user: z.object({
    username: userName,
    nickName,
    /** On create; ignored on update, where a password has operations of its own. */
    password: z.string().max(200, 'tooLong').nullish(),
    email: z
      .union([z.literal(''), z.email('badEmail').max(200, 'tooLong')], { error: 'badEmail' })
      .nullish()
      .transform((value) => (value ? value : null)),
    phone: phoneNo,
    /** Accepted; the branch is `belongBranch`. */
    branchCode: optionalKey,
    customerType: codeOfForm([0, 1, 2]).nullish(),
    projectbranchType: codeOfForm([1, 2]).nullish(),
    /** 0 makes a head-office account; every other userType follows from projectbranchType. */
    userType: codeOfForm(USER_TYPES).nullish(),
  }),
  modelType: codeOfForm([0, 1]),
  roleNameList: z
    .array(z.object({ username: text(64).nullish(), roleName: text().min(1, 'required') }))
    .max(MAX_ROLES, 'tooMany')
    .default([]),
  userMappingList: z
    .array(z.object({ mappingId: key, type: codeOfForm([1, 2]), customerType: codeOfForm([0, 1, 2]).nullish() }))
    .max(MAX_KEYS, 'tooMany')
    .nullish()
    .transform((value) => value ?? []),
  belongBranch: optionalKey,
  selectProjectList: z
    .array(projectRef)
    .max(MAX_KEYS, 'tooMany')
    .nullish()
    .transform((value) => value ?? []),
  invoiceUserList: z
    .array(InvoiceUser)
    .max(MAX_KEYS, 'tooMany')
    .nullish()
    .transform((value) => value ?? []),
  invoiceAttachmentPath: filterText(300),
  branchUserType: codeOfForm(BRANCH_USER_TYPES).nullish(),
});

type ParsedUserSave = z.output<typeof Shape>;
type AddIssue = (path: string, message: string) => void;

const projectsOf = ({
  selectProjectList,
  userMappingList,
}: Pick<ParsedUserSave, 'selectProjectList' | 'userMappingList'>) => [
  ...new Set([
    ...selectProjectList,
    ...userMappingList.filter(({ type }) => type === MAPPING_TYPE.project).map(({ mappingId }) => mappingId),
  ]),
];

function checkShared(save: ParsedUserSave, issue: AddIssue): void {
  if (save.roleNameList.length === 0) issue('roleNameList', 'roleRequired');
  if (save.userMappingList.some(({ type }) => type !== MAPPING_TYPE.project && type !== MAPPING_TYPE.branch))
    issue('userMappingList', 'badValue');
  if (!save.roleNameList.some(({ roleName }) => roleName === ROLE.invoice)) return;
  if (!save.invoiceAttachmentPath) issue('invoiceAttachmentPath', 'invoiceAttachment');
  else if (save.invoiceUserList.length === 0) issue('invoiceUserList', 'invoiceCustomer');
}

/** The admin dialog's rules (doc1 §5). */
function checkAdmin(save: ParsedUserSave, issue: AddIssue): void {
  const { userType, projectbranchType, customerType } = save.user;
  if (userType === USER_TYPE.headOffice) return;
  if (!save.belongBranch) issue('belongBranch', 'belongBranchRequired');
  if (projectbranchType !== PROJECT_BRANCH_TYPE.ordinary && projectbranchType !== PROJECT_BRANCH_TYPE.branch)
    issue('user.projectbranchType', 'userTypeRequired');
  if (projectbranchType === PROJECT_BRANCH_TYPE.ordinary) {
    if (customerType !== CUSTOMER_TYPE.internal && customerType !== CUSTOMER_TYPE.external)
      issue('user.customerType', 'customerTypeRequired');
    if (projectsOf(save).length === 0) issue('selectProjectList', 'projectRequired');
  }
  if (
    projectbranchType === PROJECT_BRANCH_TYPE.branch &&
    !save.userMappingList.some(({ type }) => type === MAPPING_TYPE.branch)
  )
    issue('userMappingList', 'branchesRequired');
}

/** The branch dialog's rules: an ordinary user of one of four types, with projects. */
function checkBranch(save: ParsedUserSave, issue: AddIssue): void {
  if (!save.belongBranch) issue('belongBranch', 'belongBranchRequired');
  if (
    save.branchUserType === undefined ||
    save.branchUserType === null ||
    save.branchUserType < 1 ||
    save.branchUserType > 4
  )
    issue('branchUserType', 'userTypeRequired');
  if (projectsOf(save).length === 0) issue('selectProjectList', 'projectRequired');
}

const saveOf = (modelType: 0 | 1, ...checks: readonly ((save: ParsedUserSave, issue: AddIssue) => void)[]) =>
  Shape.superRefine((save, context) => {
    const issue: AddIssue = (path, message) => context.addIssue({ code: 'custom', path: path.split('.'), message });
    if (save.modelType !== modelType) issue('modelType', 'badValue');
    if (modelType === 0 && !save.user.password) issue('user.password', 'required');
    for (const check of checks) check(save, issue);
  }).transform((save) => ({
    ...save,
    projects: projectsOf(save),
    branches: [
      ...new Set(
        save.userMappingList.filter(({ type }) => type === MAPPING_TYPE.branch).map(({ mappingId }) => mappingId),
      ),
    ],
    roles: [...new Set(save.roleNameList.map(({ roleName }) => roleName))],
  }));

export const CreateUser = saveOf(0, checkShared, checkAdmin);
export const UpdateUser = saveOf(1, checkShared, checkAdmin);
export const CreateBranchUser = saveOf(0, checkShared, checkBranch);
export const UpdateBranchUser = saveOf(1, checkShared, checkBranch);

/** A save that keeps the rules; `projects`, `branches` and `roles` without repeats. */
export type UserSave = z.output<typeof CreateUser>;
export type UserSaveInput = z.input<typeof CreateUser>;
