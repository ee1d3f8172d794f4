import { useFormatter, useTranslations } from 'next-intl';
import { EntryLink } from '@/components/kit/charts/entry-link';
import type { statTotal } from '@/lib/features/statistics/contract';
import type { OutputOf } from '@/lib/platform/contract/operation';
import type { callbackLinks } from './statistics-links';
import styles from './statistics.module.css';

interface Props {
  readonly data: OutputOf<typeof statTotal>;
  readonly links: ReturnType<typeof callbackLinks>;
  /** Of the year before. */
  readonly lastYear: ReturnType<typeof callbackLinks>;
  /** Where the units are. */
  readonly units: string | undefined;
}

/** Of so few a share says less than the difference. */
const FEW = 20;

/** The four totals, each with what it means. */
export function Totals({ data, links, lastYear: earlier, units }: Props) {
  const t = useTranslations('statistics');
  const format = useFormatter();
  const { lastYear, closedTotal, repairTotal } = data;
  const before = (value: number, last: number | undefined, href: string | undefined) =>
    last === undefined ? (
      t('lastYearUnknown')
    ) : (
      <>
        <EntryLink href={href}>{t('lastYear', { count: format.number(last) })}</EntryLink>
        <span className={styles.change}>
          {last < FEW
            ? format.number(value - last, { signDisplay: 'exceptZero' })
            : format.number(value / last - 1, {
                style: 'percent',
                maximumFractionDigits: 1,
                signDisplay: 'exceptZero',
              })}
        </span>
      </>
    );
  const share = closedTotal > 0 ? repairTotal / closedTotal : null;
  const totals = [
    { name: 'equipmentTotal', href: units, note: t('now') },
    { name: 'callbackTotal', href: links.all, note: before(data.callbackTotal, lastYear?.callbackTotal, earlier.all) },
    {
      name: 'repairTotal',
      href: links.repaired,
      note: t('repairShare', {
        share: share === null ? '-' : format.number(share, { style: 'percent', maximumFractionDigits: 1 }),
      }),
    },
    {
      name: 'injuredTotal',
      href: links.injured,
      note: before(data.injuredTotal, lastYear?.injuredTotal, earlier.injured),
    },
  ] as const;
  return (
    <dl className={styles.totals}>
      {totals.map(({ name, href, note }) => (
        <div key={name} className={styles.total}>
          <dt>{t(`total.${name}`)}</dt>
          <dd>
            <b data-total={name}>
              <EntryLink href={href}>{format.number(data[name])}</EntryLink>
            </b>
            <span className={styles.meaning}>{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
