import type { useFormatter } from 'next-intl';
import { FigureButton } from '@/components/facts/shared/figure-button';
import { figureCell } from '@/components/facts/shared/figure-cell';
import { columnKinds, type ListTexts } from '@/components/kit/list/column-kinds';
import type { Column } from '@/components/kit/list/columns';
import type { StatusKind } from '@/components/kit/ui/status';
import type { EnergyDay, EnergySavingRow } from '@/lib/features/energy-saving/contract';
import { detailHref } from '@/lib/features/equipment/shared/links';
import type { EnergyStatus } from '@/lib/features/facts/shared/energy-status';
import type { Holder } from '@/lib/platform/contract/authorities';

/** The numbers of a row that are sums of days; the others are computed of them. */
export type EnergyField = Exclude<keyof EnergyDay, 'date' | 'flagged'>;

interface Words {
  readonly t: ListTexts;
  /** Of the kinds of units. */
  readonly kinds: ListTexts;
  readonly format: ReturnType<typeof useFormatter>;
}

const LOOKS: Readonly<Record<EnergyStatus, StatusKind>> = {
  SAVING: 'running',
  NORMAL: 'normal',
  ABNORMAL: 'attention',
  NODATA: 'unknown',
};

/** The columns of energy saving (silent-screens A4): what there is of a unit's kind, `-` for the rest. @param open shows the days of a number */
export function energyColumnsOf(
  { t, kinds, format }: Words,
  holder: Holder,
  open: (row: EnergySavingRow, field: EnergyField) => void,
): readonly Column<EnergySavingRow>[] {
  const { text, link, own, status } = columnKinds<EnergySavingRow>(t);
  const figure = (name: EnergyField, minWidth: number, decimals = 2) =>
    own(
      name,
      (row) => <FigureButton format={format} value={row[name]} decimals={decimals} onOpen={() => open(row, name)} />,
      { minWidth, align: 'right' },
    );
  const percent = (name: 'savingShare' | 'monthOnMonth', minWidth: number, isSigned = false) =>
    own(
      name,
      (row) => {
        const value = row[name];
        const sign = isSigned && value !== null && value > 0 ? '+' : '';
        return value === null ? figureCell(format, null) : `${sign}${figureCell(format, value, 2)}%`;
      },
      { minWidth, align: 'right' },
    );
  return [
    link('equipmentNo', { href: ({ equipmentNo }) => detailHref(holder, equipmentNo) }, { minWidth: 108 }),
    text('equipmentName', { minWidth: 168, flex: true, isTitle: true }),
    status('energyStatus', LOOKS, { minWidth: 92 }),
    own('equipmentType', ({ displayType }) => kinds(displayType), { minWidth: 68 }),
    figure('energyCount', 92),
    figure('operationCount', 88, 0),
    figure('operationHours', 96),
    own(
      'perUse',
      ({ perThousandTrips, perHour }) =>
        perThousandTrips !== null
          ? t('perThousandTrips', { energy: figureCell(format, perThousandTrips, 2) })
          : perHour !== null
            ? t('perHour', { energy: figureCell(format, perHour, 2) })
            : figureCell(format, null),
      { minWidth: 116, align: 'right' },
    ),
    figure('fullHours', 84),
    figure('crawlHours', 84),
    figure('standbyHours', 84),
    percent('savingShare', 100),
    percent('monthOnMonth', 88, true),
    figure('savedCount', 92),
    own('energyClass', ({ energyClass }) => energyClass ?? figureCell(format, null), { minWidth: 76 }),
  ];
}
