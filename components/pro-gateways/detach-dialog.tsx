'use client';

import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useTranslations } from 'next-intl';
import { useForm, useWatch } from 'react-hook-form';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { toast } from '@/components/kit/ui/toast';
import { detachProUnits, queryProGateways, type ProGatewayRow } from '@/lib/features/pro-gateways/contract';
import { mutateSms } from '@/lib/platform/client/hooks';
import styles from './port-table.module.css';

interface Props {
  readonly row: ProGatewayRow;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Takes units from their ports; each is named (silent-screens A2). */
export function DetachDialog({ row: { gatewayNo, units }, onSaved, onClose }: Props) {
  const t = useTranslations('proGateways');
  const common = useTranslations('common.success');
  const form = useForm<{ ports: number[] }>({ defaultValues: { ports: [] } });
  const ports = useWatch({ control: form.control, name: 'ports' });
  return (
    <FormDialog
      isOpen
      title={t('detach.title', { no: gatewayNo })}
      form={form}
      onClose={onClose}
      submitLabel={t('action.detach')}
      onSubmit={async (values) => {
        if (values.ports.length === 0) {
          toast.warning(t('detach.required'));
          return 'stay';
        }
        await mutateSms(detachProUnits, { gatewayNo, ports: values.ports }, [queryProGateways]);
        toast.success(common('operation'));
        onSaved();
        return undefined;
      }}
    >
      <p className={styles.hint}>{t('detach.text')}</p>
      <fieldset className={styles.ports}>
        <legend className="visually-hidden">{t('unitsOf', { no: gatewayNo })}</legend>
        {units.map(({ port, equipmentNo, equipmentName }) => (
          <FormControlLabel
            key={port}
            label={t('detach.unit', { port, name: equipmentName || equipmentNo, no: equipmentNo })}
            control={
              <Checkbox
                checked={ports.includes(port)}
                onChange={(_, is) =>
                  form.setValue('ports', is ? [...ports, port] : ports.filter((one) => one !== port), {
                    shouldDirty: true,
                  })
                }
              />
            }
          />
        ))}
      </fieldset>
    </FormDialog>
  );
}
