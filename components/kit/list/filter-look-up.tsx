'use client';

import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useTranslations } from 'next-intl';
import type { SelectChoice } from '@/components/kit/form/select-field';
import { useLookUp, type LookUpSource } from '@/components/kit/form/use-look-up';
import { useSame } from '@/components/kit/form/use-same';
import type { Operation } from '@/lib/platform/contract/operation';
import { useFilterDraft, useFilterLabel } from './filter-bar';
import styles from './filter-bar.module.css';

interface Props<T extends Operation> extends LookUpSource<T> {
  readonly name: string;
  readonly label?: string;
}

/** Several names of a remote look-up as a filter. The URL and the operation get the values joined by commas. */
export function FilterLookUp<T extends Operation>({ name, label: given, ...source }: Props<T>) {
  const label = useFilterLabel(name, given);
  const t = useTranslations('common.field');
  const [draft, setDraft] = useFilterDraft(name);
  const { choices, isLoading, search, labelOf } = useLookUp(source);
  const values = String(draft).split(',').filter(Boolean);
  const chosen = useSame<SelectChoice[]>(
    values.map(
      (value) => choices.find((choice) => String(choice.value) === value) ?? { value, label: labelOf(value) ?? value },
    ),
  );
  return (
    <Autocomplete<SelectChoice, true>
      multiple
      disableCloseOnSelect
      limitTags={1}
      className={styles.lookUp}
      options={[...choices]}
      value={chosen}
      loading={isLoading}
      loadingText={t('loading')}
      noOptionsText={t('noOptions')}
      openText={t('open')}
      closeText={t('close')}
      clearText={t('clear')}
      isOptionEqualToValue={(option, value) => option.value === value.value}
      getOptionKey={(option) => option.value}
      filterOptions={search ? (options) => options : undefined}
      onInputChange={(_, text, reason) => {
        if (reason !== 'reset') search?.(text);
      }}
      onChange={(_, next) => setDraft(next.map(({ value }) => value).join(','))}
      renderInput={(params) => <TextField {...params} label={label} />}
    />
  );
}
