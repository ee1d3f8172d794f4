'use client';

import { useTranslations } from 'next-intl';
import { useFormContext, useWatch } from 'react-hook-form';
import { branchChoice } from '@/components/branches/shared/branch-picker';
import { FormAutocomplete } from '@/components/kit/form/autocomplete-field';
import { FormLookUp } from '@/components/kit/form/look-up-field';
import { FormSelect, type SelectChoice } from '@/components/kit/form/select-field';
import { projectChoice } from '@/components/projects/shared/project-picker';
import { AUDIENCE_KINDS, AUDIENCE_USER_TYPES } from '@/lib/features/announcements/value-sets';
import { listBranchesByUserType } from '@/lib/features/branches/contract';
import { searchProjects } from '@/lib/features/projects/look-up-contract';
import { may } from '@/lib/platform/contract/access';
import { isHeadOffice, isCustomer } from '@/lib/platform/auth/accounts/account-types';
import type { Holder } from '@/lib/platform/contract/authorities';
import type { AnnouncementValues } from './announcement-form';

interface Props {
  readonly holder: Holder;
  /** Names of the entries that are already chosen. */
  readonly known: readonly SelectChoice[];
}

/**
 * The audience: everybody, user types, branches or projects. An editor of a branch can choose only their own branch
 * (readings 104).
 */
export function AudienceFields({ holder, known }: Props) {
  const t = useTranslations('announcements');
  const { control, setValue } = useFormContext<AnnouncementValues>();
  const kind = useWatch({ control, name: 'audience.kind' });
  const isOffice = isHeadOffice(holder);
  const kinds = AUDIENCE_KINDS.filter(
    (one) => (one !== 'project' || may(holder, searchProjects)) && (one !== 'branch' || !isCustomer(holder)),
  );
  const shared = { name: 'audience.values', isMultiple: true, isRequired: true } as const;
  return (
    <>
      <FormSelect<AnnouncementValues>
        name="audience.kind"
        label={t('dialog.audience')}
        required
        helperText={isOffice ? undefined : t('dialog.scopeHint')}
        choices={kinds.map((value) => ({
          value,
          label: t(value === 'all' && !isOffice ? 'audience.own' : `audience.${value}`),
        }))}
        onChosen={() => setValue('audience.values', [], { shouldDirty: true })}
      />
      {kind === 'userType' && (
        <FormAutocomplete<AnnouncementValues>
          {...shared}
          label={t('dialog.userTypes')}
          choices={AUDIENCE_USER_TYPES.filter((value) => isOffice || value !== '0').map((value) => ({
            value,
            label: t(`userType.${value}`),
          }))}
        />
      )}
      {kind === 'branch' && (
        <FormLookUp<AnnouncementValues, typeof listBranchesByUserType>
          {...shared}
          label={t('dialog.branches')}
          operation={listBranchesByUserType}
          choiceOf={branchChoice}
          known={known}
        />
      )}
      {kind === 'project' && (
        <FormLookUp<AnnouncementValues, typeof searchProjects>
          {...shared}
          label={t('dialog.projects')}
          operation={searchProjects}
          choiceOf={projectChoice}
          known={known}
        />
      )}
    </>
  );
}
