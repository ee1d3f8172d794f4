'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { SuccessIcon } from '@/components/kit/ui/icons';
import { SectionTitle } from '@/components/kit/ui/section-title';
import type { StatusKind } from '@/components/kit/ui/status';
import { StatusShapeMark } from '@/components/kit/ui/status-shape';
import { readBoolean, readTime } from '@/lib/live/units/values';
import { LiveAge } from './live-age';
import { Moment } from './moment';
import { isSameCode } from './same-code';
import type { LiveUnit } from './use-live-unit';
import styles from './incident-list.module.css';

export const ageOf = (at: number | undefined) => at !== undefined && <LiveAge at={at} />;

interface EntryProps {
  readonly look: StatusKind;
  readonly title: ReactNode;
  readonly code: string;
  readonly when: ReactNode;
  readonly note?: ReactNode;
}

/** One current entry: title, code and start. */
export function Entry({ look, title, code, when, note }: EntryProps) {
  return (
    <li className={styles.entry} data-code={code} data-status={look}>
      <span className={styles.mark}>
        <StatusShapeMark status={look} size={14} />
      </span>
      <span className={styles.title}>{title}</span>
      <span className={styles.code}>{code}</span>
      <span className={styles.when}>{when}</span>
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </li>
  );
}

/** A list of entries; when empty, a calm sentence. */
export function Entries({ children }: { readonly children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>;
}

/** Open faults with codes and times. A fault that the controller reports live is shown before the list has it. */
export function FaultList({ unit: { faults, live, condition } }: { readonly unit: LiveUnit }) {
  const t = useTranslations('live.frame');
  const entries = faults.entries.filter(({ error }) => error);
  const code = live.errorstate?.code === undefined ? '' : String(live.errorstate.code);
  const isUnlisted =
    readBoolean(live.errorstate) === true && !entries.some(({ gbCode }) => code === '' || isSameCode(gbCode, code));
  const isEmpty = entries.length === 0 && !isUnlisted;
  return (
    <section data-testid="faults">
      <SectionTitle>{t('faults')}</SectionTitle>
      {faults.hasFailed && (
        <p className={styles.failed} role="alert">
          {t('listFailed')}
          <Button size="small" onClick={faults.reload}>
            {t('retry')}
          </Button>
        </p>
      )}
      {isEmpty && !faults.hasFailed && !faults.isLoading && (
        <Calm isFresh={condition.isFresh} icon={<SuccessIcon size={18} />}>
          {t('noFaults')}
        </Calm>
      )}
      {!isEmpty && (
        <Entries>
          {isUnlisted && (
            <Entry look="fault" code={code} title={t('faultReported')} when={ageOf(readTime(live.errorstate?.at))} />
          )}
          {entries.map(({ gbCode, text, at }) => (
            <Entry
              key={`${gbCode}/${text}`}
              look="fault"
              code={gbCode}
              title={text || t('faultCode', { code: gbCode })}
              when={<Moment at={at} />}
            />
          ))}
        </Entries>
      )}
    </section>
  );
}

/** A calm sentence, only for a unit that reports now; of any other unit the state is unknown (readings 122). */
export function Calm({
  isFresh,
  icon,
  children,
}: {
  readonly isFresh: boolean;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}) {
  const t = useTranslations('common.status');
  return (
    <p className={styles.empty}>
      {isFresh ? (
        <>
          {icon}
          {children}
        </>
      ) : (
        t('unknown')
      )}
    </p>
  );
}
