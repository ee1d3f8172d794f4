'use client';

import { useTranslations } from 'next-intl';
import { useController, useWatch } from 'react-hook-form';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormSelect } from '@/components/kit/form/select-field';
import { FormTextField } from '@/components/kit/form/text-field';
import { SapPicker } from '@/components/projects/shared/sap-picker';
import { toast } from '@/components/kit/ui/toast';
import { mutateSms } from '@/lib/platform/client/hooks';
import { createUser, getUser, queryUsers, updateUser } from '@/lib/features/users/contract';
import { type UserDetail } from '@/lib/features/users/account-contract';
import { ROLE } from '@/lib/features/users/value-sets';
import { CUSTOMER_TYPE, PROJECT_BRANCH_TYPE } from '@/lib/platform/auth/accounts/account-types';
import { BelongBranchField, BranchesField, ContactFields, PasswordFields, RolesField } from './account-fields';
import { InvoiceFields } from './invoice-fields';
import { useInvoiceCustomers } from './use-invoice-customers';
import { useRepeatCheck } from './use-repeat-check';
import { useUserForm } from './use-user-form';
import { HEAD_OFFICE, saveInput } from './user-form';
import styles from './user-dialogs.module.css';

interface Props {
  readonly detail: UserDetail | undefined;
  /** Only holders of SUPER_MASTER create head-office accounts. */
  readonly mayMakeHeadOffice: boolean;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** The head office's dialog: an account of any kind (doc1 §2, §5). */
export function AdminDialog({ detail, mayMakeHeadOffice, onSaved, onClose }: Props) {
  const t = useTranslations('userList');
  const common = useTranslations('common');
  const isNew = detail === undefined;
  const form = useUserForm({ variant: 'admin', detail });
  const { checkUsername } = useRepeatCheck(form);
  const [kind, roles, username] = useWatch({
    control: form.control,
    name: ['user.projectbranchType', 'roleNameList', 'user.username'],
  });
  const projects = useController({ control: form.control, name: 'selectProjectList' });
  const hasInvoices = roles.includes(ROLE.invoice);
  const isOrdinary = kind === PROJECT_BRANCH_TYPE.ordinary;
  const { customers, isKnown } = useInvoiceCustomers(
    projects.field.value.map(({ projectId }) => projectId),
    hasInvoices && isOrdinary,
  );
  const kinds = [
    { value: PROJECT_BRANCH_TYPE.ordinary, label: t('dialog.ordinary') },
    { value: PROJECT_BRANCH_TYPE.branch, label: t('dialog.branchAccount') },
    ...(mayMakeHeadOffice || kind === HEAD_OFFICE ? [{ value: HEAD_OFFICE, label: t('dialog.headOffice') }] : []),
  ];

  return (
    <FormDialog
      isOpen
      title={t(isNew ? 'dialog.createTitle' : 'dialog.updateTitle')}
      form={form}
      onClose={onClose}
      width="md"
      onSubmit={async (values) => {
        await mutateSms(isNew ? createUser : updateUser, saveInput(values, { variant: 'admin', isNew, customers }), [
          queryUsers,
          getUser,
        ]);
        onSaved();
        toast.success(common('success.operation'));
      }}
    >
      <div className={styles.pair}>
        <FormSelect name="user.projectbranchType" label={t('dialog.userType')} required choices={kinds} />
        {isOrdinary && (
          <FormSelect
            name="user.customerType"
            label={t('dialog.customerType')}
            required
            choices={[
              { value: CUSTOMER_TYPE.internal, label: t('dialog.internal') },
              { value: CUSTOMER_TYPE.external, label: t('dialog.external') },
            ]}
          />
        )}
        {kind !== HEAD_OFFICE && <BelongBranchField detail={detail} />}
      </div>
      <div className={styles.pair}>
        <div onBlur={isNew ? () => void checkUsername() : undefined}>
          <FormTextField
            fullWidth
            name="user.username"
            label={t('dialog.username')}
            required
            maxLength={16}
            helperText={isNew ? t('dialog.usernameHint') : undefined}
            slotProps={{ htmlInput: { readOnly: !isNew, autoComplete: 'off' } }}
          />
        </div>
        <FormTextField
          name="user.nickName"
          label={t('dialog.nickName')}
          required
          slotProps={{ htmlInput: { autoComplete: 'off' } }}
        />
      </div>
      <ContactFields />
      {isNew && <PasswordFields />}
      <RolesField detail={detail} />
      {kind === PROJECT_BRANCH_TYPE.branch && <BranchesField detail={detail} />}
      {isOrdinary && (
        <fieldset className={styles.group}>
          <legend className={styles.legend}>{t('dialog.projects')}</legend>
          <SapPicker
            value={projects.field.value}
            onChange={projects.field.onChange}
            error={projects.fieldState.error?.message}
          />
        </fieldset>
      )}
      {hasInvoices && <InvoiceFields key={username} customers={customers} isKnown={isKnown} />}
    </FormDialog>
  );
}
