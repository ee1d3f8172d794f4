'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useId, useMemo, useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import { z } from 'zod';
import { useUnitColumns } from '@/components/equipment/shared/unit-picker';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormTextField } from '@/components/kit/form/text-field';
import { ROW_HEIGHTS } from '@/components/kit/list/columns';
import { DEFAULT_SORT } from '@/components/kit/list/list-query';
import { PlainTable } from '@/components/kit/list/plain-table';
import { toast } from '@/components/kit/ui/toast';
import { type ProjectRow } from '@/lib/features/projects/contract';
import { addProjectEquipment, BATCH_LIMIT, findEquipmentByNos } from '@/lib/features/projects/unit-contract';
import { splitNumbers } from '@/lib/features/projects/numbers';
import { callSms } from '@/lib/platform/client/client';
import type { OutputOf } from '@/lib/platform/contract/operation';
import styles from './unit-add-dialog.module.css';

interface Props {
  readonly project: Pick<ProjectRow, 'projectId' | 'branchCode'>;
  /** Many pasted numbers, or one. */
  readonly isBatch: boolean;
  readonly onAdded: () => void;
  readonly onClose: () => void;
}

/** Shows the units of the numbers first, then adds them: unknown numbers are reported before anything changes. */
export function UnitAddDialog({ project, isBatch, onAdded, onClose }: Props) {
  const t = useTranslations('projects.batch');
  const columns = useUnitColumns();
  const id = useId();
  const [found, setFound] = useState<OutputOf<typeof findEquipmentByNos>>();
  const schema = useMemo(
    () =>
      z.object({
        kind: z.enum(['equipNo', 'cubeNo']),
        text: z
          .string()
          .trim()
          .min(1, t('required'))
          .superRefine((text, context) => {
            const { numbers, bad } = splitNumbers(text);
            if (bad.length > 0)
              context.addIssue({ code: 'custom', message: t('badNumber', { numbers: bad.slice(0, 5).join(', ') }) });
            else if (numbers.length === 0) context.addIssue({ code: 'custom', message: t('required') });
            else if (numbers.length > BATCH_LIMIT)
              context.addIssue({ code: 'custom', message: t('tooMany', { max: BATCH_LIMIT, count: numbers.length }) });
          }),
      }),
    [t],
  );
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { kind: 'equipNo' as const, text: '' } as z.input<typeof schema>,
  });
  const { field: kind } = useController({ name: 'kind', control: form.control });

  const find = async ({ kind: wanted, text }: z.output<typeof schema>): Promise<'stay'> => {
    const { numbers } = splitNumbers(text);
    setFound(
      await callSms(findEquipmentByNos, {
        ...(wanted === 'equipNo' ? { equipNoList: numbers } : { cubeNoList: numbers }),
        branchCode: project.branchCode,
      }),
    );
    return 'stay';
  };
  const add = async (equipmentNoList: string[]) => {
    const { added, existing } = await callSms(addProjectEquipment, { projectId: project.projectId, equipmentNoList });
    onAdded();
    toast.success(t('done', { added, existing }));
  };
  const numbers = found?.records.map(({ equipmentNo }) => equipmentNo) ?? [];

  return (
    <FormDialog
      isOpen
      title={t(isBatch ? 'title' : 'single')}
      form={form}
      width="md"
      onClose={onClose}
      submitLabel={found && numbers.length > 0 ? t('addAll', { count: numbers.length }) : t('find')}
      onSubmit={(values) => (found && numbers.length > 0 ? add(numbers) : find(values))}
    >
      <div>
        <span id={id} className={styles.label}>
          {t('kind')}
        </span>
        <RadioGroup
          row
          aria-labelledby={id}
          value={kind.value}
          onChange={(_, value) => {
            kind.onChange(value);
            setFound(undefined);
          }}
        >
          <FormControlLabel value="equipNo" control={<Radio size="small" />} label={t('equipNo')} />
          <FormControlLabel value="cubeNo" control={<Radio size="small" />} label={t('cubeNo')} />
        </RadioGroup>
      </div>
      <FormTextField
        name="text"
        label={isBatch ? t('text') : t(kind.value)}
        required
        autoFocus
        multiline={isBatch}
        minRows={isBatch ? 4 : undefined}
        maxRows={10}
        maxLength={isBatch ? 50_000 : 40}
        helperText={isBatch ? t('textHint', { max: BATCH_LIMIT }) : undefined}
        slotProps={{ htmlInput: { readOnly: numbers.length > 0 } }}
      />
      {found && (
        <div className={styles.result} role="status">
          <div className={styles.summary}>
            <span>{numbers.length > 0 ? t('found', { count: numbers.length }) : t('none')}</span>
            {numbers.length > 0 && (
              <Button size="small" variant="text" onClick={() => setFound(undefined)}>
                {t('back')}
              </Button>
            )}
          </div>
          {found.missing.length > 0 && (
            <p className={styles.missing}>
              {t('missing', { count: found.missing.length })}
              <span className={styles.numbers}>{found.missing.join(', ')}</span>
            </p>
          )}
          {numbers.length > 0 && (
            <div className={styles.table}>
              <PlainTable
                label={t('found', { count: numbers.length })}
                columns={columns}
                rows={found.records}
                rowKey={({ equipmentNo }) => equipmentNo}
                rowHeight={ROW_HEIGHTS.compact}
                sort={DEFAULT_SORT}
              />
            </div>
          )}
        </div>
      )}
    </FormDialog>
  );
}
