'use client';

import { useTranslations } from 'next-intl';
import { PhoneLink } from '@/components/callbacks/shared/phone-link';
import { DetailSection } from '@/components/kit/detail/detail-page';
import { TimeLine } from '@/components/kit/detail/time-line';
import { PropertyList } from '@/components/kit/ui/property-list';
import { detailHref } from '@/lib/features/equipment/shared/links';
import { actualOf, plannedOf, type JobPerson } from '@/lib/features/maintenance/shared/people';
import type { MaintenanceDetail } from '@/lib/features/maintenance/work-contract';
import { documentHref, getReportPdf } from '@/lib/features/maintenance-reports/contract';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { Signature } from './sign-pad';
import { jobTypeWord, useTypeWord } from './use-type-word';
import styles from './maintenance-facts.module.css';

function People({ people }: { readonly people: readonly JobPerson[] }) {
  return (
    <span className={styles.people}>
      {people.map(({ name, phone }) => (
        <span key={`${name} ${phone}`} className={styles.person}>
          {name}
          {phone && <PhoneLink phone={phone} />}
        </span>
      ))}
    </span>
  );
}

/** Dates, people and the unit (silent-screens E1, blocks 1 and 2). */
export function JobFacts({ detail, holder }: { readonly detail: MaintenanceDetail; readonly holder: Holder }) {
  const t = useTranslations('maintenance');
  const typeWord = useTypeWord();
  const [planned, actual] = [plannedOf(detail), actualOf(detail)];
  const page = detailHref(holder, detail.equipmentNo);
  return (
    <>
      <DetailSection title={t('sections.dates')}>
        <PropertyList
          isLined
          items={[
            { key: 'maintenanceType', label: t('column.maintenanceType'), value: typeWord(detail.maintenanceType) },
            { key: 'jobType', label: t('column.jobType'), value: jobTypeWord(t, detail.jobType) },
            { key: 'planDate', label: t('column.planDate'), value: detail.planDate },
            { key: 'planEndDate', label: t('column.planEndDate'), value: detail.planEndDate },
            { key: 'departureDate', label: t('column.departureDate'), value: detail.departureDate },
            { key: 'doneDate', label: t('column.doneDate'), value: detail.doneDate },
            {
              key: 'lastDay',
              label: t('info.lastDay'),
              value:
                detail.lastDay === null
                  ? null
                  : t('info.since', { day: detail.lastDay, days: detail.daysSinceLast ?? 0 }),
            },
          ]}
        />
      </DetailSection>
      <DetailSection title={t('sections.people')}>
        <PropertyList
          isLined
          items={[
            { key: 'planned', label: t('info.planned'), value: planned.length > 0 && <People people={planned} /> },
            ...(actual.length > 0
              ? [{ key: 'actual', label: t('info.actual'), value: <People people={actual} /> }]
              : []),
          ].map(({ value, ...rest }) => ({ ...rest, value: value || null }))}
        />
      </DetailSection>
      <DetailSection title={t('sections.unit')}>
        <PropertyList
          isLined
          items={[
            {
              key: 'equipmentNo',
              label: t('column.equipmentNo'),
              value: page ? (
                <a href={page} target="_blank" rel="noopener">
                  {detail.equipmentNo}
                </a>
              ) : (
                detail.equipmentNo
              ),
            },
            { key: 'equipmentName', label: t('column.equipmentName'), value: detail.equipmentName },
            { key: 'buildingName', label: t('info.buildingName'), value: detail.buildingName },
            { key: 'address', label: t('info.address'), value: detail.address },
            { key: 'branchName', label: t('info.branchName'), value: detail.branchName },
            { key: 'governmentNo', label: t('info.governmentNo'), value: detail.governmentNo },
          ]}
        />
      </DetailSection>
    </>
  );
}

/** Who signed, when, and the state of the report (silent-screens E1, block 6). */
export function SignedBlock({ detail, holder }: { readonly detail: MaintenanceDetail; readonly holder: Holder }) {
  const t = useTranslations('maintenance');
  return (
    <DetailSection title={t('sections.signature')}>
      {detail.strokes && (
        <Signature strokes={detail.strokes} label={t('sign.of', { name: detail.customerName ?? '' })} />
      )}
      <PropertyList
        isLined
        items={[
          { key: 'customerName', label: t('info.customerName'), value: detail.customerName },
          { key: 'signDate', label: t('info.signDate'), value: detail.signDate },
          {
            key: 'reportStatus',
            label: t('info.reportStatus'),
            value: detail.reportStatus && t(`reportStatus.${detail.reportStatus}`),
            aside:
              detail.reportStatus === '1' && may(holder, getReportPdf) ? (
                <span className={styles.people}>
                  <a href={documentHref(detail.jobNo)} target="_blank" rel="noopener">
                    {t('info.preview')}
                  </a>
                  <a href={documentHref(detail.jobNo, true)}>{t('info.download')}</a>
                </span>
              ) : undefined,
          },
        ]}
      />
    </DetailSection>
  );
}

/** The job's history, newest first; imported jobs have none. */
export function JobHistory({ detail: { steps } }: { readonly detail: MaintenanceDetail }) {
  const t = useTranslations('maintenance');
  if (steps.length === 0) return null;
  return (
    <DetailSection title={t('sections.history')}>
      <TimeLine
        label={t('sections.history')}
        moments={steps
          .map(({ step, at, operator, reason }, index) => ({
            key: `${index} ${step}`,
            time: at,
            title: t(`step.${step}`),
            text: [reason, operator].filter(Boolean).join(' · '),
          }))
          .reverse()}
      />
    </DetailSection>
  );
}
