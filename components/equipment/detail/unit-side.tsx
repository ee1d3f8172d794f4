'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { DetailSection } from '@/components/kit/detail/detail-page';
import { PropertyList, type Property } from '@/components/kit/ui/property-list';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { useJoin } from '@/components/kit/ui/use-join';
import { pictureOf } from '@/lib/features/equipment/picture';
import { floorsOf } from '@/lib/live/units/floors';
import { isSilent } from '@/lib/live/units/condition';
import { onlineWord } from '@/lib/live/units/value-sets';
import { UnitDates } from './unit-dates';
import type { UnitData } from './unit-data';
import { UnitPicture } from './unit-picture';
import styles from './unit-side.module.css';

/** Picture and dates of the unit: what is looked for first (doc2 §2.4). */
export function UnitSummary({ unit }: { readonly unit: UnitData }) {
  const t = useTranslations('equipmentDetail.picture');
  const picture = pictureOf(unit.equipment);
  return (
    <div className={styles.summary}>
      <figure className={styles.figure}>
        <UnitPicture kind={picture} />
        <figcaption>{t(picture)}</figcaption>
      </figure>
      <UnitDates unit={unit} />
    </div>
  );
}

/** What the unit is, where it stands, how it is connected and under which contract (doc2 §3). */
export function UnitFacts({ unit: { equipment, status } }: { readonly unit: UnitData }) {
  const t = useTranslations('equipmentDetail');
  const common = useTranslations('common');
  const join = useJoin();
  const online = onlineWord(status?.onlineStatus ?? equipment.onlineStatus);
  const landings = useMemo(() => floorsOf(equipment), [equipment]);
  const item = (key: string, value: Property['value']): Property => ({ key, label: t(`field.${key}`), value });
  const range = (start: string | null, end: string | null) =>
    start || end ? `${start ?? '--'} – ${end ?? '--'}` : null;
  return (
    <div className={styles.facts}>
      <DetailSection title={t('section.unit')}>
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
      </DetailSection>
      <DetailSection title={t('section.link')}>
        <PropertyList
          isLined
          items={[
            item(
              'online',
              status && isSilent(status) ? (
                <StatusPill status="unknown" look="plain" />
              ) : (
                online && <StatusPill status={online} look="plain" />
              ),
            ),
            item('lastData', equipment.lastDataAt),
            item('cubeNo', equipment.cubeNo),
            item(
              'contract',
              range(equipment.contractStartDate, equipment.contractActualEndDate ?? equipment.contractEndDate),
            ),
            item('contractNo', equipment.originContractNo ?? equipment.frameContractNo),
          ]}
        />
      </DetailSection>
    </div>
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
