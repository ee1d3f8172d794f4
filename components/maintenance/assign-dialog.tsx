'use client';

import { useTranslations } from 'next-intl';
import { useForm, useWatch } from 'react-hook-form';
import { TechnicianPicker } from '@/components/callbacks/shared/technician-picker';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormTextField } from '@/components/kit/form/text-field';
import { queryMaintenance } from '@/lib/features/maintenance/contract';
import type { MaintenanceRow } from '@/lib/features/maintenance/row-contract';
import {
  assignMaintenance,
  listJobTechnicians,
  type MaintenanceDetail,
} from '@/lib/features/maintenance/work-contract';
import { mutateSms } from '@/lib/platform/client/hooks';
import styles from './dialogs.module.css';

const FIELDS = ['planTechnician1Name', 'planTechnician1Phone', 'planTechnician2Name', 'planTechnician2Phone'] as const;
type Values = Record<(typeof FIELDS)[number], string>;

interface Props {
  readonly job: MaintenanceRow;
  readonly onDone: (detail: MaintenanceDetail) => void;
  readonly onClose: () => void;
}

/** One or two technicians: chosen from those that the branch sent last, or typed (silent-screens E1). */
export function AssignDialog({ job, onDone, onClose }: Props) {
  const t = useTranslations('maintenance');
  const form = useForm<Values>({
    defaultValues: Object.fromEntries(FIELDS.map((field) => [field, job[field] ?? ''])) as Values,
  });
  const values = useWatch({ control: form.control });
  const places = [1, 2] as const;
  const isIn = (place: 1 | 2, name: string, phone: string) =>
    values[`planTechnician${place}Name`] === name && values[`planTechnician${place}Phone`] === phone;
  const put = (place: 1 | 2, name: string, phone: string) => {
    form.setValue(`planTechnician${place}Name`, name, { shouldDirty: true });
    form.setValue(`planTechnician${place}Phone`, phone, { shouldDirty: true });
  };
  /**
   * A second click removes a technician. A new one takes the first free place, or the second place when both are taken.
   */
  const toggle = (name: string, phone: string) => {
    const taken = places.find((place) => isIn(place, name, phone));
    if (taken) put(taken, '', '');
    else put(values.planTechnician1Name ? 2 : 1, name, phone);
  };
  const submit = async (given: Values) =>
    onDone(await mutateSms(assignMaintenance, { jobNo: job.jobNo, ...given }, [queryMaintenance, listJobTechnicians]));
  return (
    <FormDialog isOpen title={t('action.assign')} form={form} onSubmit={submit} onClose={onClose} width="sm">
      <TechnicianPicker
        operation={listJobTechnicians}
        of={{ jobNo: job.jobNo }}
        isChosen={({ technicianName, technicianPhone }) =>
          places.some((place) => isIn(place, technicianName, technicianPhone))
        }
        onChoose={({ technicianName, technicianPhone }) => toggle(technicianName, technicianPhone)}
      />
      {places.map((place) => (
        <div key={place} className={styles.pair}>
          <FormTextField<Values>
            name={`planTechnician${place}Name`}
            label={t(`field.technician${place}`)}
            required={place === 1}
            maxLength={100}
          />
          <FormTextField<Values>
            name={`planTechnician${place}Phone`}
            label={t(`field.phone${place}`)}
            required={place === 1}
            maxLength={20}
            slotProps={{ htmlInput: { inputMode: 'tel' } }}
          />
        </div>
      ))}
    </FormDialog>
  );
}
