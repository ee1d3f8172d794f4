'use client';

import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useTranslations } from 'next-intl';
import { useLookUp } from '@/components/kit/form/use-look-up';
import { useFilterDraft, useFilterLabel } from '@/components/kit/list/filter-bar';
import styles from '@/components/kit/list/filter-bar.module.css';
import { projectChoice } from '@/components/projects/shared/project-picker';
import { searchProjectsNew } from '@/lib/features/projects/look-up-contract';

/** One project that has units, found by its name or number (doc3 §2.13). */
export function MonthProjectFilter() {
  const label = useFilterLabel('projectId');
  const t = useTranslations('common.field');
  const [draft, setDraft] = useFilterDraft('projectId');
  const { choices, isLoading, search, labelOf } = useLookUp({
    operation: searchProjectsNew,
    choiceOf: projectChoice,
  });
  const chosen = String(draft);
  return (
    <Autocomplete
      className={styles.lookUp}
      options={choices.map(({ value }) => String(value))}
      value={chosen === '' ? null : chosen}
      loading={isLoading}
      loadingText={t('loading')}
      noOptionsText={t('noOptions')}
      openText={t('open')}
      closeText={t('close')}
      clearText={t('clear')}
      getOptionLabel={(value) => labelOf(value) ?? value}
      isOptionEqualToValue={(option, value) => option === value}
      filterOptions={search ? (options) => options : undefined}
      onInputChange={(_, text, reason) => {
        if (reason !== 'reset') search?.(text);
      }}
      onChange={(_, value) => setDraft(value ?? '')}
      renderInput={(params) => <TextField {...params} label={label} />}
    />
  );
}
