'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { PropertyList } from '@/components/kit/ui/property-list';
import { SectionTitle } from '@/components/kit/ui/section-title';
import type { EquipmentDetail } from '@/lib/features/equipment/contract';

interface Props {
  readonly equipment: EquipmentDetail;
  /** At the end of the heading: a link. */
  readonly aside?: ReactNode;
}

/** Master data of any kind of unit (doc2 §2.5-2.7). */
export function UnitOverview({ equipment, aside }: Props) {
  const t = useTranslations('live.overview');
  return (
    <section data-testid="overview">
      <SectionTitle aside={aside}>{t('title')}</SectionTitle>
      <PropertyList
        items={[
          { key: 'name', label: t('name'), value: equipment.equipmentName },
          {
            key: 'city',
            label: t('city'),
            value: [...new Set([equipment.city, equipment.district])].filter(Boolean).join(' '),
          },
          {
            key: 'street',
            label: t('street'),
            value: [equipment.street, equipment.house_no].filter(Boolean).join(' '),
          },
          { key: 'building', label: t('building'), value: equipment.buildingName },
          { key: 'contractStart', label: t('contractStart'), value: equipment.contractStartDate },
          { key: 'contractEnd', label: t('contractEnd'), value: equipment.contractEndDate },
          {
            key: 'rated',
            label: t('ratedSpeed'),
            value: equipment.ratedSpeed === null ? null : `${equipment.ratedSpeed.toFixed(2)} m/s`,
          },
        ]}
      />
    </section>
  );
}
