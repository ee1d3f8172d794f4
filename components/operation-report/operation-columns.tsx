import { figureCell } from '@/components/facts/shared/figure-cell';
import { columnKinds, type ListTexts } from '@/components/kit/list/column-kinds';
import type { Column } from '@/components/kit/list/columns';
import { detailHref } from '@/lib/features/equipment/shared/links';
import type { OperationRow } from '@/lib/features/operation-report/contract';
import type { Holder } from '@/lib/platform/contract/authorities';
import type { useFormatter } from 'next-intl';

interface Words {
  readonly t: ListTexts;
  /** Of the kinds of units. */
  readonly kinds: ListTexts;
  readonly format: ReturnType<typeof useFormatter>;
}

/** The columns of the operation report (doc3 §2.14). */
export function operationColumnsOf({ t, kinds, format }: Words, holder: Holder): readonly Column<OperationRow>[] {
  const { text, link, own } = columnKinds<OperationRow>(t);
  const figure = (name: keyof OperationRow & string, minWidth: number, decimals = 0) =>
    own(name, (row) => figureCell(format, row[name] as number | null, decimals), { minWidth, align: 'right' });
  return [
    text('equipmentNo', { minWidth: 116 }),
    link(
      'equipmentName',
      { href: ({ equipmentNo }) => detailHref(holder, equipmentNo) },
      { minWidth: 180, flex: true, isTitle: true },
    ),
    own('equipmentType', ({ displayType }) => kinds(displayType), { minWidth: 84 }),
    figure('runTimeCount', 132, 2),
    figure('runCount', 100),
    figure('openDoorCount', 108),
    figure('normalTimeCount', 116, 2),
    figure('errorTimeCount', 116, 2),
    figure('passengersCount', 108),
  ];
}
