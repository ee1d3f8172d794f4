'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { SectionTitle } from '@/components/kit/ui/section-title';
import { ErrorState } from '@/components/kit/ui/states';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { detailHref } from '@/lib/features/equipment/shared/links';
import { getHomeWork } from '@/lib/features/home/contract';
import type { HomeWork } from '@/lib/features/home/contract';
import { maintenanceKind } from '@/lib/features/maintenance/value-sets';
import { useSms } from '@/lib/platform/client/hooks';
import type { Holder } from '@/lib/platform/contract/authorities';
import { hrefOf, mayOpen, routeOf } from '@/lib/routes';
import styles from './day-work.module.css';
import work from './work-rows.module.css';

/** These numbers change slowly: they are read again when the user returns to the page. */
const EVERY_MS = 300_000;

/**
 * The day's paper work (readings 197): signatures, maintenance, inspections, contracts. Kinds that the reader may not
 * see, or that are empty, are left out.
 */
export function DayWork({ holder }: { readonly holder: Holder }) {
  const t = useTranslations('home.work');
  const failureText = useFailureText();
  const { data, error, isValidating, mutate } = useSms(getHomeWork, {}, { refreshInterval: EVERY_MS });
  if (!data)
    return error ? (
      <ErrorState
        title={t('failed')}
        text={failureText(error)}
        onRetry={() => void mutate()}
        isRetrying={isValidating}
        size="row"
      />
    ) : null;
  const parts = [
    data.toSign && <ToSign key="toSign" part={data.toSign} holder={holder} />,
    data.jobs && <Jobs key="jobs" part={data.jobs} holder={holder} />,
    data.inspections && <Inspections key="inspections" part={data.inspections} holder={holder} />,
    data.contracts && <Contracts key="contracts" part={data.contracts} holder={holder} />,
  ];
  const totals = [data.toSign, data.jobs, data.inspections, data.contracts];
  const overdue = [data.jobs, data.inspections].some((part) => part !== null && part.overdue > 0);
  if (!overdue && totals.every((part) => !part?.total)) return null;
  return (
    <section className={styles.work} aria-label={t('title')} data-testid="day-work">
      {parts}
    </section>
  );
}

interface PartProps<Name extends keyof HomeWork> {
  readonly part: NonNullable<HomeWork[Name]>;
  readonly holder: Holder;
}

const jobHref = (holder: Holder, jobNo: string) =>
  mayOpen(holder, routeOf('maintenanceDetail')) ? hrefOf('maintenanceDetail', { jobNo }) : hrefOf('maintenanceReport');

/** The maintenance type in words (half-month and so on); an unknown code is shown as it is. */
function useKindWord(): (type: string) => string {
  const t = useTranslations('home.work.kind');
  return (type) => {
    const kind = maintenanceKind(type);
    return kind === undefined ? type : t(kind);
  };
}

function ToSign({ part, holder }: PartProps<'toSign'>) {
  const t = useTranslations('home.work');
  const kindWord = useKindWord();
  return (
    <Block name="toSign" href={hrefOf('maintenanceReport')} total={part.total} shown={part.rows.length}>
      {part.rows.map(({ jobNo, mntType, mntDate, mntOwners, ...unit }) => (
        <Row key={jobNo} unit={unit} holder={holder} who={mntOwners ?? ''} when={t('doneOn', { date: mntDate })}>
          <a href={jobHref(holder, jobNo)}>{t('sign', { kind: kindWord(mntType) })}</a>
        </Row>
      ))}
    </Block>
  );
}

function Jobs({ part, holder }: PartProps<'jobs'>) {
  const t = useTranslations('home.work');
  const kindWord = useKindWord();
  return (
    <Block
      name="jobs"
      href={hrefOf('maintenanceList')}
      total={part.total}
      late={part.overdue > 0 && t('jobs.overdue', { count: part.overdue })}
      shown={part.rows.length}
    >
      {part.rows.map(({ jobNo, maintenanceType, jobStatus, planDate, technicians, ...unit }, index) => (
        <Row
          key={jobNo}
          unit={unit}
          holder={holder}
          who={technicians ?? t('nobodyYet')}
          when={index < part.overdue ? t('since', { date: planDate }) : t('today')}
          isLate={index < part.overdue}
        >
          <a href={jobHref(holder, jobNo)}>{kindWord(maintenanceType)}</a>
          {jobStatus === 'LOCK' && <span className={styles.note}>{t('begun')}</span>}
        </Row>
      ))}
    </Block>
  );
}

function Inspections({ part, holder }: PartProps<'inspections'>) {
  const t = useTranslations('home.work');
  return (
    <Block
      name="inspections"
      href={hrefOf('anualInspection')}
      total={part.total}
      late={part.overdue > 0 && t('inspections.overdue', { count: part.overdue })}
      shown={part.rows.length}
    >
      {part.rows.map(({ nextInspectionDate, plannedDate, technicianName, ...unit }) => (
        <Row
          key={unit.equipmentNo}
          unit={unit}
          holder={holder}
          who={technicianName ?? t('nobodyYet')}
          when={nextInspectionDate ? t('until', { date: nextInspectionDate }) : ''}
        >
          {t(plannedDate === null ? 'inspectionDue' : 'inspectionPlanned', { date: plannedDate ?? '' })}
        </Row>
      ))}
    </Block>
  );
}

function Contracts({ part, holder }: PartProps<'contracts'>) {
  const t = useTranslations('home.work');
  return (
    <Block name="contracts" href={hrefOf('saptdContract')} total={part.total} shown={part.rows.length}>
      {part.rows.map(({ rowKey, contractNo, daysLeft, followUp, ...unit }) => (
        <Row
          key={rowKey}
          unit={unit}
          holder={holder}
          who={followUp?.note ?? ''}
          when={daysLeft === null ? '' : daysLeft === 0 ? t('endsToday') : t('endsIn', { count: daysLeft })}
        >
          {t('contract', { no: contractNo })}
        </Row>
      ))}
    </Block>
  );
}

interface BlockProps {
  readonly name: keyof HomeWork;
  readonly href: string;
  readonly total: number;
  /** The text about overdue ones. */
  readonly late?: string | false;
  readonly shown: number;
  readonly children: ReactNode;
}

/** One kind of work; without any work it is left out. */
function Block({ name, href, total, late, shown, children }: BlockProps) {
  const t = useTranslations('home.work');
  if (total === 0 && !late) return null;
  const id = `work-${name}`;
  return (
    <section className={styles.block} aria-labelledby={id} data-testid={id}>
      <SectionTitle id={id} aside={<a href={href}>{t(`${name}.all`)}</a>}>
        {t(`${name}.title`, { count: total })}
        {late && (
          <>
            {' '}
            <span className={styles.late}>{late}</span>
          </>
        )}
      </SectionTitle>
      <ul className={work.rows}>{children}</ul>
      {total > shown && <p className={work.rest}>{t('rest', { count: total - shown })}</p>}
    </section>
  );
}

interface WorkRowProps {
  readonly unit: { readonly equipmentNo: string; readonly equipmentName: string };
  readonly holder: Holder;
  readonly who: string;
  readonly when: string;
  readonly isLate?: boolean;
  readonly children: ReactNode;
}

function Row({ unit: { equipmentNo, equipmentName }, holder, who, when, isLate = false, children }: WorkRowProps) {
  const href = detailHref(holder, equipmentNo);
  const name = equipmentName || equipmentNo;
  return (
    <li className={`${work.row} ${styles.row}`}>
      <span className={`${work.unit} ${styles.unit}`}>{href ? <a href={href}>{name}</a> : name}</span>
      <span className={styles.what}>{children}</span>
      <span className={styles.who}>{who}</span>
      <span className={isLate ? styles.late : styles.when}>{when}</span>
    </li>
  );
}
