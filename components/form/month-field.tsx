'use client';

import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns';
import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { enUS as enTexts, zhCN as zhTexts } from '@mui/x-date-pickers/locales';
import { format, isValid, parse } from 'date-fns';
import { enUS } from 'date-fns/locale/en-US';
import { zhCN } from 'date-fns/locale/zh-CN';
import { useLocale } from 'next-intl';

const MONTH = 'yyyy-MM';
/** The middle of the month: no zone moves it to another one. */
const dateOf = (month: string | undefined) => (month ? parse(`${month}-15`, 'yyyy-MM-dd', new Date()) : null);

interface Props {
  readonly label: string;
  /** `yyyy-MM` */
  readonly value: string;
  readonly onChange: (month: string) => void;
  /** The last month that can be chosen. */
  readonly max?: string;
  readonly className?: string;
}

/** One month, typed or chosen. */
export function MonthField({ label, value, onChange, max, className }: Props) {
  const isChinese = useLocale() === 'zh-CN';
  return (
    <LocalizationProvider
      dateAdapter={AdapterDateFns} adapterLocale={isChinese ? zhCN : enUS}
      localeText={(isChinese ? zhTexts : enTexts).components.MuiLocalizationProvider.defaultProps.localeText}
    >
      <DatePicker
        className={className} label={label} format={MONTH} views={['year', 'month']} openTo="month" value={dateOf(value)} maxDate={dateOf(max) ?? undefined}
        onChange={(date, { validationError }) => {
          // Half typed or too late is no month to search for.
          if (date !== null && isValid(date) && date.getFullYear() >= 2000 && validationError === null) onChange(format(date, MONTH));
        }}
        slotProps={{ textField: { size: 'small', fullWidth: true } }}
      />
    </LocalizationProvider>
  );
}
