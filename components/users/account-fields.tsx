'use client';

import { useTranslations } from 'next-intl';
import { useCallback, useMemo } from 'react';
import { branchChoice } from '@/components/branches/shared/branch-picker';
import { FormLookUp } from '@/components/kit/form/look-up-field';
import { FormPasswordField } from '@/components/kit/form/password-field';
import { FormTextField } from '@/components/kit/form/text-field';
import { useSeedWords } from '@/components/kit/ui/use-seed-words';
import { useJoin } from '@/components/kit/ui/use-join';
import { listBranchesByUserType } from '@/lib/features/branches/contract';
import { searchRoles, type RoleRow } from '@/lib/features/roles/contract';
import { ROLE } from '@/lib/features/users/value-sets';
import type { UserDetail } from '@/lib/features/users/account-contract';
import { MAPPING_TYPE } from '@/lib/platform/auth/accounts/account-types';
import type { UserFormValues } from './user-form';
import styles from './user-dialogs.module.css';

const NEW_PASSWORD = { htmlInput: { autoComplete: 'new-password' } } as const;

/** Phone and e-mail. */
export function ContactFields({ onPhoneLeft }: { readonly onPhoneLeft?: () => void }) {
  const t = useTranslations('userList.dialog');
  return (
    <div className={styles.pair}>
      <div onBlur={onPhoneLeft}>
        <FormTextField<UserFormValues>
          fullWidth
          name="user.phone"
          label={t('phone')}
          required
          maxLength={11}
          slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off' } }}
        />
      </div>
      <FormTextField<UserFormValues>
        name="user.email"
        label={t('email')}
        slotProps={{ htmlInput: { inputMode: 'email', autoComplete: 'off' } }}
      />
    </div>
  );
}

/** Password and its repetition, for a new account only. */
export function PasswordFields() {
  const t = useTranslations('userList');
  return (
    <div className={styles.pair}>
      <FormPasswordField<UserFormValues>
        name="user.password"
        label={t('dialog.password')}
        required
        maxLength={20}
        helperText={t('message2')}
        slotProps={NEW_PASSWORD}
      />
      <FormPasswordField<UserFormValues>
        name="confirm"
        label={t('dialog.confirm')}
        required
        maxLength={20}
        slotProps={NEW_PASSWORD}
      />
    </div>
  );
}

/** The branch an account belongs to. */
export function BelongBranchField({ detail }: { readonly detail: UserDetail | undefined }) {
  const t = useTranslations('userList.dialog');
  const known =
    detail?.branchCode && detail.branchName ? [{ value: detail.branchCode, label: detail.branchName }] : undefined;
  return (
    <FormLookUp<UserFormValues, typeof listBranchesByUserType>
      name="belongBranch"
      label={t('belongBranch')}
      isRequired
      operation={listBranchesByUserType}
      choiceOf={branchChoice}
      known={known}
    />
  );
}

/** Branches that a branch user sees. */
export function BranchesField({ detail }: { readonly detail: UserDetail | undefined }) {
  const t = useTranslations('userList.dialog');
  const known = detail?.userMappingList
    .filter(({ type }) => type === MAPPING_TYPE.branch)
    .map(({ mappingId, name }) => ({ value: mappingId, label: name }));
  return (
    <FormLookUp<UserFormValues, typeof listBranchesByUserType>
      name="userMappingList"
      label={t('branches')}
      isMultiple
      isRequired
      operation={listBranchesByUserType}
      choiceOf={branchChoice}
      known={known}
    />
  );
}

/** Roles that the caller may give. Roles that wait for head office's approval are listed below. */
export function RolesField({ detail }: { readonly detail: UserDetail | undefined }) {
  const t = useTranslations('userList.dialog');
  const join = useJoin();
  const { ofRole } = useSeedWords();
  const roleChoice = useCallback(
    ({ role, description }: RoleRow) => ({ value: role, label: ofRole(role), hint: ofRole(description) }),
    [ofRole],
  );
  const known = useMemo(
    () =>
      [...(detail?.roleNameList ?? []).map(({ roleName }) => roleName), ...Object.values(ROLE)].map((role) => ({
        value: role,
        label: ofRole(role),
      })),
    [detail, ofRole],
  );
  const waiting = (detail?.pendingRoles ?? []).map(ofRole);
  return (
    <FormLookUp<UserFormValues, typeof searchRoles>
      name="roleNameList"
      label={t('roles')}
      isMultiple
      isRequired
      operation={searchRoles}
      choiceOf={roleChoice}
      known={known}
      helperText={waiting.length > 0 ? t('waiting', { roles: join(waiting) }) : undefined}
    />
  );
}
