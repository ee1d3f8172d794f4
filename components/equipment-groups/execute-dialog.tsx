'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { useForm, useFormContext, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormSelect } from '@/components/kit/form/select-field';
import { FormSwitch } from '@/components/kit/form/switch-field';
import { FormTextField } from '@/components/kit/form/text-field';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { EmptyState, ErrorState, LoadingState } from '@/components/kit/ui/states';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import {
  executeGroup,
  getGroup,
  queryGroupLog,
  queryGroups,
  type EquipmentGroupDetail,
  type GroupUnit,
} from '@/lib/features/equipment-groups/contract';
import { GROUP_ACTIONS, GROUP_RESULTS } from '@/lib/features/equipment-groups/value-sets';
import { mutateSms } from '@/lib/platform/client/hooks';
import { useHeldSms } from '@/lib/platform/client/use-held-sms';
import styles from './group-dialog.module.css';

interface Props {
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

const LEFT_OUT = 'LEFT_OUT';

const schemaOf = (errors: { readonly empty: string; readonly reason: string; readonly nothing: string }) =>
  z.object({
    action: z.enum(GROUP_ACTIONS),
    units: z
      .array(
        z
          .object({
            equipmentNo: z.string(),
            confirmedEmpty: z.boolean(),
            result: z.enum([LEFT_OUT, ...GROUP_RESULTS]),
            reason: z.string().trim(),
          })
          .superRefine(({ confirmedEmpty, result, reason }, context) => {
            if (result === LEFT_OUT) return;
            if (!confirmedEmpty) context.addIssue({ code: 'custom', path: ['confirmedEmpty'], message: errors.empty });
            if (result !== 'SUCCESS' && reason === '')
              context.addIssue({ code: 'custom', path: ['reason'], message: errors.reason });
          }),
      )
      .superRefine((units, context) => {
        if (units.every(({ result }) => result === LEFT_OUT))
          context.addIssue({ code: 'custom', path: [0, 'result'], message: errors.nothing });
      }),
  });
type Values = z.input<ReturnType<typeof schemaOf>>;

/** One unit: what speaks against it, that nobody is on it, and what became of it. */
function UnitFields({ unit, index }: { readonly unit: GroupUnit; readonly index: number }) {
  const t = useTranslations('equipmentGroups');
  const { control } = useFormContext<Values>();
  const result = useWatch({ control, name: `units.${index}.result` });
  return (
    <fieldset className={styles.part}>
      <legend className="visually-hidden">{unit.equipmentName || unit.equipmentNo}</legend>
      <div className={styles.unit}>
        <p className={styles.unitHead}>
          <strong>{unit.equipmentName || unit.equipmentNo}</strong>
          <span className={styles.hint}>{unit.equipmentNo}</span>
          {unit.warnings.map((warning) => (
            <StatusPill key={warning} status={warning === 'error' ? 'fault' : 'attention'} look="plain">
              {t(`warning.${warning}`)}
            </StatusPill>
          ))}
        </p>
        <div className={styles.result}>
          <FormSelect<Values>
            name={`units.${index}.result`}
            label={t('execute.result')}
            choices={[
              ...GROUP_RESULTS.map((value) => ({ value, label: t(`result.${value}`) })),
              { value: LEFT_OUT, label: t('execute.leftOut') },
            ]}
          />
          {result !== 'SUCCESS' && result !== LEFT_OUT && (
            <FormTextField<Values> name={`units.${index}.reason`} label={t('execute.reason')} required />
          )}
        </div>
        {result !== LEFT_OUT && (
          <FormSwitch<Values> name={`units.${index}.confirmedEmpty`} label={t('execute.confirmedEmpty')} />
        )}
      </div>
    </fieldset>
  );
}

function ExecuteForm({ group, onSaved, onClose }: Props & { readonly group: EquipmentGroupDetail }) {
  const t = useTranslations('equipmentGroups');
  const common = useTranslations('common.success');
  const schema = useMemo(
    () =>
      schemaOf({
        empty: t('execute.notConfirmed'),
        reason: t('execute.reasonRequired'),
        nothing: t('execute.nothing'),
      }),
    [t],
  );
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: {
      action: group.nextAction ?? 'start',
      units: group.equipmentList.map(({ equipmentNo }) => ({
        equipmentNo,
        confirmedEmpty: false,
        result: 'SUCCESS',
        reason: '',
      })),
    },
  });
  return (
    <FormDialog
      isOpen
      title={t('execute.title', { name: group.groupName })}
      form={form}
      submitLabel={t('execute.submit')}
      onClose={onClose}
      onSubmit={async ({ action, units }) => {
        const done = units.flatMap(({ result, ...unit }) =>
          result === LEFT_OUT ? [] : [{ ...unit, confirmedEmpty: true as const, result }],
        );
        await mutateSms(executeGroup, { groupId: group.groupId, action, units: done }, [
          queryGroups,
          getGroup,
          queryGroupLog,
        ]);
        toast.success(common('operation'));
        onSaved();
      }}
    >
      <p className={styles.hint}>{t('execute.hint')}</p>
      <FormSelect<Values>
        name="action"
        label={t('execute.action')}
        choices={GROUP_ACTIONS.map((value) => ({ value, label: t(`log.action.${value}`) }))}
      />
      {group.equipmentList.map((unit, index) => (
        <UnitFields key={unit.equipmentNo} unit={unit} index={index} />
      ))}
    </FormDialog>
  );
}

/** Writes down what was done on site; the portal itself starts and stops nothing (silent-screens A10). */
export function ExecuteDialog({ groupId, ...rest }: Props & { readonly groupId: string }) {
  const t = useTranslations('equipmentGroups');
  const failureText = useFailureText();
  const { data, error, isLoading, refresh } = useHeldSms(getGroup, { groupId });
  if (data && data.equipmentList.length > 0) return <ExecuteForm group={data} {...rest} />;
  return (
    <DetailDialog title={t('action.execute')} onClose={rest.onClose}>
      {error ? (
        <ErrorState size="row" text={failureText(error)} onRetry={refresh} isRetrying={isLoading} />
      ) : data ? (
        <EmptyState size="row" title={t('noUnits')} />
      ) : (
        <LoadingState size="row" />
      )}
    </DetailDialog>
  );
}
