'use client';

import Checkbox from '@mui/material/Checkbox';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslations } from 'next-intl';
import { useJoin } from '@/components/kit/ui/use-join';
import { useFilterChoices, useFilterDraft, useFilterLabel, type ChoiceProps } from './filter-bar';
import styles from './filter-bar.module.css';

/** Several of a few choices, none means all. The URL and the operation get the values joined by commas: name it in `lists`. */
export function FilterSeveral(props: ChoiceProps) {
  const t = useTranslations('list.filters');
  const join = useJoin();
  const label = useFilterLabel(props.name, props.label);
  const choices = useFilterChoices(props);
  const [draft, setDraft] = useFilterDraft(props.name);
  const chosen = String(draft).split(',').filter(Boolean);
  const shown = (values: readonly string[]) =>
    values.length === 0
      ? t('all')
      : join(choices.filter(({ value }) => values.includes(String(value))).map((choice) => choice.label));
  return (
    <TextField
      className={styles.several}
      select
      label={label}
      value={chosen}
      onChange={(event) => {
        const next: unknown = event.target.value;
        const values = Array.isArray(next) ? next.map(String) : [];
        // In the order of the choices: the same question has one address.
        setDraft(
          choices
            .map(({ value }) => String(value))
            .filter((value) => values.includes(value))
            .join(','),
        );
      }}
      slotProps={{
        select: { multiple: true, displayEmpty: true, renderValue: (value) => shown(value as readonly string[]) },
        inputLabel: { shrink: true },
      }}
    >
      {choices.map(({ value, label: word }) => (
        <MenuItem key={value} value={String(value)} dense>
          <Checkbox
            size="small"
            tabIndex={-1}
            disableRipple
            checked={chosen.includes(String(value))}
            slotProps={{ input: { 'aria-hidden': true } }}
          />
          {word}
        </MenuItem>
      ))}
    </TextField>
  );
}
