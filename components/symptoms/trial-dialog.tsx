'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormTextField } from '@/components/kit/form/text-field';
import { tryRule, type RuleRow } from '@/lib/features/detector/contract';
import { mutateSms } from '@/lib/platform/client/hooks';
import type { OutputOf } from '@/lib/platform/contract/operation';
import { numbersOf, type NumberTexts } from './rule-numbers';
import styles from './rules-board.module.css';

interface Values {
  days: string;
  equipmentNos: string;
  productLine: string;
  numbers: NumberTexts;
}

interface Props {
  readonly rule: RuleRow;
  readonly onClose: () => void;
}

/** Tries a rule on what is kept of the last days; nothing is written (readings 81). */
export function TrialDialog({ rule, onClose }: Props) {
  const t = useTranslations('symptoms');
  const [found, setFound] = useState<OutputOf<typeof tryRule>>();
  const form = useForm<Values>({
    defaultValues: {
      days: '7',
      equipmentNos: '',
      productLine: '',
      numbers: Object.fromEntries(rule.numbers.map(({ name }) => [name, ''])),
    },
  });
  return (
    <FormDialog
      isOpen
      width="md"
      title={t('rules.tryOf', { rule: `${rule.rule} ${t(`rule.${rule.rule}`)}` })}
      submitLabel={t('rules.try')}
      form={form}
      onClose={onClose}
      onSubmit={async ({ days, equipmentNos, productLine, numbers }) => {
        const nos = equipmentNos.split(/[\s,]+/).filter(Boolean);
        const answer = await mutateSms(tryRule, {
          rule: rule.rule,
          days: Number(days),
          numbers: numbersOf(numbers),
          equipmentNos: nos.length > 0 ? nos : null,
          productLine: productLine || null,
        });
        setFound(answer);
        form.reset({ days, equipmentNos, productLine, numbers });
        return 'stay';
      }}
    >
      <FormTextField<Values>
        name="days"
        label={t('rules.days')}
        required
        maxLength={2}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
      <FormTextField<Values>
        name="equipmentNos"
        label={t('rules.units')}
        helperText={t('rules.unitsHint')}
        maxLength={8200}
      />
      <FormTextField<Values> name="productLine" label={t('rules.scope.productLine')} maxLength={100} />
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
      {found && (
        <div role="status">
          <p>{t('rules.found', { total: found.total, units: found.units, traced: found.traced })}</p>
          {found.isCut && <p>{t('rules.cut')}</p>}
          <ul className={styles.settings}>
            {found.hits.map(({ equipmentNo, equipmentName, eventDate, clearedDate }) => (
              <li key={`${equipmentNo} ${eventDate}`}>
                {`${eventDate} – ${clearedDate ?? '…'} ${equipmentNo} ${equipmentName}`}
              </li>
            ))}
          </ul>
        </div>
      )}
    </FormDialog>
  );
}
