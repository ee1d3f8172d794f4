'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { BarsChart } from '@/components/kit/charts/bars';
import { EntryLink } from '@/components/kit/charts/entry-link';
import { PieChart } from '@/components/kit/charts/pie';
import { RankingChart } from '@/components/kit/charts/ranking';
import type { ByMonth, Reason, statCallbacks, statEntrapments } from '@/lib/features/statistics/contract';
import { MONTHS } from '@/lib/features/statistics/value-sets';
import type { ChartEntry } from '@/lib/platform/charts/model';
import type { OutputOf } from '@/lib/platform/contract/operation';
import { monthsBegun, TRAPPED, type callbackLinks } from './statistics-links';
import type { askedOf, Today } from './statistics-query';

interface View {
  readonly asked: ReturnType<typeof askedOf>;
  readonly today: Today;
  readonly links: ReturnType<typeof callbackLinks>;
  /** Of the year before. */
  readonly before: ReturnType<typeof callbackLinks>;
}

interface MonthsProps extends View {
  readonly title: string;
  readonly counts: ByMonth;
  readonly lastYear: ByMonth | null;
  readonly filters?: Record<string, string>;
  readonly isSecond?: boolean;
}

/** Twelve months beside those of the year before; a month to come is no zero. */
function Months({ title, counts, lastYear, filters, isSecond, asked: { year }, today, links, before }: MonthsProps) {
  const t = useTranslations('statistics');
  const format = useFormatter();
  const begun = monthsBegun(year, today);
  const entries = MONTHS.map((month, index): ChartEntry => {
    const isThere = index < begun;
    return {
      name: t(`month.${month}`),
      value: isThere ? counts[month] : null,
      compared: lastYear && isThere ? lastYear[month] : null,
      isRunning: year === today.year && index === today.month - 1,
      href: links.month(index, filters),
      comparedHref: before.month(index, filters),
    };
  });
  const sum = MONTHS.reduce((all, month) => all + counts[month], 0);
  const words = {
    name: t('monthName'),
    value: t('yearOf', { year }),
    compared: lastYear ? t('sameMonths', { year: year - 1 }) : undefined,
  };
  return (
    <BarsChart
      model={{ title, entries, words }}
      isSecond={isSecond}
      note={<EntryLink href={filters ? links.trapped : links.all}>{t('sum', { count: format.number(sum) })}</EntryLink>}
      legend={{
        value: words.value,
        running: year === today.year ? t('running', { day: today.day }) : undefined,
        compared: words.compared,
      }}
    />
  );
}

interface ReasonsProps {
  readonly title: string;
  readonly reasons: readonly Reason[];
  readonly hrefOf: (code: string) => string | undefined;
  readonly open?: { readonly count: number; readonly href: string | undefined };
  /** What the sum counts where it is no closed call-outs of the year; it has no list of its own then. */
  readonly whole?: string;
  readonly wholeHref?: string;
}

function Reasons({ title, reasons, hrefOf, open, whole, wholeHref }: ReasonsProps) {
  const t = useTranslations('statistics');
  const format = useFormatter();
  const entries = reasons.map(({ reason, quantity, code }) => ({ name: reason, value: quantity, href: hrefOf(code) }));
  return (
    <PieChart
      model={{ title, entries, words: { name: t('reason'), value: t('count') } }}
      whole={whole ?? t('closed')}
      wholeHref={wholeHref}
      note={
        open &&
        open.count > 0 && <EntryLink href={open.href}>{t('alsoOpen', { count: format.number(open.count) })}</EntryLink>
      }
    />
  );
}

type Callbacks = OutputOf<typeof statCallbacks>;
type Entrapments = OutputOf<typeof statEntrapments>;

export function CallbackMonths({ data, ...view }: View & { readonly data: Callbacks }) {
  const t = useTranslations('statistics');
  return <Months {...view} title={t('callbacks')} counts={data.callbackOverview} lastYear={data.lastYear} />;
}

export function EntrapmentMonths({ data, ...view }: View & { readonly data: Entrapments }) {
  const t = useTranslations('statistics');
  return (
    <Months
      {...view}
      title={t('entrapments')}
      counts={data.entrapmentOverview}
      lastYear={data.lastYear}
      filters={TRAPPED}
      isSecond
    />
  );
}

interface PartsProps<T> {
  readonly data: T;
  readonly links: View['links'];
}

export function CallbackReasons({ data, links }: PartsProps<Callbacks>) {
  const t = useTranslations('statistics');
  const open = { count: data.openTotal, href: links.open() };
  return (
    <Reasons
      title={t('callbackReasons')}
      reasons={data.callbackReason}
      hrefOf={links.reason}
      open={open}
      wholeHref={links.closed()}
    />
  );
}

export function EntrapmentReasons({ data, links }: PartsProps<Entrapments>) {
  const t = useTranslations('statistics');
  return (
    <Reasons
      title={t('entrapmentReasons')}
      reasons={data.entrapmentReason}
      hrefOf={(code) => links.reason(code, TRAPPED)}
      open={{ count: data.openTotal, href: links.open(TRAPPED) }}
      wholeHref={links.closed(TRAPPED)}
    />
  );
}

/** The units with the most call-outs and the parts that failed most. */
export function Tops({ data, links }: PartsProps<Callbacks>) {
  const t = useTranslations('statistics');
  return (
    <>
      <RankingChart
        model={{
          title: t('topUnits'),
          entries: data.callbackDistribution.map(({ equipmentNo, name, quantity }) => ({
            name,
            value: quantity,
            href: links.unit(equipmentNo),
          })),
          words: { name: t('unit'), value: t('count') },
        }}
      />
      <Reasons title={t('topParts')} reasons={data.scsbCallbackReason} hrefOf={links.part} whole={t('inTop')} />
    </>
  );
}
