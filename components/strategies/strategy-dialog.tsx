'use client';

import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormLabel from '@mui/material/FormLabel';
import { useTranslations } from 'next-intl';
import { useEffect, useState, type ComponentProps } from 'react';
import { useController, useForm, useFormContext, useWatch } from 'react-hook-form';
import { FormAutocomplete } from '@/components/kit/form/autocomplete-field';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormLookUp } from '@/components/kit/form/look-up-field';
import { FormSelect } from '@/components/kit/form/select-field';
import { FormSwitch } from '@/components/kit/form/switch-field';
import { FormTextField } from '@/components/kit/form/text-field';
import { projectChoice } from '@/components/projects/shared/project-picker';
import { toast } from '@/components/kit/ui/toast';
import { DATA_GROUPS, LIVE_INTERVALS, SYMPTOM_CATEGORIES } from '@/lib/platform/strategy/shapes';
import { searchProjects } from '@/lib/features/projects/look-up-contract';
import { mutateSms } from '@/lib/platform/client/hooks';
import { useHeldSms } from '@/lib/platform/client/use-held-sms';
import {
  queryStrategies,
  saveStrategy,
  STRATEGY_LEVELS,
  type StrategyForm,
  type StrategyLevel,
} from '@/lib/features/strategies/contract';
import { queryUsers } from '@/lib/features/users/contract';
import { inputOf, NEW_STRATEGY, strategyResolver, valuesOf, type StrategyValues } from './strategy-form';

interface Props {
  /** What is changed, with the names of its targets; absent: a new one. */
  readonly edited?: { readonly form: StrategyForm; readonly names: readonly string[] };
  readonly onSaved: () => void;
  readonly onClose: () => void;
}
const TIERS = ['1', '2', '3'] as const;

/** A few words as checkboxes. */
function Boxes<T extends string>({
  name,
  label,
  options,
}: {
  readonly name: 'dataGroups' | 'symptomCategories';
  readonly label: string;
  readonly options: readonly { value: T; label: string }[];
}) {
  const { control } = useFormContext<StrategyValues>();
  const { field } = useController<StrategyValues>({ name, control });
  const values: readonly string[] = Array.isArray(field.value) ? field.value : [];
  return (
    <div>
      <FormLabel component="legend">{label}</FormLabel>
      <FormGroup row role="group" aria-label={label}>
        {options.map((option) => (
          <FormControlLabel
            key={option.value}
            label={option.label}
            control={
              <Checkbox
                size="small"
                checked={values.includes(option.value)}
                onChange={(_, isOn) =>
                  field.onChange(isOn ? [...values, option.value] : values.filter((value) => value !== option.value))
                }
              />
            }
          />
        ))}
      </FormGroup>
    </div>
  );
}

function Targets({
  level,
  names,
}: {
  readonly level: StrategyLevel;
  readonly names: readonly { value: string; label: string }[];
}) {
  const t = useTranslations('strategies');
  const shared = { name: 'targets', label: t('dialog.targets'), isMultiple: true, isRequired: true } as const;
  if (level === 'tier')
    return (
      <FormAutocomplete<StrategyValues>
        {...shared}
        choices={TIERS.map((value) => ({ value, label: t(`tier.${value}`) }))}
      />
    );
  if (level === 'project')
    return (
      <FormLookUp<StrategyValues, typeof searchProjects>
        {...shared}
        operation={searchProjects}
        choiceOf={projectChoice}
        known={names}
      />
    );
  if (level === 'user') return <UserTargets {...shared} known={names} />;
  return null;
}

const TYPING_MS = 300;
const MAX_FOUND = 30;

/** Accounts, searched while the user types, because there are too many to list. */
function UserTargets({
  known,
  ...rest
}: Omit<ComponentProps<typeof FormAutocomplete<StrategyValues>>, 'choices'> & {
  readonly known: readonly { value: string; label: string }[];
}) {
  const [typed, setTyped] = useState('');
  const [keyword, setKeyword] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, isLoading } = useHeldSms(queryUsers, { pageIndex: 1, pageSize: MAX_FOUND, keyword });
  const choices =
    data?.records.map(({ username, nickName }) => ({ value: username, label: `${nickName} (${username})` })) ?? [];
  return (
    <FormAutocomplete<StrategyValues>
      {...rest}
      choices={choices}
      isLoading={isLoading}
      onSearch={setTyped}
      labelOf={(value) => known.find((one) => one.value === value)?.label}
    />
  );
}

/** A data strategy: its targets and its limits (silent-screens B2). */
export function StrategyDialog({ edited, onSaved, onClose }: Props) {
  const t = useTranslations('strategies');
  const common = useTranslations('common');
  const form = useForm<StrategyValues>({
    resolver: strategyResolver((field) => t(`fault.${field}`)),
    defaultValues: edited ? valuesOf(edited.form) : NEW_STRATEGY,
  });
  const level = useWatch({ control: form.control, name: 'level' });
  const names = (edited?.form.targets ?? []).map((value, index) => ({ value, label: edited?.names[index] ?? value }));
  return (
    <FormDialog
      isOpen
      title={t(edited ? 'dialog.update' : 'dialog.add')}
      form={form}
      onClose={onClose}
      onSubmit={async (values) => {
        await mutateSms(saveStrategy, inputOf(values), [queryStrategies]);
        onSaved();
        toast.success(common('success.operation'));
      }}
    >
      <FormTextField name="strategyName" label={t('column.strategyName')} required autoFocus />
      <FormSelect
        name="level"
        label={t('dialog.level')}
        required
        disabled={edited?.form.level === 'default'}
        choices={STRATEGY_LEVELS.map((value) => ({ value, label: t(`level.${value}`) }))}
        onChosen={() => form.resetField('targets', { defaultValue: [] })}
      />
      <Targets level={level} names={names} />
      <FormTextField
        name="historyMonths"
        label={t('dialog.historyMonths')}
        maxLength={2}
        helperText={t('dialog.historyHint')}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
      <FormSelect
        name="liveIntervalSec"
        label={t('dialog.liveIntervalSec')}
        choices={LIVE_INTERVALS.map((value) => ({ value, label: t('seconds', { n: value }) }))}
      />
      <Boxes
        name="dataGroups"
        label={t('dialog.dataGroups')}
        options={DATA_GROUPS.map((value) => ({ value, label: t(`group.${value}`) }))}
      />
      <Boxes
        name="symptomCategories"
        label={t('dialog.symptomCategories')}
        options={SYMPTOM_CATEGORIES.map((value) => ({ value, label: value }))}
      />
      <FormSwitch name="maskTime" label={t('dialog.maskTime')} />
      <FormSwitch name="exportAllowed" label={t('dialog.exportAllowed')} />
      <FormSwitch name="enabled" label={t('dialog.enabled')} />
    </FormDialog>
  );
}
