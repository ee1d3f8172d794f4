import { FigureButton } from '@/components/facts/shared/figure-button';
import { columnKinds, type ListTexts } from '@/components/kit/list/column-kinds';
import type { Column } from '@/components/kit/list/columns';
import { detailHref } from '@/lib/features/equipment/shared/links';
import type { OperationRow, RunDay } from '@/lib/features/operation-report/contract';
import type { Holder } from '@/lib/platform/contract/authorities';
import type { useFormatter } from 'next-intl';

/** The numbers of a row, all of them sums of days. */
export type RunField = Exclude<keyof RunDay, 'date' | 'flagged'>;
export const RUN_FIELDS: readonly { readonly field: RunField; readonly decimals: number; readonly minWidth: number }[] =
  [
    { field: 'runTimeCount', decimals: 2, minWidth: 132 },
    { field: 'runCount', decimals: 0, minWidth: 100 },
    { field: 'openDoorCount', decimals: 0, minWidth: 108 },
    { field: 'normalTimeCount', decimals: 2, minWidth: 116 },
    { field: 'errorTimeCount', decimals: 2, minWidth: 116 },
    { field: 'passengersCount', decimals: 0, minWidth: 108 },
  ];

interface Words {
  readonly t: ListTexts;
  /** Of the kinds of units. */
  readonly kinds: ListTexts;
  readonly format: ReturnType<typeof useFormatter>;
}

/** The columns of the operation report (doc3 §2.14). @param open shows the days of a number */
export function operationColumnsOf(
  { t, kinds, format }: Words,
  holder: Holder,
  open: (row: OperationRow, field: RunField) => void,
): readonly Column<OperationRow>[] {
  const { text, link, own } = columnKinds<OperationRow>(t);
  return [
    text('equipmentNo', { minWidth: 116 }),
    link(
      'equipmentName',
      { href: ({ equipmentNo }) => detailHref(holder, equipmentNo) },
      { minWidth: 180, flex: true, isTitle: true },
    ),
    own('equipmentType', ({ displayType }) => kinds(displayType), { minWidth: 84 }),
    ...RUN_FIELDS.map(({ field, decimals, minWidth }) =>
      own(
        field,
        (row) => (
          <FigureButton format={format} value={row[field]} decimals={decimals} onOpen={() => open(row, field)} />
        ),
        { minWidth, align: 'right' },
      ),
    ),
  ];
}
