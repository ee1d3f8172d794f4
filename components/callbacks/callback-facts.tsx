'use client';

import { useTranslations } from 'next-intl';
import { DetailSection } from '@/components/kit/detail/detail-page';
import { PropertyList, type Property } from '@/components/kit/ui/property-list';
import type { CallbackDetail } from '@/lib/features/callbacks/contract';
import { detailHref, liveHref } from '@/lib/features/equipment/shared/links';
import { displayTypeOf } from '@/lib/live/units/value-sets';
import type { Holder } from '@/lib/platform/contract/authorities';
import { callbackHref, wordOf } from './shared/callback-columns';
import { clockText } from '@/lib/platform/i18n/clock-text';
import { PhoneLink } from './shared/phone-link';

/** What is known of the call-out (doc2 §2.9, §3); of how it ended only when it did. */
export function CallFacts({ detail }: { readonly detail: CallbackDetail }) {
  const t = useTranslations('callbacks');
  const yesNo = (value: boolean) => t(value ? 'yes' : 'no');
  const column = (key: 'callbackType' | 'jobDescription' | 'technicianName' | 'createDate' | 'jobUpdateDate') =>
    t(`column.${key}`);
  const known: Property[] = [
    { key: 'callbackType', label: column('callbackType'), value: wordOf(t, 'type', detail.callbackType) },
    { key: 'jobDescription', label: column('jobDescription'), value: detail.jobDescription },
    { key: 'technicianName', label: column('technicianName'), value: detail.technicianName },
    {
      key: 'technicianPhone',
      label: t('info.technicianPhone'),
      value: detail.technicianPhone && <PhoneLink phone={detail.technicianPhone} />,
    },
    { key: 'callerName', label: t('info.callerName'), value: detail.callerName },
    {
      key: 'callerPhone',
      label: t('info.callerPhone'),
      value: detail.callerPhone && <PhoneLink phone={detail.callerPhone} />,
    },
    { key: 'personTrapped', label: t('info.personTrapped'), value: yesNo(detail.personTrapped) },
    { key: 'personInjured', label: t('info.personInjured'), value: yesNo(detail.personInjured) },
    { key: 'createDate', label: column('createDate'), value: detail.createDate },
    { key: 'jobUpdateDate', label: column('jobUpdateDate'), value: detail.jobUpdateDate },
    { key: 'sapSystem', label: t('info.sapSystem'), value: detail.sapSystem },
  ];
  const cause = wordOf(t, 'scsa', detail.scsa, detail.scsaText);
  const result: Property[] = [
    { key: 'scsaText', label: t('column.scsaText'), value: cause },
    { key: 'scsbText', label: t('info.scsbText'), value: detail.scsbText },
    { key: 'jobTechRemark', label: t('column.jobTechRemark'), value: detail.jobTechRemark },
    {
      key: 'equipmentRunning',
      label: t('info.equipmentRunning'),
      value: detail.equipmentRunning === null ? null : t(`running.${detail.equipmentRunning ? 'yes' : 'no'}`),
    },
    { key: 'closeDate', label: t('info.closeDate'), value: detail.closeDate },
  ].filter(({ value }) => value !== null);
  const others: Property[] = [
    { key: 'floor', label: t('first.floor'), value: detail.floor },
    { key: 'trappedCount', label: t('info.trappedCount'), value: detail.trappedCount },
    { key: 'trappedDate', label: t('info.trappedDate'), value: detail.trappedDate },
    { key: 'arrivalDate', label: t('info.arrivalDate'), value: detail.arrivalDate },
    {
      key: 'releaseDate',
      label: t('info.releaseDate'),
      value:
        detail.releaseDate &&
        [detail.releaseDate, detail.releaseSource && t(`band.source.${detail.releaseSource}`)]
          .filter(Boolean)
          .join(' · '),
    },
    {
      key: 'trappedSec',
      label: t('info.trappedSec'),
      value: detail.trappedSec === null ? null : clockText(detail.trappedSec),
    },
    { key: 'expectedReturnDate', label: t('info.expectedReturnDate'), value: detail.expectedReturnDate },
    {
      key: 'previousCallbackId',
      label: t('info.previousCallbackId'),
      value: detail.previousCallbackId && (
        <a href={callbackHref(detail.previousCallbackId)}>{detail.previousCallbackId}</a>
      ),
    },
  ].filter(({ value }) => value !== null);
  return (
    <>
      {result.length > 0 && (
        <DetailSection title={t('sections.result')}>
          <PropertyList isLined items={result} />
        </DetailSection>
      )}
      <DetailSection title={t('sections.call')}>
        <PropertyList isLined items={[...known, ...others]} />
      </DetailSection>
    </>
  );
}

/** The unit, with the ways to its own pages. */
export function UnitFacts({
  detail: { equipment },
  holder,
}: {
  readonly detail: CallbackDetail;
  readonly holder: Holder;
}) {
  const t = useTranslations('callbacks');
  const common = useTranslations('common');
  const { equipmentNo, equipmentName, cubeNo, equipmentType, productLine, buildingName, address } = equipment;
  const displayType = displayTypeOf(equipmentType);
  const page = detailHref(holder, equipmentNo) ?? liveHref(holder, displayType, equipmentNo);
  return (
    <DetailSection title={t('sections.unit')}>
      <PropertyList
        isLined
        items={[
          {
            key: 'equipmentNo',
            label: t('column.equipmentNo'),
            value: page ? (
              <a href={page} target="_blank" rel="noopener">
                {equipmentNo}
              </a>
            ) : (
              equipmentNo
            ),
          },
          { key: 'equipmentName', label: t('column.equipmentName'), value: equipmentName },
          { key: 'address', label: t('info.address'), value: address },
          { key: 'buildingName', label: t('info.buildingName'), value: buildingName },
          { key: 'equipmentType', label: t('info.equipmentType'), value: common(`equipment.${displayType}`) },
          { key: 'productLine', label: t('info.productLine'), value: productLine },
          { key: 'cubeNo', label: t('info.cubeNo'), value: cubeNo },
        ]}
      />
    </DetailSection>
  );
}
