'use client';

import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import { format, isValid, parse } from 'date-fns';
import { CalendarLocale } from './calendar-locale';

const MONTH = 'yyyy-MM';
/** The middle of the month, so that no time zone moves it to another one. */
const dateOf = (month: string | undefined) => (month ? parse(`${month}-15`, 'yyyy-MM-dd', new Date()) : null);

interface Props {
  readonly label: string;
  /** `yyyy-MM` */
  readonly value: string;
  readonly onChange: (month: string) => void;
  /** The first and the last month that can be chosen. */
  readonly min?: string;
  readonly max?: string;
  readonly problem?: string;
  readonly className?: string;
}

/** One month, typed or chosen. */
export function MonthField({ label, value, onChange, min, max, problem, className }: Props) {
  return (
    <CalendarLocale>
      <DatePicker
        className={className}
        label={label}
        format={MONTH}
        views={['year', 'month']}
        openTo="month"
        value={dateOf(value)}
        minDate={dateOf(min) ?? undefined}
        maxDate={dateOf(max) ?? undefined}
        onChange={(date, { validationError }) => {
          // A half-typed month, or one after the last, is not searched.
          if (date !== null && isValid(date) && date.getFullYear() >= 2000 && validationError === null)
            onChange(format(date, MONTH));
        }}
        slotProps={{ textField: { size: 'small', fullWidth: true, error: problem !== undefined, helperText: problem } }}
      />
    </CalendarLocale>
  );
}
