'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { EntryLink } from '@/components/kit/charts/entry-link';
import { figureCell } from '@/components/facts/shared/figure-cell';
import type { getDashboardRanking, RankedUnit } from '@/lib/features/dashboards/contract';
import { SCORE_WEIGHTS } from '@/lib/features/dashboards/value-sets';
import type { OutputOf } from '@/lib/platform/contract/operation';
import { Quiet } from './block';
import type { DashboardLinks } from './dashboard-links';
import styles from './tables.module.css';

const PARTS = [
  'entrapments',
  'equipmentCalls',
  'otherCalls',
  'faultSymptoms',
  'diagnoses',
  'downHours',
] as const satisfies readonly (keyof typeof SCORE_WEIGHTS)[];
type Part = (typeof PARTS)[number];

const colourOf = (index: number) =>
  index === 0 ? 'var(--trapped)' : `color-mix(in srgb, var(--accent) ${100 - index * 15}%, var(--surface))`;
const weightWord = (part: Part) =>
  SCORE_WEIGHTS[part] < 1 ? `÷${1 / SCORE_WEIGHTS[part]}` : `×${SCORE_WEIGHTS[part]}`;

interface Props {
  readonly data: OutputOf<typeof getDashboardRanking>;
  readonly links: DashboardLinks;
}

/** What ten units cost in ninety days, and what it is made of (silent-screens D0). */
export function TopUnits({ data: { units, scoreFrom, until }, links }: Props) {
  const t = useTranslations('dashboards.top');
  const format = useFormatter();
  if (units.length === 0) return <Quiet>{t('empty')}</Quiet>;
  const most = Math.max(...units.map(({ score }) => score), 1);
  const days = { from: scoreFrom, until };
  const hrefOf = (part: Part, { equipmentNo }: RankedUnit) => {
    if (part === 'entrapments') return links.trapped(days, { equipmentNo });
    if (part === 'equipmentCalls') return links.own(days, { equipmentNo });
    if (part === 'faultSymptoms') return links.symptoms({ equipmentNo, categoryList: 'A,B' });
    if (part === 'diagnoses') return links.symptoms({ equipmentNo, categoryList: 'D' });
    return part === 'otherCalls' ? links.others(days, { equipmentNo }) : undefined;
  };
  return (
    <div className={styles.scroll} role="group" aria-label={t('title')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" colSpan={2}>
              {t('unit')}
            </th>
            {PARTS.map((part, index) => (
              <th key={part} scope="col" className={styles.number}>
                <i className={styles.key} style={{ background: colourOf(index) }} aria-hidden />
                {t(part)}
                <small>{weightWord(part)}</small>
              </th>
            ))}
            <th scope="col" className={styles.number}>
              {t('score')}
            </th>
          </tr>
        </thead>
        <tbody>
          {units.map((unit, place) => (
            <tr key={unit.equipmentNo} data-unit={unit.equipmentNo}>
              <td className={styles.place}>{place + 1}</td>
              <th scope="row" className={styles.named}>
                <EntryLink href={links.unit(unit.equipmentNo)}>{unit.equipmentName}</EntryLink>
                <span className={styles.parts} style={{ width: `${(unit.score / most) * 100}%` }} aria-hidden>
                  {PARTS.map((part, index) => (
                    <i
                      key={part}
                      style={{ flexGrow: (unit[part] ?? 0) * SCORE_WEIGHTS[part], background: colourOf(index) }}
                    />
                  ))}
                </span>
              </th>
              {PARTS.map((part) => (
                <td key={part} className={styles.number}>
                  <EntryLink href={(unit[part] ?? 0) > 0 ? hrefOf(part, unit) : undefined}>
                    {figureCell(format, unit[part], part === 'downHours' ? 1 : 0)}
                  </EntryLink>
                </td>
              ))}
              <td className={`${styles.number} ${styles.score}`}>{figureCell(format, unit.score, 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
