import { z } from 'zod';
import { passwordFault } from '@/lib/platform/auth/accounts/password-policy';
import type { PickedProject } from '@/lib/features/projects/shared/sap-selection';
import type { InvoiceCustomer, UserDetail } from '@/lib/features/users/account-contract';
import type { UserSaveInput } from '@/lib/features/users/save-input';
import { customerTypeOf, NICK_NAME, PHONE, ROLE, USERNAME } from '@/lib/features/users/value-sets';
import {
  CUSTOMER_TYPE,
  MAPPING_TYPE,
  PROJECT_BRANCH_TYPE,
  USER_TYPE,
} from '@/lib/platform/auth/accounts/account-types';

/**
 * The form of the admin and the branch dialog (doc1 §4, §5): values, rules with the texts of `userList`, and the input
 * of the call. Pure.
 */

export type UserFormVariant = 'admin' | 'branch';

/**
 * The choice in the admin dialog: 0 head office, 1 ordinary, 2 branch. The field has the name that the server's errors
 * use.
 */
export const HEAD_OFFICE = USER_TYPE.headOffice;

export interface UserFormValues {
  user: {
    username: string;
    nickName: string;
    password: string;
    email: string;
    phone: string;
    customerType: number | '';
    projectbranchType: number | '';
  };
  confirm: string;
  belongBranch: string;
  branchUserType: number | '';
  roleNameList: string[];
  /** Branch codes of a branch user. */
  userMappingList: string[];
  selectProjectList: readonly PickedProject[];
  invoiceAttachmentPath: string;
  /** Tax ids. */
  invoiceUserList: string[];
}

export const EMPTY: UserFormValues = {
  user: { username: '', nickName: '', password: '', email: '', phone: '', customerType: '', projectbranchType: '' },
  confirm: '',
  belongBranch: '',
  branchUserType: '',
  roleNameList: [],
  userMappingList: [],
  selectProjectList: [],
  invoiceAttachmentPath: '',
  invoiceUserList: [],
};

/** The form of a stored account. */
export function valuesOf(detail: UserDetail): UserFormValues {
  const mapped = (wanted: number) => detail.userMappingList.filter(({ type }) => type === wanted);
  return {
    user: {
      username: detail.username,
      nickName: detail.nickName,
      password: '',
      email: detail.email ?? '',
      phone: detail.phone ?? '',
      customerType: detail.customerType ?? '',
      projectbranchType: detail.userType === USER_TYPE.headOffice ? HEAD_OFFICE : (detail.projectbranchType ?? ''),
    },
    confirm: '',
    belongBranch: detail.branchCode ?? '',
    branchUserType: detail.branchUserType ?? '',
    roleNameList: detail.roleNameList.map(({ roleName }) => roleName),
    userMappingList: mapped(MAPPING_TYPE.branch).map(({ mappingId }) => mappingId),
    selectProjectList: mapped(MAPPING_TYPE.project).map(({ mappingId, name }) => ({
      projectId: mappingId,
      projectName: name,
      tplnr: '',
    })),
    invoiceAttachmentPath: detail.invoiceAttachmentPath ?? '',
    invoiceUserList: detail.invoiceUserList.map(({ taxId }) => taxId),
  };
}

type TextKey =
  | 'message2'
  | 'message4'
  | 'message6'
  | 'message7'
  | 'message8'
  | `dialog.${'usernameRule' | 'nickNameRule' | 'nickNameRequired' | 'phoneRule' | 'emailRule' | 'passwordRequired' | 'passwordCommon' | 'userTypeRequired' | 'customerTypeRequired' | 'belongBranchRequired' | 'mustChooseProject'}`
  | `invoice.${'attachmentRequired' | 'customerRequired'}`;

const EMAIL = z.email();

/** The errors of the values: path → key of `userList`. `isPartial`: only the first step of the branch dialog. */
export function faultsOf(
  values: UserFormValues,
  {
    variant,
    isNew,
    isPartial = false,
  }: { readonly variant: UserFormVariant; readonly isNew: boolean; readonly isPartial?: boolean },
): Record<string, TextKey> {
  const faults: Record<string, TextKey> = {};
  const { user } = values;
  const isBranch = variant === 'branch';
  const isHeadOffice = !isBranch && user.projectbranchType === HEAD_OFFICE;
  // In the order of the screen, because the first one gets the focus.
  if (isBranch && values.branchUserType === '') faults.branchUserType = 'dialog.userTypeRequired';
  if (!isBranch && user.projectbranchType === '') faults['user.projectbranchType'] = 'dialog.userTypeRequired';
  const isOrdinary = isBranch || user.projectbranchType === PROJECT_BRANCH_TYPE.ordinary;
  if (
    !isBranch &&
    isOrdinary &&
    user.customerType !== CUSTOMER_TYPE.internal &&
    user.customerType !== CUSTOMER_TYPE.external
  )
    faults['user.customerType'] = 'dialog.customerTypeRequired';
  if (!isHeadOffice && values.belongBranch === '') faults.belongBranch = 'dialog.belongBranchRequired';
  // In a branch, the user type generates the name; without a type there is nothing to check.
  if (isNew && !(isBranch && values.branchUserType === '') && !USERNAME.test(user.username))
    faults['user.username'] = 'dialog.usernameRule';
  if (!PHONE.test(user.phone.trim())) faults['user.phone'] = 'dialog.phoneRule';
  if (user.email.trim() !== '' && !EMAIL.safeParse(user.email.trim()).success)
    faults['user.email'] = 'dialog.emailRule';
  if (isNew) {
    const fault = user.password === '' ? 'passwordRequired' : passwordFault(user.password);
    if (fault) faults['user.password'] = fault === 'passwordRule' ? 'message2' : `dialog.${fault}`;
    if (values.confirm !== user.password) faults.confirm = 'message4';
  }
  if (values.roleNameList.length === 0) faults.roleNameList = 'message6';
  if (isPartial) return faults;

  const nickName = user.nickName.trim();
  if (nickName === '') faults['user.nickName'] = 'dialog.nickNameRequired';
  else if (!NICK_NAME.test(nickName)) faults['user.nickName'] = 'dialog.nickNameRule';
  if (isOrdinary && values.selectProjectList.length === 0)
    faults.selectProjectList = isBranch ? 'dialog.mustChooseProject' : 'message7';
  if (!isBranch && user.projectbranchType === PROJECT_BRANCH_TYPE.branch && values.userMappingList.length === 0)
    faults.userMappingList = 'message8';
  if (values.roleNameList.includes(ROLE.invoice)) {
    if (values.invoiceAttachmentPath === '') faults.invoiceAttachmentPath = 'invoice.attachmentRequired';
    else if (values.invoiceUserList.length === 0) faults.invoiceUserList = 'invoice.customerRequired';
  }
  return faults;
}

/** The input of the call. `customers` are the invoice customers that the user could choose from. */
export function saveInput(
  values: UserFormValues,
  {
    variant,
    isNew,
    customers,
  }: { readonly variant: UserFormVariant; readonly isNew: boolean; readonly customers: readonly InvoiceCustomer[] },
): UserSaveInput {
  const {
    user: { password, email, customerType, projectbranchType, ...user },
    confirm: _confirm,
    branchUserType,
    ...rest
  } = values;
  const isBranch = variant === 'branch';
  const isHeadOffice = !isBranch && projectbranchType === HEAD_OFFICE;
  const isOrdinary = isBranch || projectbranchType === PROJECT_BRANCH_TYPE.ordinary;
  const type = isBranch
    ? customerTypeOf(Number(branchUserType))
    : isOrdinary
      ? Number(customerType)
      : isHeadOffice
        ? CUSTOMER_TYPE.internal
        : CUSTOMER_TYPE.branch;
  const projects = isOrdinary ? rest.selectProjectList.map(({ projectId }) => projectId) : [];
  const hasInvoices = rest.roleNameList.includes(ROLE.invoice);
  return {
    user: {
      ...user,
      email: email.trim(),
      ...(isNew ? { password } : {}),
      customerType: type,
      ...(isHeadOffice
        ? { userType: USER_TYPE.headOffice }
        : { projectbranchType: isOrdinary ? PROJECT_BRANCH_TYPE.ordinary : PROJECT_BRANCH_TYPE.branch }),
    },
    modelType: isNew ? 0 : 1,
    roleNameList: rest.roleNameList.map((roleName) => ({ username: user.username, roleName })),
    userMappingList: [
      ...projects.map((mappingId) => ({ mappingId, type: MAPPING_TYPE.project, customerType: type })),
      ...(isOrdinary || isHeadOffice
        ? []
        : rest.userMappingList.map((mappingId) => ({ mappingId, type: MAPPING_TYPE.branch, customerType: type }))),
    ],
    belongBranch: isHeadOffice ? '' : rest.belongBranch,
    selectProjectList: projects,
    invoiceUserList: hasInvoices
      ? customers
          .filter(({ taxId }) => rest.invoiceUserList.includes(taxId))
          .map(({ taxId, customerName, projectNames }) => ({
            taxId,
            customerName,
            projectNames,
            username: user.username,
          }))
      : [],
    ...(hasInvoices ? { invoiceAttachmentPath: rest.invoiceAttachmentPath } : {}),
    ...(isBranch ? { branchUserType: Number(branchUserType) } : {}),
  };
}

/** A project's name as a display name, without the characters that a display name may not have. */
export const asNickName = (projectName: string) =>
  [...projectName].filter((character) => NICK_NAME.test(character)).join('');

/** `cn12345` or `nb12345`. */
export function generatedUsername(prefix: string, random: () => number = Math.random): string {
  return prefix + String(Math.floor(random() * 100_000)).padStart(5, '0');
}
