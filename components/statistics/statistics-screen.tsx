'use client';

import { useTranslations } from 'next-intl';
import { useQueryStates } from 'nuqs';
import { ListPage } from '@/components/kit/list/list-page';
import { Segmented } from '@/components/kit/ui/segmented';
import { ErrorState, LoadingState } from '@/components/kit/ui/states';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { anyCallback } from '@/lib/features/callbacks/contract';
import { queryEquipment } from '@/lib/features/equipment/contract';
import { statCallbacks, statEntrapments, statTotal } from '@/lib/features/statistics/contract';
import { useFocusProjects, useSms } from '@/lib/platform/client/hooks';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { hrefOf } from '@/lib/routes';
import { CallbackMonths, CallbackReasons, EntrapmentMonths, EntrapmentReasons, Tops } from './statistics-charts';
import { callbackLinks, comparedLinks } from './statistics-links';
import { askedOf, statInput, STATISTICS_PARAMS, type FirstStatistics, type Today } from './statistics-query';
import { Totals } from './totals';
import styles from './statistics.module.css';

interface Props {
  readonly first: FirstStatistics | undefined;
  readonly holder: Holder;
  readonly today: Today;
}

interface Answer {
  readonly error: unknown;
  readonly isValidating: boolean;
  readonly mutate: () => unknown;
}

/** Statistics of a year (doc3 §2.9). */
export function StatisticsScreen({ first: rendered, holder, today }: Props) {
  const t = useTranslations('statistics');
  const [choice, choose] = useQueryStates(STATISTICS_PARAMS);
  const asked = askedOf(choice, today);
  const input = statInput(asked);
  const focus = useFocusProjects();
  const first =
    rendered?.focus === focus && JSON.stringify(rendered?.input) === JSON.stringify(input) ? rendered : undefined;
  const from = <T,>(fallbackData: T | undefined) => ({ fallbackData, revalidateOnMount: fallbackData === undefined });
  const total = useSms(statTotal, input, from(first?.total));
  const callbacks = useSms(statCallbacks, input, from(first?.callbacks));
  const isEscalators = asked.type === 'ESC';
  const entrapments = useSms(statEntrapments, isEscalators ? null : input, from(first?.entrapments));
  const mayRead = may(holder, anyCallback);
  const links = callbackLinks(asked, mayRead);
  const before = comparedLinks(asked, mayRead, today);
  const view = { asked, today, links, before };
  return (
    <ListPage title={t('title')} note={t('basis', { year: asked.year })}>
      <div className={styles.choices}>
        <Segmented
          label={t('year')}
          choices={[
            { value: 'this', text: String(today.year) },
            { value: 'last', text: String(today.year - 1) },
          ]}
          current={choice.year}
          onChoose={(year) => void choose({ year })}
        />
        <Segmented
          label={t('type')}
          choices={(['all', 'NonESC', 'ESC'] as const).map((value) => ({ value, text: t(`types.${value}`) }))}
          current={choice.type}
          onChoose={(type) => void choose({ type })}
        />
      </div>
      {total.data?.historyMonths !== undefined && (
        <p className={styles.cut}>{t('cut', { months: total.data.historyMonths })}</p>
      )}
      {total.data ? (
        <Totals
          data={total.data}
          links={links}
          lastYear={before}
          units={may(holder, queryEquipment) ? hrefOf('equipmentlist', { unitType: asked.type }) : undefined}
        />
      ) : (
        <Missing answer={total} />
      )}
      <div className={styles.months}>
        {callbacks.data ? <CallbackMonths data={callbacks.data} {...view} /> : <Missing answer={callbacks} />}
        {isEscalators ? (
          <p className={styles.cut}>{t('noEntrapments')}</p>
        ) : entrapments.data ? (
          <EntrapmentMonths data={entrapments.data} {...view} />
        ) : (
          <Missing answer={entrapments} />
        )}
      </div>
      <div className={styles.parts}>
        {callbacks.data && <CallbackReasons data={callbacks.data} links={links} />}
        {!isEscalators && entrapments.data && <EntrapmentReasons data={entrapments.data} links={links} />}
        {callbacks.data && <Tops data={callbacks.data} links={links} />}
      </div>
    </ListPage>
  );
}

/** What is not there yet, or did not come. */
function Missing({ answer: { error, isValidating, mutate } }: { readonly answer: Answer }) {
  const textOf = useFailureText();
  if (!error) return <LoadingState />;
  return <ErrorState text={textOf(error)} onRetry={() => void mutate()} isRetrying={isValidating} />;
}
