import { columnKinds, type ListTexts } from '@/components/kit/list/column-kinds';
import type { Column } from '@/components/kit/list/columns';
import { StatusPill } from '@/components/kit/ui/status-pill';
import type { ReportSubscription } from '@/lib/features/report-subscriptions/contract';
import { RESULT_LOOK } from './result-look';

/** What a subscription is about, in a few words. */
export function projectsText(t: ListTexts, { projects }: Pick<ReportSubscription, 'projects'>): string {
  const [first] = projects;
  if (!first) return t('noProject');
  return projects.length === 1 ? first.projectName : t('more', { name: first.projectName, count: projects.length });
}

/** @param actions of the rows */
export function subscriptionColumnsOf(
  t: ListTexts,
  actions: readonly Column<ReportSubscription>[],
): readonly Column<ReportSubscription>[] {
  const { day, option, own, text } = columnKinds<ReportSubscription>(t);
  return [
    own('projects', (row) => projectsText(t, row), { flex: true, minWidth: 150 }),
    option('kind', { onCard: 2 }),
    text('emailAddress', { flex: true, minWidth: 130, onCard: 3 }),
    own('schedule', ({ day: of }) => (of === null ? t('schedule.biweekly') : t('schedule.day', { day: of }))),
    own(
      'state',
      ({ enabled, endReason }) =>
        endReason !== null ? (
          <StatusPill status="fault" look="plain">
            {t(`endReason.${endReason}`)}
          </StatusPill>
        ) : (
          <StatusPill status={enabled ? 'normal' : 'offline'} look="plain">
            {t(enabled ? 'state.on' : 'state.off')}
          </StatusPill>
        ),
      { onCard: 1 },
    ),
    day('nextDate', { onCard: 4 }),
    own(
      'last',
      ({ lastDate, lastState }) =>
        lastDate === null || lastState === null ? null : (
          <StatusPill status={RESULT_LOOK[lastState]} look="plain">
            {t('lastOf', { date: lastDate, result: t(`result.${lastState}`) })}
          </StatusPill>
        ),
      { minWidth: 170 },
    ),
    ...actions,
  ];
}
