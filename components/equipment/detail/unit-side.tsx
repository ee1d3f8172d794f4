'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { PropertyList, type Property } from '@/components/kit/ui/property-list';
import { SectionTitle } from '@/components/kit/ui/section-title';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { useJoin } from '@/components/kit/ui/use-join';
import { pictureOf } from '@/lib/features/equipment/picture';
import { floorsOf } from '@/lib/live/units/floors';
import { onlineWord } from '@/lib/live/units/value-sets';
import { UnitDates } from './unit-dates';
import type { UnitData } from './unit-data';
import { UnitPicture } from './unit-picture';
import styles from './unit-side.module.css';

/** Picture, dates and information of the unit (doc2 §2.4, §3). */
export function UnitSide({ unit }: { readonly unit: UnitData }) {
  const t = useTranslations('equipmentDetail');
  const common = useTranslations('common');
  const join = useJoin();
  const { equipment, status } = unit;
  const picture = pictureOf(equipment);
  const online = onlineWord(status?.onlineStatus ?? equipment.onlineStatus);
  const landings = useMemo(() => floorsOf(equipment), [equipment]);
  const item = (key: string, value: Property['value']): Property => ({ key, label: t(`field.${key}`), value });
  const range = (start: string | null, end: string | null) =>
    start || end ? `${start ?? '--'} – ${end ?? '--'}` : null;
  return (
    <aside className={styles.side}>
      <figure className={styles.figure}>
        <UnitPicture kind={picture} />
        <figcaption>{t(`picture.${picture}`)}</figcaption>
      </figure>
      <UnitDates unit={unit} />
      <section>
        <SectionTitle>{t('section.unit')}</SectionTitle>
        <PropertyList
          isLined
          items={[
            item('type', common(`equipment.${equipment.displayType}`)),
            item('productLine', equipment.productLine),
            item('projects', join(equipment.projects.map(({ projectName }) => projectName))),
            item('building', equipment.buildingName),
            item('address', addressOf(equipment)),
            item('branch', equipment.branchName),
            item('customer', equipment.customerName),
            ...(equipment.displayType === 'EV' ? [item('floors', floorsWord(landings, equipment.totalFloors, t))] : []),
            item('ratedSpeed', equipment.ratedSpeed === null ? null : `${equipment.ratedSpeed.toFixed(2)} m/s`),
            item('construction', equipment.constructionDate),
            item('governmentNo', equipment.governmentNo),
          ]}
        />
      </section>
      <section>
        <SectionTitle>{t('section.link')}</SectionTitle>
        <PropertyList
          isLined
          items={[
            item('online', online && <StatusPill status={online} look="plain" />),
            item('lastData', equipment.lastDataAt),
            item('cubeNo', equipment.cubeNo),
            item(
              'contract',
              range(equipment.contractStartDate, equipment.contractActualEndDate ?? equipment.contractEndDate),
            ),
            item('contractNo', equipment.originContractNo ?? equipment.frameContractNo),
          ]}
        />
      </section>
    </aside>
  );
}

type Equipment = UnitData['equipment'];

/** The address in one line: the stored one, else its parts without repeats. */
function addressOf({ address, province, city, district, street, house_no }: Equipment): string | null {
  if (address) return address;
  const parts = [province, city, district, [street, house_no].filter(Boolean).join(' ')];
  return [...new Set(parts)].filter(Boolean).join(' ') || null;
}

function floorsWord(
  landings: readonly { readonly label: string }[],
  totalFloors: number | null,
  t: (key: string, values: Record<string, string | number>) => string,
): string | null {
  if (totalFloors === null) return null;
  const [first, last] = [landings[0], landings.at(-1)];
  return first && last
    ? t('floorsOf', { count: totalFloors, first: first.label, last: last.label })
    : String(totalFloors);
}
