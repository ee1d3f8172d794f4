'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { BoxNumberField, boxNumber } from '@/components/gateways/shared/box-number-field';
import { SecretDialog, type BoxSecret } from '@/components/gateways/shared/secret-dialog';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormLookUp } from '@/components/kit/form/look-up-field';
import { FormTextField } from '@/components/kit/form/text-field';
import { toast } from '@/components/kit/ui/toast';
import { projectChoice } from '@/components/projects/shared/project-picker';
import {
  DEFAULT_PORTS,
  MOST_PORTS,
  queryProGateways,
  saveProGateway,
  type ProGatewayRow,
} from '@/lib/features/pro-gateways/contract';
import { listProjectsByUser } from '@/lib/features/projects/look-up-contract';
import { mutateSms } from '@/lib/platform/client/hooks';

interface Props {
  /** A new one when absent. */
  readonly edited?: ProGatewayRow;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Adds or changes a pro gateway. The secret of a new one is shown once (silent-screens A2). */
export function SaveDialog({ edited, onSaved, onClose }: Props) {
  const t = useTranslations('proGateways');
  const boxes = useTranslations('boxes');
  const common = useTranslations('common.success');
  const [told, setTold] = useState<BoxSecret>();
  const schema = useMemo(
    () =>
      z.object({
        gatewayNo: boxNumber(t('dialog.required'), boxes('bad')),
        projectId: z.string({ error: t('dialog.projectRequired') }).min(1, t('dialog.projectRequired')),
        ports: z.coerce
          .number({ error: t('dialog.badPorts') })
          .int(t('dialog.badPorts'))
          .min(1, t('dialog.badPorts'))
          .max(MOST_PORTS, t('dialog.badPorts')),
        remark: z.string().trim().max(200, 'tooLong'),
      }),
    [boxes, t],
  );
  const form = useForm<z.input<typeof schema>, unknown, z.output<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: {
      gatewayNo: edited?.gatewayNo ?? '',
      projectId: edited?.projectId ?? '',
      ports: edited?.ports ?? DEFAULT_PORTS,
      remark: edited?.remark ?? '',
    },
  });
  const known = useMemo(() => (edited ? [projectChoice(edited)] : undefined), [edited]);
  if (told) return <SecretDialog told={told} onClose={onClose} />;
  return (
    <FormDialog
      isOpen
      title={edited ? t('dialog.edit', { no: edited.gatewayNo }) : t('dialog.add')}
      form={form}
      onClose={onClose}
      onSubmit={async (values) => {
        const { gatewayNo, secret } = await mutateSms(saveProGateway, values, [queryProGateways]);
        onSaved();
        if (secret === null) {
          toast.success(common('operation'));
          return undefined;
        }
        setTold({ cubeNo: gatewayNo, secret });
        return 'stay';
      }}
    >
      <BoxNumberField name="gatewayNo" label={t('column.gatewayNo')} isFixed={edited !== undefined} />
      <FormLookUp
        name="projectId"
        label={t('column.projectName')}
        isRequired
        operation={listProjectsByUser}
        choiceOf={projectChoice}
        known={known}
      />
      <FormTextField
        name="ports"
        type="number"
        label={t('dialog.ports')}
        required
        helperText={t('dialog.portsHint')}
        slotProps={{ htmlInput: { min: 1, max: MOST_PORTS, inputMode: 'numeric' } }}
      />
      <FormTextField name="remark" label={t('column.remark')} />
    </FormDialog>
  );
}
