'use client';

import { useTranslations } from 'next-intl';
import type { StripLinks } from './strip-model';
import { runOf, stopOf } from './strip-model';
import type { UnitStrip } from './strip-model';
import { useStripWords } from './use-strip-words';
import styles from './strip.module.css';

/** The strip as figures, newest day first; days of which nothing is known are left out. */
export function StripTable({ strip, links }: { readonly strip: UnitStrip; readonly links: StripLinks }) {
  const t = useTranslations('equipmentDetail.strip');
  const common = useTranslations('common');
  const missing = common('missing');
  const words = useStripWords(strip);
  const days = strip.days
    .filter(
      ({ facts, faults, callbacks, maintenance }) => facts || faults || callbacks.length > 0 || maintenance.length > 0,
    )
    .toReversed();
  const link = (href: string | undefined, text: string) => (href ? <a href={href}>{text}</a> : text);
  return (
    // A region that scrolls has to be reachable without a pointer.
    <div className={styles.tableBox} role="region" aria-label={t('table')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('day')}</th>
            <th scope="col" className={styles.right}>
              {t('lane.run')}
            </th>
            <th scope="col" className={styles.right}>
              {t('lane.stop')}
            </th>
            <th scope="col">{t('lane.faults')}</th>
            <th scope="col">{t('lane.callbacks')}</th>
            <th scope="col">{t('lane.maintenance')}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, facts, faults, callbacks, maintenance }) => {
            const stop = facts && stopOf(facts);
            return (
              <tr key={day}>
                <th scope="row">{day}</th>
                <td className={styles.right}>{facts ? words.run(runOf(facts, strip.runUnit)) : missing}</td>
                <td className={styles.right}>{stop === undefined ? missing : words.hours(stop)}</td>
                <td>
                  {faults
                    ? link(links.faults?.(day), t('faultsOf', { count: faults.total, texts: faults.texts.join(' ') }))
                    : ''}
                </td>
                <td>
                  {callbacks.map(({ callbackId, createDate }) => {
                    const replay = links.replay?.(createDate);
                    return (
                      <div key={callbackId}>
                        {link(links.callbacks?.(day), callbackId)}{' '}
                        {replay && (
                          <a
                            href={replay}
                            target="_blank"
                            rel="noopener"
                            aria-label={t('replayOf', { id: callbackId })}
                          >
                            {common('replay')}
                          </a>
                        )}
                      </div>
                    );
                  })}
                </td>
                <td>
                  {maintenance.map(({ jobNo, jobStatus, planDate }) => (
                    <div key={jobNo}>
                      {link(links.maintenance?.(planDate), jobNo)} {t(`job.${jobStatus}`)}
                    </div>
                  ))}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
