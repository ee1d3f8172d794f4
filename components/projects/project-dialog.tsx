'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { branchChoice } from '@/components/branches/shared/branch-picker';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormLookUp } from '@/components/kit/form/look-up-field';
import { FormSwitch } from '@/components/kit/form/switch-field';
import { FormTextField } from '@/components/kit/form/text-field';
import { toast } from '@/components/kit/ui/toast';
import { listBranchesByUserType } from '@/lib/features/branches/contract';
import { getProjectAll, queryProjects, saveProject, type ProjectRow } from '@/lib/features/projects/contract';
import { searchProjects, searchProjectsNew } from '@/lib/features/projects/look-up-contract';
import { mutateSms } from '@/lib/platform/client/hooks';

interface Props {
  /** Absent: a new project. */
  readonly edited?: ProjectRow;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Adding and changing a project (doc1 §2, §5). Branch and name are fixed once it exists. */
export function ProjectDialog({ edited, onSaved, onClose }: Props) {
  const t = useTranslations('projects.edit');
  const common = useTranslations('common');
  const schema = useMemo(
    () =>
      z.object({
        branchCode: z.string({ error: t('branchRequired') }).min(1, t('branchRequired')),
        projectName: z.string().trim().min(1, t('nameRequired')).max(200, 'tooLong'),
        mobile: z
          .string()
          .trim()
          .regex(/^(?:1\d{10})?$/, t('badPhone')),
        email: z.literal('').or(z.email(t('badEmail')).max(200, 'tooLong')),
        address: z.string().trim().min(1, t('addressRequired')).max(200, 'tooLong'),
        isMessage: z.boolean(),
      }),
    [t],
  );
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: {
      branchCode: edited?.branchCode ?? '',
      projectName: edited?.projectName ?? '',
      mobile: edited?.mobile ?? '',
      email: edited?.email ?? '',
      address: edited?.address ?? '',
      isMessage: edited?.isMessage === '1',
    },
  });
  return (
    <FormDialog
      isOpen
      title={t(edited ? 'edit' : 'add')}
      form={form}
      onClose={onClose}
      onSubmit={async ({ branchCode, projectName, isMessage, ...contact }) => {
        const fixed = edited ? { projectId: edited.projectId } : {};
        await mutateSms(
          saveProject,
          { ...fixed, branchCode, projectName, ...contact, isMessage: isMessage ? '1' : '0' },
          [queryProjects, getProjectAll, searchProjects, searchProjectsNew],
        );
        onSaved();
        toast.success(common('success.operation'));
      }}
    >
      <FormLookUp
        name="branchCode"
        label={t('branchCode')}
        isRequired
        isDisabled={edited !== undefined}
        operation={listBranchesByUserType}
        choiceOf={branchChoice}
        known={edited && [{ value: edited.branchCode, label: edited.branchName }]}
      />
      <FormTextField name="projectName" label={t('projectName')} required disabled={edited !== undefined} />
      <FormTextField name="mobile" label={t('mobile')} maxLength={11} type="tel" />
      <FormTextField name="email" label={t('email')} type="email" />
      <FormTextField name="address" label={t('address')} required />
      <FormSwitch name="isMessage" label={t('isMessage')} helperText={t('isMessageHint')} />
    </FormDialog>
  );
}
