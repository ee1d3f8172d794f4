'use client';

import { useTranslations } from 'next-intl';
import { DaysDialog } from '@/components/facts/shared/days-dialog';
import { getEnergyDaily, type EnergySavingRow } from '@/lib/features/energy-saving/contract';
import { useSms } from '@/lib/platform/client/hooks';
import type { EnergyField } from './energy-columns';

const OF_ALL: readonly EnergyField[] = ['energyCount', 'operationCount', 'operationHours'];
const OF_STEPS: readonly EnergyField[] = ['fullHours', 'crawlHours', 'standbyHours', 'savedCount'];

interface Props {
  readonly row: Pick<EnergySavingRow, 'equipmentNo' | 'equipmentName' | 'displayType'>;
  readonly field: EnergyField;
  /** Those of the list, `yyyy-MM`. */
  readonly months: { readonly startMonth: string; readonly endMonth: string };
  readonly onClose: () => void;
}

/** The days of a unit's numbers. */
export function EnergyDays({ row: { equipmentNo, equipmentName, displayType }, field, months, onClose }: Props) {
  const t = useTranslations('energySaving.column');
  const answer = useSms(getEnergyDaily, { equipmentNo, ...months });
  const hasSpeeds = displayType === 'ES' || displayType === 'WW';
  const columns = (hasSpeeds ? [...OF_ALL, ...OF_STEPS] : OF_ALL).map((name) => ({
    field: name,
    label: t(name),
    decimals: name === 'operationCount' ? 0 : 2,
  }));
  return <DaysDialog name={equipmentName} columns={columns} chosen={field} answer={answer} onClose={onClose} />;
}
