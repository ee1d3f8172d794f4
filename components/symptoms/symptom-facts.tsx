'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { DetailSection } from '@/components/kit/detail/detail-page';
import { textLink } from '@/components/kit/ui/text-link';
import { PropertyList, type Property } from '@/components/kit/ui/property-list';
import { detailHref } from '@/lib/features/equipment/shared/links';
import type { SymptomDetail } from '@/lib/features/symptoms/contract';
import type { Holder } from '@/lib/platform/contract/authorities';
import { callbackLink } from './shared/symptom-columns';

/** The symptom information fields (doc2 §2.11, §3). */
export function SymptomFacts({
  detail,
  title,
  holder,
}: {
  readonly detail: SymptomDetail;
  readonly title: string;
  readonly holder: Holder;
}) {
  const t = useTranslations('symptoms');
  const status = useTranslations('notifications.callback');
  const fact = (key: string, value: ReactNode): Property => ({ key, label: t(`info.${key}`), value });
  const { symptomDefinitionId, callbackId, cbstate, closeReason, jobNo } = detail;
  return (
    <PropertyList
      isLined
      items={[
        fact('symptomId', detail.symptomId),
        ...(symptomDefinitionId === null ? [] : [fact('symptomDefinitionId', symptomDefinitionId)]),
        fact('symptomTitle', title),
        fact('category', t(`category.${detail.category}`)),
        fact('symptomState', t(`state.${detail.symptomState}`)),
        fact('eventDate', detail.eventDate),
        fact('createDate', detail.createDate),
        fact('expiredDate', detail.expiredDate),
        fact('closedDate', detail.closedDate),
        ...(closeReason === null ? [] : [fact('closeReason', closeReason)]),
        fact('occurrences', detail.occurrences),
        fact('callbackId', textLink(callbackId, callbackLink(holder, callbackId))),
        fact('cbstate', cbstate && (status.has(cbstate) ? status(cbstate) : cbstate)),
        ...(jobNo === null ? [] : [fact('jobNo', jobNo)]),
      ]}
    />
  );
}

/** The unit that it was seen on. */
export function SymptomUnit({ detail, holder }: { readonly detail: SymptomDetail; readonly holder: Holder }) {
  const t = useTranslations('symptoms');
  const fact = (key: string, value: ReactNode): Property => ({ key, label: t(`info.${key}`), value });
  return (
    <DetailSection title={t('sections.unit')}>
      <PropertyList
        isLined
        items={[
          fact('equipmentNo', textLink(detail.equipmentNo, detailHref(holder, detail.equipmentNo))),
          fact('equipmentText', detail.equipmentText),
          fact('productLine', detail.productLine),
          fact('city', detail.city),
          fact('maintenanceCompany', detail.maintenanceCompany),
        ]}
      />
    </DetailSection>
  );
}
