'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { FormDayField } from '@/components/kit/form/form-day-field';
import { FormSwitch } from '@/components/kit/form/switch-field';
import { FormTextField } from '@/components/kit/form/text-field';
import { MAX_EXCEPTIONS, WEEKDAYS } from '@/lib/features/equipment-groups/value-sets';
import type { GroupValues } from './group-values';
import styles from './group-dialog.module.css';

type Path = `week.${number}` | `exceptions.${number}`;

/** Start, stop and "closed" of a day. @param day names it for those who do not see the row */
function DayHours({ path, day }: { readonly path: Path; readonly day: string }) {
  const t = useTranslations('equipmentGroups.dialog');
  const { control } = useFormContext<GroupValues>();
  const isClosed = useWatch({ control, name: `${path}.closed` });
  const time = (name: 'startTime' | 'stopTime') => (
    <FormTextField<GroupValues>
      name={`${path}.${name}`}
      label={t(name)}
      disabled={isClosed}
      maxLength={5}
      placeholder="HH:mm"
      slotProps={{ htmlInput: { 'aria-label': t('timeOf', { day, name: t(name) }) } }}
    />
  );
  return (
    <>
      {time('startTime')}
      {time('stopTime')}
      <FormSwitch<GroupValues> name={`${path}.closed`} label={t('closed')} />
    </>
  );
}

/** Hours of the week, the first day's for all others on request, and the dates on which other hours are valid. */
export function PlanFields() {
  const t = useTranslations('equipmentGroups');
  const { control, getValues, setValue } = useFormContext<GroupValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'exceptions' });
  return (
    <>
      <fieldset className={styles.part}>
        <legend>{t('dialog.week')}</legend>
        <p className={styles.hint}>{t('dialog.weekHint')}</p>
        {WEEKDAYS.map((weekday, index) => (
          <div key={weekday} className={styles.day} role="group" aria-label={t(`plan.weekday.${weekday}`)}>
            <span className={styles.name}>{t(`plan.weekday.${weekday}`)}</span>
            <DayHours path={`week.${index}`} day={t(`plan.weekday.${weekday}`)} />
          </div>
        ))}
        <div>
          <Button
            onClick={() => {
              const [monday, ...others] = getValues('week');
              if (!monday) return;
              others.forEach((_, index) =>
                setValue(
                  `week.${index + 1}`,
                  { ...monday, weekday: index + 2 },
                  { shouldDirty: true, shouldValidate: true },
                ),
              );
            }}
          >
            {t('dialog.likeMonday')}
          </Button>
        </div>
      </fieldset>
      <fieldset className={styles.part}>
        <legend>{t('dialog.exceptions')}</legend>
        {fields.map(({ id }, index) => (
          <div
            key={id}
            className={styles.exception}
            role="group"
            aria-label={t('dialog.exceptionOf', { number: index + 1 })}
          >
            <FormDayField<GroupValues> name={`exceptions.${index}.date`} label={t('dialog.date')} isRequired />
            <DayHours path={`exceptions.${index}`} day={t('dialog.exceptionOf', { number: index + 1 })} />
            <Button onClick={() => remove(index)} aria-label={t('dialog.removeException', { number: index + 1 })}>
              {t('dialog.remove')}
            </Button>
          </div>
        ))}
        {fields.length < MAX_EXCEPTIONS && (
          <div>
            <Button onClick={() => append({ date: '', startTime: '', stopTime: '', closed: true })}>
              {t('dialog.addException')}
            </Button>
          </div>
        )}
      </fieldset>
    </>
  );
}
