'use client';

import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Assignment } from '@/lib/features/assignments/contract';
import { EQUIPMENT_CAUSE, SCSA, type Scsa } from '@/lib/features/callbacks/value-sets';
import { missingFields } from '@/lib/features/callbacks/shared/transitions';
import styles from './assignment.module.css';

export interface FormValues {
  readonly reason?: string;
  readonly scsa?: Scsa;
  readonly scsb?: string;
  readonly jobTechRemark?: string;
  readonly equipmentRunning?: boolean;
}

interface Props {
  readonly kind: 'close' | 'giveBack';
  readonly parts: Assignment['parts'];
  readonly isBusy: boolean;
  readonly onSend: (values: FormValues) => void;
  readonly onCancel: () => void;
}

/**
 * The fields that closing or giving back needs, from the table of moves. The form keeps them until the request has
 * succeeded.
 */
export function AssignmentForm({ kind, parts, isBusy, onSend, onCancel }: Props) {
  const t = useTranslations('assignments');
  const callbacks = useTranslations('callbacks');
  const isEnglish = useLocale() === 'en';
  const [values, setValues] = useState<FormValues>({});
  const [isTried, setIsTried] = useState(false);
  const missing = missingFields(kind === 'close' ? 'CLSO' : 'REQU', { isTrapped: false }, values);
  const set = (change: FormValues) => setValues((before) => ({ ...before, ...change }));
  const common = (field: 'reason' | 'scsa' | 'scsb' | 'jobTechRemark' | 'equipmentRunning') => {
    const isWrong = isTried && missing.includes(field);
    return {
      label: callbacks(`field.${field}`),
      required: true,
      fullWidth: true,
      error: isWrong,
      helperText: isWrong ? callbacks(`need.${field}`) : undefined,
    };
  };
  return (
    <form
      className={styles.form}
      aria-label={t(`form.${kind}`)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsTried(true);
        if (missing.length === 0) onSend(values);
      }}
    >
      {kind === 'giveBack' ? (
        <>
          <p>{t('form.giveBackHint')}</p>
          <TextField
            {...common('reason')}
            value={values.reason ?? ''}
            onChange={({ target }) => set({ reason: target.value })}
            slotProps={{ htmlInput: { maxLength: 200 } }}
          />
        </>
      ) : (
        <>
          <TextField
            {...common('scsa')}
            select
            value={values.scsa ?? ''}
            onChange={({ target }) => set({ scsa: SCSA.find((cause) => cause === target.value), scsb: undefined })}
          >
            {SCSA.map((cause) => (
              <MenuItem key={cause} value={cause}>
                {callbacks(`scsa.${cause}`)}
              </MenuItem>
            ))}
          </TextField>
          {values.scsa === EQUIPMENT_CAUSE && (
            <TextField
              {...common('scsb')}
              select
              value={values.scsb ?? ''}
              onChange={({ target }) => set({ scsb: target.value })}
            >
              {parts.map(({ value, label, labelEn }) => (
                <MenuItem key={value} value={value}>
                  {isEnglish ? labelEn : label}
                </MenuItem>
              ))}
            </TextField>
          )}
          <TextField
            {...common('jobTechRemark')}
            multiline
            minRows={2}
            value={values.jobTechRemark ?? ''}
            onChange={({ target }) => set({ jobTechRemark: target.value })}
            slotProps={{ htmlInput: { maxLength: 1000 } }}
          />
          <TextField
            {...common('equipmentRunning')}
            select
            value={values.equipmentRunning === undefined ? '' : values.equipmentRunning ? 'yes' : 'no'}
            onChange={({ target }) => set({ equipmentRunning: target.value === 'yes' })}
          >
            {(['yes', 'no'] as const).map((answer) => (
              <MenuItem key={answer} value={answer}>
                {callbacks(`running.${answer}`)}
              </MenuItem>
            ))}
          </TextField>
        </>
      )}
      <div className={styles.actions}>
        <Button className={styles.other} variant="outlined" color="inherit" disabled={isBusy} onClick={onCancel}>
          {t('form.cancel')}
        </Button>
        <Button className={styles.next} type="submit" variant="contained" color="primary" loading={isBusy}>
          {t(`action.${kind}`)}
        </Button>
      </div>
    </form>
  );
}
