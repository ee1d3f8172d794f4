'use client';

import { useTranslations } from 'next-intl';
import { useForm, useWatch } from 'react-hook-form';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormSelect } from '@/components/kit/form/select-field';
import { FormSwitch } from '@/components/kit/form/switch-field';
import { FormTextField } from '@/components/kit/form/text-field';
import { toast } from '@/components/kit/ui/toast';
import { listRules, RULE_SCOPES, saveRule, type RuleRow } from '@/lib/features/detector/contract';
import { mutateSms } from '@/lib/platform/client/hooks';
import { numbersOf, type NumberTexts } from './rule-numbers';

interface Values {
  scope: (typeof RULE_SCOPES)[number];
  target: string;
  enabled: boolean;
  numbers: NumberTexts;
}

interface Props {
  readonly rule: RuleRow;
  /** The setting that is changed; absent: a new one. */
  readonly edited?: RuleRow['settings'][number];
  readonly onClose: () => void;
}

/** Sets a rule for all units, a product line or one unit (readings 81). */
export function RuleDialog({ rule, edited, onClose }: Props) {
  const t = useTranslations('symptoms');
  const common = useTranslations('common');
  const form = useForm<Values>({
    defaultValues: {
      scope: edited?.scope ?? 'all',
      target: edited?.target ?? '',
      enabled: edited?.enabled ?? true,
      numbers: Object.fromEntries(rule.numbers.map(({ name }) => [name, String(edited?.numbers[name] ?? '')])),
    },
  });
  const scope = useWatch({ control: form.control, name: 'scope' });
  return (
    <FormDialog
      isOpen
      title={t('rules.setOf', { rule: `${rule.rule} ${t(`rule.${rule.rule}`)}` })}
      form={form}
      onClose={onClose}
      onSubmit={async ({ target, enabled, numbers }) => {
        const held = rule.settings.find(
          (setting) => setting.scope === scope && (setting.target ?? '') === (scope === 'all' ? '' : target),
        );
        await mutateSms(
          saveRule,
          {
            rule: rule.rule,
            scope,
            target: scope === 'all' ? null : target,
            enabled,
            numbers: numbersOf(numbers),
            version: held?.version ?? 0,
          },
          [listRules],
        );
        toast.success(common('success.operation'));
      }}
    >
      <FormSelect<Values>
        name="scope"
        label={t('rules.for')}
        disabled={edited !== undefined}
        choices={RULE_SCOPES.map((value) => ({ value, label: t(`rules.scope.${value}`) }))}
      />
      {scope !== 'all' && (
        <FormTextField<Values>
          name="target"
          label={t(`rules.scope.${scope}`)}
          required
          disabled={edited !== undefined}
          maxLength={100}
        />
      )}
      <FormSwitch<Values> name="enabled" label={t('rules.on')} />
      {rule.numbers.map(({ name, value, unit }) => (
        <FormTextField<Values>
          key={name}
          name={`numbers.${name}`}
          label={`${t(`rules.number.${name}`)} ${t(`rules.unit.${unit}`)}`.trim()}
          placeholder={String(value)}
          maxLength={10}
          slotProps={{ htmlInput: { inputMode: 'decimal' } }}
        />
      ))}
    </FormDialog>
  );
}
