'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { SuccessIcon } from '@/components/kit/ui/icons';
import { SectionTitle } from '@/components/kit/ui/section-title';
import type { StatusKind } from '@/components/kit/ui/status';
import { StatusShapeMark } from '@/components/kit/ui/status-shape';
import type { LiveEvent } from '@/lib/live/units/elevator';
import { readBoolean, readTime } from '@/lib/live/units/values';
import { LiveAge } from './live-age';
import { Moment } from './moment';
import type { ElevatorState } from './use-elevator';
import { useWords } from './use-words';
import styles from './incident-lists.module.css';

const EVENT_LOOKS: Readonly<Record<string, StatusKind>> = {
  ETM: 'trapped',
  ETQ: 'fault',
  CTP: 'disconnected',
  ALM: 'fault',
  RNO: 'disconnected',
};

function lookOf({ kind, code }: LiveEvent): StatusKind {
  if (kind === 'event') return EVENT_LOOKS[code] ?? 'unknown';
  return code === 'N' ? 'running' : 'inspection';
}

const ageOf = (at: number | undefined) => at !== undefined && <LiveAge at={at} />;

interface EntryProps {
  readonly look: StatusKind;
  readonly title: ReactNode;
  readonly code: string;
  readonly when: ReactNode;
  readonly note?: ReactNode;
}

function Entry({ look, title, code, when, note }: EntryProps) {
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

/** What holds now: event codes, the current mode, and open codes that are no faults (doc2 §4.4, §7). */
export function EventList({ state: { events, faults, condition } }: { readonly state: ElevatorState }) {
  const t = useTranslations('live.elevator');
  const words = useWords();
  const others = faults.entries.filter(({ error }) => !error);
  return (
    <section data-testid="events">
      <SectionTitle>{t('sections.events')}</SectionTitle>
      {events.length + others.length === 0 ? (
        <Calm isFresh={condition.isFresh}>{t('empty.events')}</Calm>
      ) : (
        <ul className={styles.list}>
          {events.map((event) => (
            <Entry
              key={event.code}
              look={lookOf(event)}
              code={event.code}
              when={ageOf(event.at)}
              title={words.event(event)}
              note={event.kind === 'mode' && words.mode(event.code) !== undefined ? t('event.mode') : undefined}
            />
          ))}
          {others.map(({ gbCode, text, at }) => (
            <Entry
              key={`${gbCode}/${text}`}
              look="service"
              code={gbCode}
              title={text || gbCode}
              when={<Moment at={at} />}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Open faults with their codes and times; what the controller reports live is there before the list knows it. */
export function FaultList({ state: { faults, live, condition } }: { readonly state: ElevatorState }) {
  const t = useTranslations('live.elevator');
  const entries = faults.entries.filter(({ error }) => error);
  const code = live.errorstate?.code === undefined ? '' : String(live.errorstate.code);
  const isUnlisted =
    readBoolean(live.errorstate) === true && !entries.some(({ gbCode }) => code === '' || isSameCode(gbCode, code));
  const isEmpty = entries.length === 0 && !isUnlisted;
  return (
    <section data-testid="faults">
      <SectionTitle>{t('sections.faults')}</SectionTitle>
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
          {t('empty.faults')}
        </Calm>
      )}
      {!isEmpty && (
        <ul className={styles.list}>
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
        </ul>
      )}
    </section>
  );
}

/** The live code is a number, the listed one may carry leading zeros. */
function isSameCode(listed: string, live: string): boolean {
  return listed === live || (listed !== '' && Number(listed) === Number(live));
}

/** A calm sentence, said only of a unit that is heard now; of any other nobody knows (readings 122). */
function Calm({
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
