'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { useFieldArray, useForm } from 'react-hook-form';
import { z } from 'zod';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormLookUp } from '@/components/kit/form/look-up-field';
import { FormSelect } from '@/components/kit/form/select-field';
import { toast } from '@/components/kit/ui/toast';
import {
  attachProUnits,
  listFreeUnits,
  queryProGateways,
  type FreeUnit,
  type ProGatewayRow,
} from '@/lib/features/pro-gateways/contract';
import { mutateSms } from '@/lib/platform/client/hooks';
import styles from './port-table.module.css';

interface Props {
  readonly row: ProGatewayRow;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

const unitChoice = ({ equipmentNo, equipmentName }: FreeUnit) => ({
  value: equipmentNo,
  label: equipmentName || equipmentNo,
  hint: equipmentNo,
});

/** Pairs of port and unit: units of the gateway's project that have no box (silent-screens A2). */
export function AttachDialog({ row: { gatewayNo, ports, units }, onSaved, onClose }: Props) {
  const t = useTranslations('proGateways');
  const common = useTranslations('common.success');
  const free = useMemo(() => {
    const taken = new Set(units.map(({ port }) => port));
    return Array.from({ length: ports }, (_, index) => index + 1).filter((port) => !taken.has(port));
  }, [ports, units]);
  const schema = useMemo(
    () =>
      z
        .object({
          units: z.array(
            z.object({
              port: z.number(),
              equipmentNo: z.string({ error: t('attach.required') }).min(1, t('attach.required')),
            }),
          ),
        })
        .superRefine(({ units: lines }, context) => {
          for (const name of ['port', 'equipmentNo'] as const) {
            const seen = new Set<string | number>();
            lines.forEach((line, index) => {
              if (seen.has(line[name]))
                context.addIssue({ code: 'custom', path: ['units', index, name], message: t(`attach.twice.${name}`) });
              seen.add(line[name]);
            });
          }
        }),
    [t],
  );
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { units: [{ port: free[0] ?? 1, equipmentNo: '' }] },
  });
  const { fields, append } = useFieldArray({ control: form.control, name: 'units' });
  const extra = useMemo(() => ({ gatewayNo }), [gatewayNo]);
  const next = () => {
    const chosen = new Set(form.getValues('units').map(({ port }) => port));
    return free.find((port) => !chosen.has(port));
  };
  return (
    <FormDialog
      isOpen
      title={t('attach.title', { no: gatewayNo })}
      form={form}
      onClose={onClose}
      submitLabel={t('action.attach')}
      startAction={
        fields.length < free.length && (
          <Button onClick={() => append({ port: next() ?? 1, equipmentNo: '' })}>{t('attach.more')}</Button>
        )
      }
      onSubmit={async (values) => {
        await mutateSms(attachProUnits, { gatewayNo, ...values }, [queryProGateways, listFreeUnits]);
        toast.success(common('operation'));
        onSaved();
      }}
    >
      <p className={styles.hint}>{t('attach.hint')}</p>
      {fields.map(({ id }, index) => (
        <div key={id} className={styles.line}>
          <FormSelect
            name={`units.${index}.port`}
            label={t('unit.port')}
            required
            choices={free.map((port) => ({ value: port, label: String(port) }))}
          />
          <FormLookUp
            name={`units.${index}.equipmentNo`}
            label={t('attach.unit')}
            isRequired
            operation={listFreeUnits}
            choiceOf={unitChoice}
            extra={extra}
          />
        </div>
      ))}
    </FormDialog>
  );
}
