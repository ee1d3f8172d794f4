'use client';

import { useTranslations } from 'next-intl';
import { lengthOf } from '@/components/callbacks/length';
import { PhoneLink } from '@/components/callbacks/phone-link';
import { useNow } from '@/components/kit/ui/age';
import { PersonTrappedIcon } from '@/components/kit/ui/icons';
import type { Assignment } from '@/lib/features/assignments/contract';
import { parseWallTime } from '@/lib/platform/i18n/format';
import styles from './assignment.module.css';

/** What the technician has to know: floor, since when, persons and address on top. */
export function AssignmentFacts({ detail }: { readonly detail: Assignment }) {
  const t = useTranslations('assignments');
  const status = useTranslations('callbacks.status');
  const now = useNow();
  const { isTrapped, personTrapped, personInjured, trappedCount, since, floor, contact } = detail;
  const begin = parseWallTime(since);
  const persons = isTrapped
    ? trappedCount
      ? t('trappedCount', { count: trappedCount })
      : t('trapped')
    : t(personTrapped ? 'freed' : 'calm');
  const lasting =
    isTrapped && begin !== undefined && now !== undefined
      ? t('lasting', { length: lengthOf(Math.max(0, (now - begin) / 1000)) })
      : t('since', { time: since.slice(5, 16) });
  const moments = [
    ['arrive', detail.arrivedDate],
    ['onWay', detail.onWayDate],
    ['accept', detail.acceptedDate],
    ['told', detail.toldDate],
  ] as const;
  return (
    <>
      <section className={styles.band} data-trapped={isTrapped} aria-label={persons}>
        {isTrapped && <PersonTrappedIcon size={32} />}
        <div className={styles.bandWords}>
          <h1>{detail.equipmentName}</h1>
          <p>
            {persons} · {lasting}
            {personInjured && ` · ${t('injured')}`}
          </p>
        </div>
        <p className={styles.floor}>
          {floor ? (
            <>
              <b>{floor}</b> {t('floor')}
            </>
          ) : (
            t('noFloor')
          )}
        </p>
      </section>
      <dl className={styles.facts}>
        <dt>{t('address')}</dt>
        <dd>{[detail.address, detail.buildingName].filter(Boolean).join(' ') || '-'}</dd>
        <dt>{t('description')}</dt>
        <dd>{detail.jobDescription || '-'}</dd>
        <dt>{t('callbackId')}</dt>
        <dd>
          {detail.callbackId} · {detail.equipmentNo} · {status(detail.jobStatus)}
        </dd>
        <dt>{t('contact')}</dt>
        <dd>
          {[contact.branchName, contact.name].filter(Boolean).join(' ')}{' '}
          {contact.phone && <PhoneLink phone={contact.phone} />}
        </dd>
      </dl>
      <section className={styles.history}>
        <h2>{t('history')}</h2>
        <ol>
          {moments.map(([step, at]) =>
            at === null ? null : (
              <li key={step}>
                <time>{at.slice(5, 16)}</time>
                {t(`done.${step}`)}
              </li>
            ),
          )}
        </ol>
      </section>
    </>
  );
}
