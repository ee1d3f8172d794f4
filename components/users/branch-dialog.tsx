'use client';

import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useSeedWords } from '@/components/kit/ui/use-seed-words';
import { useRef, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormSelect } from '@/components/kit/form/select-field';
import { fieldErrorsOf } from '@/components/kit/form/server-errors';
import { FormTextField } from '@/components/kit/form/text-field';
import { SapPicker } from '@/components/projects/shared/sap-picker';
import { toast } from '@/components/kit/ui/toast';
import type { PickedProject } from '@/lib/features/projects/shared/sap-selection';
import { mutateSms } from '@/lib/platform/client/hooks';
import { useHeldSms } from '@/lib/platform/client/use-held-sms';
import {
  checkExistingCustomer,
  createBranchUser,
  getUser,
  queryUsers,
  updateBranchUser,
} from '@/lib/features/users/contract';
import { type UserDetail } from '@/lib/features/users/account-contract';
import {
  BRANCH_USER_TYPES,
  INTERNAL,
  ROLE,
  usernamePrefix,
  type BranchUserType,
} from '@/lib/features/users/value-sets';
import { BelongBranchField, ContactFields, PasswordFields, RolesField } from './account-fields';
import { InvoiceFields } from './invoice-fields';
import { useInvoiceCustomers } from './use-invoice-customers';
import { useRepeatCheck } from './use-repeat-check';
import { useUserForm } from './use-user-form';
import { asNickName, generatedUsername, saveInput, type UserFormValues } from './user-form';
import styles from './user-dialogs.module.css';

interface Props {
  readonly detail: UserDetail | undefined;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Fields of the second step. An error of any other field leads back to the first step. */
const SECOND_STEP = ['user.nickName', 'selectProjectList', 'invoiceAttachmentPath', 'invoiceUserList'];

/** A branch's dialog: its customers and internal accounts, in two steps that end at the project picker (doc1 §2, §4). */
export function BranchDialog({ detail, onSaved, onClose }: Props) {
  const t = useTranslations('userList');
  const common = useTranslations('common');
  const { ofRole } = useSeedWords();
  const isNew = detail === undefined;
  const [step, setStep] = useState<1 | 2>(1);
  const form = useUserForm({ variant: 'branch', detail, isPartial: step === 1 });
  const { checkUsername, checkPhone } = useRepeatCheck(form);
  const [roles, nickName] = useWatch({ control: form.control, name: ['roleNameList', 'user.nickName'] });
  const projects = useController({ control: form.control, name: 'selectProjectList' });
  const hasInvoices = roles.includes(ROLE.invoice);
  const { customers, isKnown } = useInvoiceCustomers(
    projects.field.value.map(({ projectId }) => projectId),
    hasInvoices,
  );

  const save = async (values: UserFormValues) => {
    const input = saveInput(values, { variant: 'branch', isNew, customers });
    try {
      const answer = await mutateSms(isNew ? createBranchUser : updateBranchUser, input, [queryUsers, getUser]);
      onSaved();
      toast.success(common('success.operation'));
      if (answer?.approvalId) toast.info(t('dialog.approval', { roles: ofRole(ROLE.invoice) }));
    } catch (error) {
      if (Object.keys(fieldErrorsOf(error)).some((path) => !SECOND_STEP.includes(path))) setStep(1);
      throw error;
    }
  };
  const goOn = async (): Promise<'stay'> => {
    // Check both together, so that both fields can show their error.
    const [isFree, isUnused] = isNew ? await Promise.all([checkUsername(), checkPhone()]) : [true, true];
    if (isFree && isUnused) setStep(2);
    return 'stay';
  };

  return (
    <FormDialog
      isOpen
      title={t(isNew ? 'dialog.createTitle' : 'dialog.updateTitle')}
      form={form}
      onClose={onClose}
      width="md"
      submitLabel={step === 1 ? t('dialog.next') : undefined}
      startAction={step === 2 && <Button onClick={() => setStep(1)}>{t('dialog.back')}</Button>}
      onSubmit={(values) => (step === 1 ? goOn() : save(values))}
    >
      <ol className={styles.steps}>
        {(
          [
            [1, 'stepAccount'],
            [2, 'stepProjects'],
          ] as const
        ).map(([number, key]) => (
          <li key={number} aria-current={step === number ? 'step' : undefined}>
            <span className={styles.number}>{number}</span>
            {t(`dialog.${key}`)}
          </li>
        ))}
      </ol>
      {step === 1 ? (
        <AccountStep form={form} detail={detail} />
      ) : (
        <>
          {isNew && <ExistingCustomers nickName={nickName} />}
          <ProjectStep
            value={projects.field.value}
            onChange={projects.field.onChange}
            nickName={nickName}
            form={form}
            error={projects.fieldState.error?.message}
          />
          {hasInvoices && <InvoiceFields customers={customers} isKnown={isKnown} />}
        </>
      )}
    </FormDialog>
  );
}

type Form = ReturnType<typeof useUserForm>;

function AccountStep({ form, detail }: { readonly form: Form; readonly detail: UserDetail | undefined }) {
  const t = useTranslations('userList.dialog');
  const { control, setValue } = form;
  const type = useWatch({ control, name: 'branchUserType' });
  const isNew = detail === undefined;
  const generate = (chosen: number) =>
    setValue('user.username', generatedUsername(usernamePrefix(chosen as BranchUserType)), {
      shouldDirty: true,
      shouldValidate: true,
    });
  /** Another type is another account: its name follows the type, and its permissions must be chosen again (doc1 §4). */
  const chooseType = (chosen: number) => {
    setValue('roleNameList', chosen === INTERNAL ? [ROLE.reportDownload, ROLE.health] : [], { shouldDirty: true });
    if (isNew) generate(chosen);
  };
  return (
    <>
      <div className={styles.pair}>
        <FormSelect
          name="branchUserType"
          label={t('userType')}
          required
          choices={BRANCH_USER_TYPES.map((value) => ({ value, label: t(`branchUserType.${value}`) }))}
          onChosen={(value) => chooseType(Number(value))}
        />
        <BelongBranchField detail={detail} />
      </div>
      <div className={styles.pair}>
        <FormTextField
          name="user.username"
          label={t('username')}
          required
          maxLength={16}
          slotProps={{ htmlInput: { readOnly: true } }}
        />
        {isNew && type !== '' && (
          <Button sx={{ justifySelf: 'start' }} variant="text" color="primary" onClick={() => generate(type)}>
            {t('regenerate')}
          </Button>
        )}
      </div>
      <ContactFields />
      {isNew && <PasswordFields />}
      <RolesField detail={detail} />
    </>
  );
}

interface ProjectStepProps {
  readonly value: readonly PickedProject[];
  readonly onChange: (projects: readonly PickedProject[]) => void;
  readonly nickName: string;
  readonly form: Form;
  readonly error: string | undefined;
}

/** The project picker. The display name follows the first project, as far as a display name allows its characters. */
function ProjectStep({ value, onChange, nickName, form, error }: ProjectStepProps) {
  const t = useTranslations('userList.dialog');
  const problem = form.formState.errors.user?.nickName?.message;
  // The picker has set the first project's name before this component renders with it.
  const chosen = useRef(value);
  return (
    <>
      <SapPicker
        value={value}
        error={error}
        onChange={(next) => {
          chosen.current = next;
          onChange(next);
        }}
        displayName={{
          label: t('nickName'),
          value: nickName,
          onChange: (name) =>
            form.setValue(
              'user.nickName',
              chosen.current.some(({ projectName }) => projectName === name) ? asNickName(name) : name,
              { shouldDirty: true, shouldValidate: form.formState.isSubmitted },
            ),
        }}
      />
      <p className={problem ? styles.error : styles.hint} role={problem ? 'alert' : undefined}>
        {problem ?? t('displayNameHint')}
      </p>
    </>
  );
}

/** Accounts that this customer may already have: a warning, not an error. */
function ExistingCustomers({ nickName }: { readonly nickName: string }) {
  const t = useTranslations('userList.dialog');
  const name = nickName.trim();
  const { data } = useHeldSms(checkExistingCustomer, name === '' ? null : { user: { nickName: name } });
  if (!data || data.length === 0 || name === '') return null;
  return (
    <Alert severity="warning">
      {t('existing')}
      <ul className={styles.list}>
        {data.map(({ username, nickName: found, createDate }) => (
          <li key={username}>{t('existingLine', { username, nickName: found, createDate })}</li>
        ))}
      </ul>
    </Alert>
  );
}
