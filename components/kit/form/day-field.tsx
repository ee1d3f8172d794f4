'use client';

import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import { format, isValid, parse } from 'date-fns';
import { CalendarLocale } from './calendar-locale';

const DAY = 'yyyy-MM-dd';

/** A calendar day as the picker's date: at noon, so that no time zone moves it to another day. */
const dateOf = (day: string | undefined) => (day ? parse(`${day} 12`, `${DAY} HH`, new Date()) : null);

interface Props {
  readonly label: string;
  /** `yyyy-MM-dd`, '' for none. */
  readonly value: string;
  readonly onChange: (day: string) => void;
  readonly min?: string;
  readonly max?: string;
  readonly problem?: string;
  readonly helperText?: string;
  readonly isRequired?: boolean;
  readonly isClearable?: boolean;
  readonly className?: string;
}

/** One day, typed or chosen from a calendar, in the date format of the whole portal. */
export function DayField({
  label,
  value,
  onChange,
  min,
  max,
  problem,
  helperText,
  isRequired,
  isClearable = true,
  className,
}: Props) {
  return (
    <CalendarLocale>
      <DatePicker
        className={className}
        label={label}
        format={DAY}
        value={dateOf(value)}
        minDate={dateOf(min) ?? undefined}
        maxDate={dateOf(max) ?? undefined}
        onChange={(date) => {
          // A half-typed date is not a day yet.
          if (date === null) onChange('');
          else if (isValid(date) && date.getFullYear() >= 1900) onChange(format(date, DAY));
        }}
        slotProps={{
          textField: {
            size: 'small',
            fullWidth: true,
            required: isRequired,
            error: problem !== undefined,
            helperText: problem ?? helperText,
          },
          field: { clearable: isClearable },
        }}
      />
    </CalendarLocale>
  );
}
