'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslations } from 'next-intl';
import { useCallback, useMemo } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormLookUp } from '@/components/kit/form/look-up-field';
import { FormSwitch } from '@/components/kit/form/switch-field';
import { FormTextField } from '@/components/kit/form/text-field';
import { toast } from '@/components/kit/ui/toast';
import { useAuthorityWords } from '@/components/kit/ui/use-authority-words';
import { listAuthoritiesByRole, searchAuthorities, type AuthorityRow } from '@/lib/features/authorities/contract';
import { authorityRank } from '@/lib/platform/contract/authority-groups';
import { addRole, searchRoles, updateRole, type RoleRow } from '@/lib/features/roles/contract';
import { mutateSms } from '@/lib/platform/client/hooks';

export type EditedRole = RoleRow & { readonly authorities: readonly string[] };

interface Props {
  /** Absent: a new role. */
  readonly edited?: EditedRole;
  readonly canAssign: boolean;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Adding and changing a role (doc1 §2, §5): PUT adds, POST updates (readings 16). The name of a role is its key and stays. */
export function RoleDialog({ edited, canAssign, onSaved, onClose }: Props) {
  const t = useTranslations('roles');
  const common = useTranslations('common');
  const { nameOf, groupOf } = useAuthorityWords();
  const choiceOf = useCallback(
    ({ authority, description }: AuthorityRow) => ({
      value: authority,
      label: nameOf(authority) ?? authority,
      hint: nameOf(authority) ? authority : (description ?? undefined),
      group: groupOf(authority),
      rank: authorityRank(authority),
    }),
    [groupOf, nameOf],
  );
  const schema = useMemo(() => {
    const required = (label: string) => z.string().trim().min(1, t('pleaseInput', { label })).max(200, 'tooLong');
    return z.object({
      role: required(t('dialog.role')),
      description: required(t('dialog.description')),
      authorityNameList: z.array(z.string()).min(1, t('pleaseInput', { label: t('dialog.authorities') })),
      branchAssignable: z.boolean(),
    });
  }, [t]);
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: {
      role: edited?.role ?? '',
      description: edited?.description ?? '',
      authorityNameList: [...(edited?.authorities ?? [])],
      branchAssignable: edited?.branchAssignable ?? false,
    },
  });
  const count = useWatch({ control: form.control, name: 'authorityNameList' }).length;
  return (
    <FormDialog
      isOpen
      title={t(edited ? 'dialog.edit' : 'dialog.add')}
      form={form}
      onClose={onClose}
      onSubmit={async ({ role, description, authorityNameList, branchAssignable }) => {
        await mutateSms(
          edited ? updateRole : addRole,
          {
            role,
            description,
            ...(edited?.scope ? { scope: edited.scope } : {}),
            ...(canAssign ? { branchAssignable } : {}),
            authorityNameList: authorityNameList.map((authorityName) => ({ role, authorityName })),
          },
          [searchRoles, listAuthoritiesByRole],
        );
        onSaved();
        toast.success(common('success.operation'));
      }}
    >
      <FormTextField
        name="role"
        label={t('dialog.role')}
        required
        autoFocus={!edited}
        slotProps={{ htmlInput: { readOnly: edited !== undefined } }}
      />
      <FormTextField name="description" label={t('dialog.description')} required autoFocus={edited !== undefined} />
      <FormLookUp
        name="authorityNameList"
        label={t('dialog.authorities')}
        isMultiple
        isRequired
        operation={searchAuthorities}
        choiceOf={choiceOf}
        helperText={t('dialog.authoritiesHint', { count })}
      />
      {canAssign && (
        <FormSwitch
          name="branchAssignable"
          label={t('dialog.branchAssignable')}
          helperText={t('dialog.branchAssignableHint')}
        />
      )}
    </FormDialog>
  );
}
