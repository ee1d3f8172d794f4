'use client';

import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useTranslations } from 'next-intl';
import { useController, useFormContext, type FieldPath, type FieldValues } from 'react-hook-form';
import type { SelectChoice } from './select-field';
import { useFieldMessage } from './use-field-message';
import { useSame } from './use-same';
import styles from './autocomplete-field.module.css';

interface Props<T extends FieldValues> {
  readonly name: FieldPath<T>;
  readonly label: string;
  readonly choices: readonly SelectChoice[];
  readonly isMultiple?: boolean;
  readonly isLoading?: boolean;
  readonly isRequired?: boolean;
  readonly placeholder?: string;
  readonly helperText?: string;
  /** For choices that the server sends while the user types; local filtering is then off. */
  readonly onSearch?: (text: string) => void;
  /** Names of values that are not among the current choices. */
  readonly labelOf?: (value: string | number) => string | undefined;
  readonly isDisabled?: boolean;
  /** Called when a person has chosen, not when the form changes by itself. */
  readonly onChosen?: () => void;
}

/** The search includes the hint, because codes are there. */
const byLabelAndHint = createFilterOptions<SelectChoice>({ stringify: ({ label, hint }) => `${label} ${hint ?? ''}` });

const inRank = (choices: readonly SelectChoice[]) =>
  [...choices].sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0));

/** Search and choose one or several, bound to the form around it. The form keeps values, not labels. */
export function FormAutocomplete<T extends FieldValues>({
  name,
  label,
  choices,
  isMultiple = false,
  isLoading,
  isRequired,
  placeholder,
  helperText,
  onSearch,
  labelOf,
  isDisabled,
  onChosen,
}: Props<T>) {
  const t = useTranslations('common.field');
  const { control } = useFormContext<T>();
  const { field, fieldState } = useController<T>({ name, control });
  const message = useFieldMessage(fieldState.error);
  const choiceOf = (value: unknown): SelectChoice | undefined =>
    choices.find((choice) => choice.value === value) ??
    (typeof value === 'string' || typeof value === 'number'
      ? { value, label: labelOf?.(value) ?? String(value) }
      : undefined);
  const values: readonly unknown[] = Array.isArray(field.value) ? field.value : [];
  const chosen = useSame(
    isMultiple
      ? values.map(choiceOf).filter((choice) => choice !== undefined)
      : (choiceOf(field.value === '' ? undefined : field.value) ?? null),
  );
  return (
    <Autocomplete<SelectChoice, boolean, false, false>
      multiple={isMultiple}
      disabled={isDisabled}
      options={choices.some(({ rank }) => rank !== undefined) ? inRank(choices) : [...choices]}
      groupBy={choices.some(({ group }) => group !== undefined) ? ({ group }) => group ?? '' : undefined}
      value={chosen}
      isOptionEqualToValue={(option, value) => option.value === value.value}
      getOptionLabel={(option) => option.label}
      getOptionDisabled={(option) => option.isDisabled ?? false}
      getOptionKey={(option) => option.value}
      disableCloseOnSelect={isMultiple}
      className={styles.field}
      loading={isLoading}
      loadingText={t('loading')}
      noOptionsText={t('noOptions')}
      openText={t('open')}
      closeText={t('close')}
      clearText={t('clear')}
      filterOptions={onSearch ? (options) => options : byLabelAndHint}
      onInputChange={(_, text, reason) => {
        if (reason === 'input') onSearch?.(text);
      }}
      onChange={(_, next) => {
        field.onChange(Array.isArray(next) ? next.map(({ value }) => value) : (next?.value ?? null));
        onChosen?.();
      }}
      onBlur={field.onBlur}
      renderOption={({ key, ...props }, { label: name, hint }) => (
        <li key={key} {...props}>
          <span className={styles.option}>
            <span>{name}</span>
            {hint && <span className={styles.hint}>{hint}</span>}
          </span>
        </li>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          required={isRequired}
          placeholder={placeholder}
          inputRef={field.ref}
          error={fieldState.invalid}
          helperText={message ?? helperText}
        />
      )}
    />
  );
}
