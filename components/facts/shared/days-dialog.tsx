'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { ErrorState, LoadingState } from '@/components/kit/ui/states';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { figureCell } from './figure-cell';
import styles from './days-dialog.module.css';

export interface DayColumn<Field extends string> {
  readonly field: Field;
  readonly label: string;
  readonly decimals: number;
}

type Day<Field extends string> = { readonly date: string; readonly flagged: boolean } & Readonly<
  Record<Field, number | null>
>;

interface Props<Field extends string> {
  /** Of the unit. */
  readonly name: string;
  readonly columns: readonly DayColumn<Field>[];
  /** The one whose number was chosen. */
  readonly chosen: Field;
  readonly answer: {
    readonly data: readonly Day<Field>[] | undefined;
    readonly error: unknown;
    readonly isValidating: boolean;
    readonly mutate: () => unknown;
  };
  readonly onClose: () => void;
}

/** Of an hour and of a kWh: days are whole seconds and whole watt-hours, so that their sum is exact. */
const PARTS = 18_000;

/** Null where no day is known. */
export function sumOfDays(values: readonly (number | null)[]): number | null {
  const known = values.flatMap((value) => value ?? []);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + Math.round(value * PARTS), 0) / PARTS;
}

/** The days that the numbers of a unit's row add up, the sums at the end. */
export function DaysDialog<Field extends string>({ name, columns, chosen, answer, onClose }: Props<Field>) {
  const t = useTranslations('facts.days');
  const failureText = useFailureText();
  const { data, error, isValidating, mutate } = answer;
  return (
    <DetailDialog title={t('of', { name })} onClose={onClose} width="lg">
      {error ? (
        <ErrorState size="row" text={failureText(error)} onRetry={() => void mutate()} isRetrying={isValidating} />
      ) : !data ? (
        <LoadingState size="row" />
      ) : (
        <DaysTable days={data} columns={columns} chosen={chosen} />
      )}
    </DetailDialog>
  );
}

interface TableProps<Field extends string> extends Pick<Props<Field>, 'columns' | 'chosen'> {
  readonly days: readonly Day<Field>[];
}

function DaysTable<Field extends string>({ days, columns, chosen }: TableProps<Field>) {
  const t = useTranslations('facts.days');
  const format = useFormatter();
  const mark = (field: Field) => (field === chosen ? '' : undefined);
  return (
    <>
      <div className={styles.scroller} tabIndex={0} role="region" aria-label={t('table')}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('date')}</th>
              {columns.map(({ field, label }) => (
                <th key={field} scope="col" data-chosen={mark(field)}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.date}>
                <th scope="row">{day.flagged ? `${day.date} *` : day.date}</th>
                {columns.map(({ field, decimals }) => (
                  <td key={field} data-chosen={mark(field)}>
                    {figureCell(format, day[field], decimals)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('total', { count: days.length })}</th>
              {columns.map(({ field, decimals }) => (
                <td key={field} data-sum={field} data-chosen={mark(field)}>
                  {figureCell(format, sumOfDays(days.map((day) => day[field])), decimals)}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
      {days.some(({ flagged }) => flagged) && <p className={styles.note}>{t('flagged')}</p>}
    </>
  );
}
