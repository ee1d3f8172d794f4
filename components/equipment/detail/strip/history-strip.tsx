'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useId, useMemo, useState } from 'react';
import { SectionTitle } from '@/components/kit/ui/section-title';
import type { EquipmentHistory } from '@/lib/features/equipment-history/contract';
import { LegendMark } from './strip-marks';
import type { StripMark } from './strip-marks';
import { stripOf } from './strip-model';
import type { RunUnit, StripLinks } from './strip-model';
import { StripChart } from './strip-chart';
import { StripTable } from './strip-table';
import { useStripWords } from './use-strip-words';
import styles from './strip.module.css';

const LEGEND: readonly StripMark[] = ['fault', 'trapped', 'open', 'closed', 'cancelled', 'done', 'planned'];

interface Props {
  readonly history: EquipmentHistory;
  readonly runUnit: RunUnit;
  readonly links: StripLinks;
}

/** Runs, stops, faults, call-outs and maintenance of the last 90 days on one axis; the same as a table for whoever wants figures. */
export function HistoryStrip({ history, runUnit, links }: Props) {
  const t = useTranslations('equipmentDetail.strip');
  const id = useId();
  const strip = useMemo(() => stripOf(history, runUnit), [history, runUnit]);
  const words = useStripWords(strip);
  const [isTable, setIsTable] = useState(false);
  const { totals } = strip;
  const hasFacts = history.days.length > 0;
  const missing = t('nothingKnown');
  const summary = t('summary', {
    start: history.startDate,
    end: history.endDate,
    run: hasFacts ? words.run(totals.run) : missing,
    stop: totals.stop === undefined ? missing : words.hours(totals.stop),
    faults: totals.faults === undefined ? missing : words.figure(totals.faults),
    callbacks: words.figure(totals.callbacks),
    maintenance: words.figure(totals.maintenance),
  });
  return (
    <section className={styles.strip} aria-labelledby={id}>
      <SectionTitle
        id={id}
        aside={
          <Button size="small" variant="text" aria-expanded={isTable} onClick={() => setIsTable(!isTable)}>
            {t(isTable ? 'showChart' : 'showTable')}
          </Button>
        }
      >
        {t('title')}
        <span className={styles.range}>{t('range', { start: history.startDate, end: history.endDate })}</span>
      </SectionTitle>
      <p className={styles.summary}>{summary}</p>
      {(history.historyMonths !== undefined || !history.hasFaults || !hasFacts) && (
        <p className={styles.note} role="status">
          {[
            history.historyMonths === undefined ? '' : t('historyCut', { n: history.historyMonths }),
            history.hasFaults ? '' : t('noFaults'),
            hasFacts ? '' : t('noFacts'),
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
      )}
      {isTable ? (
        <StripTable strip={strip} links={links} />
      ) : (
        <>
          <StripChart strip={strip} links={links} />
          <ul className={styles.legend} aria-hidden="true">
            {LEGEND.map((mark) => (
              <li key={mark}>
                <LegendMark mark={mark} />
                {t(`legend.${mark}`)}
              </li>
            ))}
            <li>
              <span className={styles.unknownKey} />
              {t('legend.unknown')}
            </li>
          </ul>
        </>
      )}
    </section>
  );
}
