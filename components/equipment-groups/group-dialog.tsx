'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormLookUp } from '@/components/kit/form/look-up-field';
import { messageOf } from '@/components/kit/form/server-errors';
import { FormSwitch } from '@/components/kit/form/switch-field';
import { FormTextField } from '@/components/kit/form/text-field';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { ErrorState, LoadingState } from '@/components/kit/ui/states';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { projectChoice } from '@/components/projects/shared/project-picker';
import {
  getGroup,
  listGroupResponsible,
  listGroupUnits,
  queryGroups,
  saveGroup,
  type EquipmentGroupDetail,
} from '@/lib/features/equipment-groups/contract';
import { MAX_GROUP_UNITS } from '@/lib/features/equipment-groups/value-sets';
import { listProjectsByUser } from '@/lib/features/projects/look-up-contract';
import { callSms } from '@/lib/platform/client/client';
import { mutateSms } from '@/lib/platform/client/hooks';
import { useHeldSms } from '@/lib/platform/client/use-held-sms';
import styles from './group-dialog.module.css';
import { groupSchema, valuesOf, type GroupValues } from './group-values';
import { PlanFields } from './plan-fields';

interface Props {
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

const unitChoice = ({
  equipmentNo,
  equipmentName,
}: {
  readonly equipmentNo: string;
  readonly equipmentName: string;
}) => ({
  value: equipmentNo,
  label: equipmentName || equipmentNo,
  hint: equipmentNo,
});
const accountChoice = ({ username, nickName }: { readonly username: string; readonly nickName: string }) => ({
  value: username,
  label: nickName || username,
  hint: username,
});

/** Reads the group as it is now, then opens its form. */
export function GroupEdit({ groupId, ...rest }: Props & { readonly groupId: string }) {
  const t = useTranslations('equipmentGroups');
  const failureText = useFailureText();
  const { data, error, isLoading, refresh } = useHeldSms(getGroup, { groupId });
  if (data) return <GroupDialog edited={data} {...rest} />;
  return (
    <DetailDialog title={t('dialog.edit')} onClose={rest.onClose}>
      {error ? (
        <ErrorState size="row" text={failureText(error)} onRetry={refresh} isRetrying={isLoading} />
      ) : (
        <LoadingState size="row" />
      )}
    </DetailDialog>
  );
}

/** A group: its units, hours, exceptions, and who is responsible (silent-screens A10). */
export function GroupDialog({ edited, onSaved, onClose }: Props & { readonly edited?: EquipmentGroupDetail }) {
  const t = useTranslations('equipmentGroups');
  const common = useTranslations('common');
  const schema = useMemo(
    () =>
      groupSchema(
        {
          name: t('dialog.nameRequired'),
          project: t('dialog.projectRequired'),
          units: t('dialog.unitsRequired'),
          tooMany: t('dialog.unitsTooMany', { most: MAX_GROUP_UNITS }),
          responsible: t('dialog.responsibleRequired'),
          time: t('dialog.badTime'),
          day: t('dialog.dayRequired'),
          twice: t('dialog.dayTwice'),
        },
        edited?.hiddenResponsible,
      ),
    [edited?.hiddenResponsible, t],
  );
  const form = useForm<GroupValues>({ resolver: zodResolver(schema), defaultValues: valuesOf(edited) });
  const projectId = useWatch({ control: form.control, name: 'projectId' });
  const extra = useMemo(() => ({ projectId, groupId: edited?.groupId }), [edited?.groupId, projectId]);
  const known = useMemo(
    () => ({
      project: edited ? [projectChoice(edited)] : undefined,
      units: edited?.equipmentList.map(unitChoice),
      responsible: edited?.responsible.map(accountChoice),
    }),
    [edited],
  );
  const takeAll = async () => {
    try {
      const { records } = await callSms(listGroupUnits, { ...extra, pageSize: MAX_GROUP_UNITS });
      form.setValue(
        'equipmentNoList',
        records.map(({ equipmentNo }) => equipmentNo),
        { shouldDirty: true, shouldValidate: true },
      );
    } catch (error) {
      toast.error(messageOf(error) ?? common('state.failed'));
    }
  };
  return (
    <FormDialog
      isOpen
      width="md"
      title={edited ? t('dialog.edit') : t('dialog.add')}
      form={form}
      onClose={onClose}
      onSubmit={async (values) => {
        await mutateSms(
          saveGroup,
          { ...values, mode: 'REMINDER', groupId: edited?.groupId, version: edited?.version },
          [queryGroups, getGroup, listGroupUnits],
        );
        toast.success(common('success.operation'));
        onSaved();
      }}
    >
      <FormTextField<GroupValues> name="groupName" label={t('column.groupName')} required />
      <FormLookUp<GroupValues, typeof listProjectsByUser>
        name="projectId"
        label={t('column.projectName')}
        isRequired
        operation={listProjectsByUser}
        choiceOf={projectChoice}
        known={known.project}
        onChosen={() => {
          form.setValue('equipmentNoList', []);
          form.setValue('responsible', []);
        }}
      />
      {projectId ? (
        <>
          <FormLookUp<GroupValues, typeof listGroupUnits>
            key={projectId}
            name="equipmentNoList"
            label={t('dialog.units')}
            isMultiple
            isRequired
            operation={listGroupUnits}
            choiceOf={unitChoice}
            extra={extra}
            known={known.units}
          />
          <div>
            <Button onClick={() => void takeAll()}>{t('dialog.takeAll')}</Button>
          </div>
          <FormLookUp<GroupValues, typeof listGroupResponsible>
            key={`responsible ${projectId}`}
            name="responsible"
            label={t('dialog.responsible')}
            helperText={t('dialog.responsibleHint')}
            isMultiple
            isRequired
            operation={listGroupResponsible}
            choiceOf={accountChoice}
            extra={extra}
            known={known.responsible}
          />
        </>
      ) : (
        <p className={styles.hint}>{t('dialog.projectFirst')}</p>
      )}
      <PlanFields />
      <FormTextField<GroupValues> name="remark" label={t('column.remark')} />
      <FormSwitch<GroupValues> name="enabled" label={t('column.enabled')} helperText={t('dialog.enabledHint')} />
    </FormDialog>
  );
}
